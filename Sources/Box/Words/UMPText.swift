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

    /// Appends the text of a UMP. Full middle UMPs of a SysEx in the first group have a fast path, because a file
    /// may have millions of them.
    func append(_ ump: Message, to text: inout [UInt8]) {
        let isFullMiddle = ump.word0 & ~0x7F7F == 0x3026_0000 && ump.word1 & 0x8080_8080 == 0
        if !isFullMiddle { return text += Array(self.text(ump).utf8) }
        text += UMPText.middle
        for index in 0..<6 {
            text.append(UInt8(ascii: " "))
            Digits.hex(UInt32(ump.sysExByte(index)), 2, into: &text)
        }
    }

    private static let middle = Array("sysex continue".utf8)

    /// The meaning of a UMP, without its reserved bits; nil for undefined messages.
    func words(_ ump: Message) -> String? {
        guard let layout = UMPLayout.of(ump), !layout.name.isEmpty else { return nil }
        var words = [layout.name]
        for value in layout.values {
            guard let word = word(value, layout, ump) else { return nil }
            words.append(word)
        }
        switch ump.type {
        case MessageType.midi1Channel, MessageType.midi2Channel: words.append("channel \(ump.channel + 1)")
        // Address 0 is a channel, 1 the group.
        case MessageType.flexData where layout.value("address", in: ump) == 0:
            words.append("channel \(ump.channel + 1)")
        default: break
        }
        let hasGroup = ump.type != MessageType.utility && ump.type != MessageType.stream
        if hasGroup && ump.group != 0 { words.append("group \(ump.group + 1)") }
        return UMPText.joined(words)
    }

    /// Joins the words that are not empty.
    private static func joined(_ words: [String]) -> String {
        words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// A value in words; nil if it is undefined.
    private func word(_ value: UMPValue, _ layout: UMPLayout, _ ump: Message) -> String? {
        func number(_ field: String) -> UInt32 { layout.value(field, in: ump) }
        func name(_ field: String, _ names: [String]) -> String? {
            Int(number(field)) < names.count ? names[Int(number(field))] : nil
        }
        switch value {
        case .word(let word), .filler(let word), .option(let word): return word
        case .number(let field): return "\(number(field))"
        case .ordinal(let field): return "\(number(field) + 1)"
        case .wide(let lsb, let msb): return "\(number(msb) << 7 | number(lsb))"
        case .list(let fields, let separator, _):
            return fields.map { "\(number($0))" }.joined(separator: String(separator))
        case .names(let field, let names): return name(field, names)
        case .flag(let word, let field): return number(field ?? word) == 1 ? word : ""
        case .asks(let words): return UMPText.joined(words.filter { number("asks-\($0)") == 1 })
        case .bytes(let field, let count): return Digits.hex(UMPText.bytes(ump, from: layout.field(field).byte, count))
        case .piece(let field): return name(field, UMPNames.pieces)
        case .text: return UMPText.quoted(ump, from: layout.field("text-1").byte)
        case .data: return UMPText.data(ump)
        case .payload: return Digits.hex(UMPText.bytes(ump, from: 2, 14))
        case .note: return note(ump.data1)
        case .controller: return "\(ump.data1)"
        case .controllerName: return UMPText.remark([UMPText.controller(ump.data1)])
        case .value, .keyPressure: return UMPText.fine(ump)
        case .change:
            let change = Int32(bitPattern: ump.word1)
            return change < 0 ? "= \(change)" : "= +\(change)"
        case .perNoteController: return UMPText.perNoteController(ump)
        case .management:
            let words = ["detach", "reset"].filter { number($0) == 1 }
            return words.isEmpty ? "none" : UMPText.joined(words)
        case .attribute: return UMPText.attribute(ump)
        case .bank: return number("bank-valid") == 0 ? "bank none" : "bank \(number("bank-msb"))/\(number("bank-lsb"))"
        case .tempo: return UMPText.tempo(ump.word1)
        case .timeSignature:
            let (power, parts) = (number("unit-power"), number("thirty-seconds"))
            if power > 15 { return nil }
            return "\(number("beats"))/\(1 << power)" + (parts == 8 ? "" : " thirty-seconds \(parts)")
        case .accidentals: return "\(UMPText.accidentals(number("accidentals")))"
        case .chord:
            guard let chord = UMPText.chord("", 4, layout, ump), let bass = UMPText.chord("bass-", 2, layout, ump)
            else { return nil }
            return ump.word3 == 0 ? chord : "\(chord) bass \(bass)"
        case .spokenProtocol:
            let number = number("protocol")
            return number == 0 ? "protocol 0" : name("protocol", UMPNames.protocols) ?? "protocol \(number)"
        case .block: return number("block") == 0xFF ? "all" : "\(number("block"))"
        }
    }

    private func note(_ key: UInt8) -> String {
        String(NoteNames.name(tone: Int(key) % 12, language: language))
            + "\(NoteNames.octave(of: key, middleC: middleC))"
    }
}
