import Configuration
import MIDI

/// Formats Universal MIDI Packets for the monitor, the recorder and `--json`, in words that `treadle send` reads.
///
///     note C4 velocity 40000 pitch 60.5 channel 1
///     cc 74 = 0x80000000 (brightness, 50.0 %) channel 1 group 3
///     flex tempo 120.5
///
/// Parentheses enclose a remark. Reading a text gives exactly its packet again. A packet that text cannot express, for
/// example with reserved bits, is shown in hex, with the nearest text as a remark.
struct PacketText {
    var language = NoteLanguage.english
    var middleC = 4

    /// Formats a packet. `SentMessages` reads the same packet from the text.
    func text(_ packet: Message) -> String {
        guard let text = words(packet) else { return PacketText.hex(packet) }
        let reader = MessageText(middleC: middleC, language: language)
        if let parts = try? SentMessages([text], reader).parts, parts.count == 1, parts[0].messages == [packet] {
            return text
        }
        let remark = text.utf8.map { byte in
            byte == UInt8(ascii: "(") ? UInt8(ascii: "[") : byte == UInt8(ascii: ")") ? UInt8(ascii: "]") : byte
        }
        return "\(PacketText.hex(packet)) (\(String(decoding: remark, as: UTF8.self)))"
    }

    /// The words of a packet in eight hex digits each.
    static func hex(_ packet: Message) -> String {
        Digits.hex((0..<packet.wordCount).map { packet.word($0) })
    }

    /// The meaning of a packet, without its reserved bits; nil for undefined messages.
    func words(_ packet: Message) -> String? {
        switch packet.type {
        case MessageType.utility: PacketText.utility(packet)
        case MessageType.system: PacketText.system(packet.status, packet.data1, packet.bend).map { $0 + group(packet) }
        case MessageType.midi1Channel: midi1(packet).map { $0 + channel(packet) + group(packet) }
        case MessageType.sysEx: PacketText.sysEx(packet).map { $0 + group(packet) }
        case MessageType.midi2Channel: midi2(packet).map { $0 + channel(packet) + group(packet) }
        case MessageType.longData: PacketText.longData(packet).map { $0 + group(packet) }
        case MessageType.flexData: PacketText.flex(packet).map { $0 + group(packet) }
        case MessageType.stream: PacketText.stream(packet)
        default: nil
        }
    }

    private func channel(_ packet: Message) -> String { " channel \(packet.channel + 1)" }

    private func group(_ packet: Message) -> String { packet.group == 0 ? "" : " group \(packet.group + 1)" }

    func note(_ key: UInt8) -> String {
        String(NoteNames.name(tone: Int(key & 0x7F) % 12, language: language))
            + "\(NoteNames.octave(of: key & 0x7F, middleC: middleC))"
    }
}

// MARK: - Utility and System

extension PacketText {
    private static func utility(_ packet: Message) -> String? {
        let value = packet.word0 & 0xFFFF
        return switch packet.word0 >> 20 & 0xF {
        case 0: "noop"
        case 1: "jr-clock \(value)"
        case 2: "jr-timestamp \(value)"
        case 3: "delta-clockstamp-ticks \(value)"
        case 4: "delta-clockstamp \(packet.word0 & 0xF_FFFF)"
        default: nil
        }
    }

    static func system(_ status: UInt8, _ first: UInt8, _ wide: UInt16) -> String? {
        switch status {
        case Status.timeCode: "time-code \(first)"
        case Status.songPosition: "song-position \(wide)"
        case Status.songSelect: "song-select \(first)"
        case Status.tuneRequest: "tune-request"
        case Status.timingClock: "clock"
        case Status.start: "start"
        case Status.continue: "continue"
        case Status.stop: "stop"
        case Status.activeSensing: "active-sensing"
        case Status.reset: "reset"
        default: nil
        }
    }
}
