import MIDI

// Channel messages of both protocols (M2-104-UM 7.3 and 7.4).
extension UMPText {
    /// A MIDI 1.0 channel message without its channel.
    func midi1(_ ump: Message) -> String? {
        let (first, second) = (ump.data1, ump.data2)
        return switch Status.withoutChannel(ump.status) {
        case Status.noteOff: "note-off \(note(first)) \(second)"
        case Status.noteOn: "note \(note(first)) \(second)"
        case Status.polyPressure: "key-pressure \(note(first)) = \(second)"
        case Status.controlChange: "cc \(first) = \(second)\(remark([UMPText.controller(first)]))"
        case Status.programChange: "program \(first)"
        case Status.channelPressure: "channel-pressure = \(first)"
        case Status.pitchBend: "pitch-bend = \(ump.bend)"
        default: nil
        }
    }

    /// A MIDI 2.0 channel message without its channel.
    func midi2(_ ump: Message) -> String? {
        let (key, index) = (ump.data1, ump.data2)
        let value = ump.word1
        return switch Status.withoutChannel(ump.status) {
        case 0x00: "per-note controller \(note(key)) registered \(index) = \(UMPText.value(value, index))"
        case 0x10: "per-note controller \(note(key)) assignable \(index) = \(UMPText.value(value))"
        case 0x20: "rpn \(key)/\(index) = \(UMPText.value(value, UMPText.registered(key, index)))"
        case 0x30: "nrpn \(key)/\(index) = \(UMPText.value(value))"
        case 0x40: "relative rpn \(key)/\(index) = \(UMPText.signed(value))"
        case 0x50: "relative nrpn \(key)/\(index) = \(UMPText.signed(value))"
        case 0x60: "per-note bend \(note(key)) = \(UMPText.value(value))"
        case Status.noteOff: "note-off \(note(key)) velocity \(value >> 16)\(UMPText.attribute(ump))"
        case Status.noteOn: "note \(note(key)) velocity \(value >> 16)\(UMPText.attribute(ump))"
        case Status.polyPressure: "key-pressure \(note(key)) = \(UMPText.value(value))"
        case Status.controlChange: "cc \(key) = \(UMPText.value(value, UMPText.controller(key)))"
        case Status.programChange: "program \(value >> 24 & 0x7F) bank \(UMPText.bank(ump))"
        case Status.channelPressure: "channel-pressure = \(UMPText.value(value))"
        case Status.pitchBend: "pitch-bend = \(UMPText.value(value))"
        case 0xF0: "per-note management \(note(key)) \(UMPText.management(ump))"
        default: nil
        }
    }

    private static func bank(_ ump: Message) -> String {
        ump.word0 & 1 == 0 ? "none" : "\(ump.word1 >> 8 & 0x7F)/\(ump.word1 & 0x7F)"
    }

    private static func management(_ ump: Message) -> String {
        switch ump.word0 & 3 {
        case 0: "none"
        case 1: "reset"
        case 2: "detach"
        default: "detach reset"
        }
    }

    /// The attribute of a note (M2-104-UM 7.4.1): pitch in semitones with a fraction of 9 bits, or a type and its data.
    private static func attribute(_ ump: Message) -> String {
        let data = ump.word1 & 0xFFFF
        return switch ump.word0 & 0xFF {
        case 0: ""
        case 1: " attribute manufacturer \(data)"
        case 2: " attribute profile \(data)"
        case 3: " pitch \(DecimalText.exact(billionths: UInt64(data) * 1_953_125))"
        case let type: " attribute \(type) \(data)"
        }
    }

    // MARK: - Values

    /// A value of 32 bits in hex, with its percentage by min-center-max and a name as a remark.
    static func value(_ value: UInt32, _ name: String? = nil) -> String {
        var text = Array("0x".utf8)
        Digits.hex(value, 8, into: &text)
        return String(decoding: text, as: UTF8.self) + remark([name, "\(Percent.text(value)) %"])
    }

    /// The value of a registered per-note controller. Controller 3 is a pitch in semitones with a fraction of 25 bits.
    private static func value(_ value: UInt32, _ controller: UInt8) -> String {
        if controller != 3 { return self.value(value, self.controller(controller)) }
        var text = Array("0x".utf8)
        Digits.hex(value, 8, into: &text)
        let pitch = (UInt64(value) * 1000) >> 25
        return String(decoding: text, as: UTF8.self) + " (pitch \(DecimalText.exact(billionths: pitch * 1_000_000)))"
    }

    private static func signed(_ value: UInt32) -> String {
        let number = Int32(bitPattern: value)
        return number < 0 ? "\(number)" : "+\(number)"
    }

    private static func controller(_ number: UInt8) -> String? { ControllerNames.name(number).map { String($0) } }

    private static func registered(_ bank: UInt8, _ index: UInt8) -> String? {
        bank == 0 && Int(index) < UMPNames.registered.count ? UMPNames.registered[Int(index)] : nil
    }
}

private func remark(_ parts: [String?]) -> String {
    let parts = parts.compactMap { $0 }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
}
