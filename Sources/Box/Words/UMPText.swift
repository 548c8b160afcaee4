import Configuration
import MIDI

/// Formats Universal MIDI Packets for the monitor, the recorder and `--json`, in words that `treadle send` reads.
///
///     note C4 velocity 40000 pitch 60.5 channel 1
///     cc 74 = 0x80000000 (brightness, 50.0 %) channel 1 group 3
///     flex tempo 120.5
///
/// Parentheses enclose a remark. Reading a text gives exactly its UMP again. A UMP that text cannot express, for
/// example with reserved bits, is shown in hex, with the nearest text as a remark.
struct UMPText {
    var language = NoteLanguage.english
    var middleC = 4

    /// Formats a UMP. `SentMessages` reads the same UMP from the text.
    func text(_ ump: Message) -> String {
        guard let text = words(ump) else { return UMPText.hex(ump) }
        let reader = MessageText(middleC: middleC, language: language)
        if let parts = try? SentMessages([text], reader).parts, parts.count == 1, parts[0].messages == [ump] {
            return text
        }
        let remark = text.utf8.map { byte in
            byte == UInt8(ascii: "(") ? UInt8(ascii: "[") : byte == UInt8(ascii: ")") ? UInt8(ascii: "]") : byte
        }
        return "\(UMPText.hex(ump)) (\(String(decoding: remark, as: UTF8.self)))"
    }

    /// The words of a UMP in eight hex digits each.
    static func hex(_ ump: Message) -> String {
        Digits.hex((0..<ump.wordCount).map { ump.word($0) })
    }

    /// The meaning of a UMP, without its reserved bits; nil for undefined messages.
    func words(_ ump: Message) -> String? {
        switch ump.type {
        case MessageType.utility: UMPText.utility(ump)
        case MessageType.system: UMPText.system(ump.status, ump.data1, ump.bend).map { $0 + group(ump) }
        case MessageType.midi1Channel: midi1(ump).map { $0 + channel(ump) + group(ump) }
        case MessageType.sysEx: UMPText.sysEx(ump).map { $0 + group(ump) }
        case MessageType.midi2Channel: midi2(ump).map { $0 + channel(ump) + group(ump) }
        case MessageType.longData: UMPText.longData(ump).map { $0 + group(ump) }
        case MessageType.flexData: UMPText.flex(ump).map { $0 + group(ump) }
        case MessageType.stream: UMPText.stream(ump)
        default: nil
        }
    }

    private func channel(_ ump: Message) -> String { " channel \(ump.channel + 1)" }

    private func group(_ ump: Message) -> String { ump.group == 0 ? "" : " group \(ump.group + 1)" }

    func note(_ key: UInt8) -> String {
        String(NoteNames.name(tone: Int(key & 0x7F) % 12, language: language))
            + "\(NoteNames.octave(of: key & 0x7F, middleC: middleC))"
    }
}

// MARK: - Utility and System

extension UMPText {
    private static func utility(_ ump: Message) -> String? {
        let value = ump.word0 & 0xFFFF
        return switch ump.word0 >> 20 & 0xF {
        case 0: "noop"
        case 1: "jr-clock \(value)"
        case 2: "jr-timestamp \(value)"
        case 3: "delta-clockstamp-ticks \(value)"
        case 4: "delta-clockstamp \(ump.word0 & 0xF_FFFF)"
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
