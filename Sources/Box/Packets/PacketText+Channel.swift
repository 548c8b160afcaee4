import MIDI

// Channel messages of both protocols (M2-104-UM 7.3 and 7.4).
extension PacketText {
    /// A MIDI 1.0 channel message without its channel.
    func midi1(_ packet: Message) -> String? {
        let (first, second) = (packet.data1, packet.data2)
        return switch Status.withoutChannel(packet.status) {
        case Status.noteOff: "note-off \(note(first)) \(second)"
        case Status.noteOn: "note \(note(first)) \(second)"
        case Status.polyPressure: "key-pressure \(note(first)) = \(second)"
        case Status.controlChange: "cc \(first) = \(second)\(remark([PacketText.controller(first)]))"
        case Status.programChange: "program \(first)"
        case Status.channelPressure: "channel-pressure = \(first)"
        case Status.pitchBend: "pitch-bend = \(packet.bend)"
        default: nil
        }
    }

    /// A MIDI 2.0 channel message without its channel.
    func midi2(_ packet: Message) -> String? {
        let (key, index) = (packet.data1, packet.data2)
        let value = packet.word1
        return switch Status.withoutChannel(packet.status) {
        case 0x00: "per-note controller \(note(key)) registered \(index) = \(PacketText.value(value, index))"
        case 0x10: "per-note controller \(note(key)) assignable \(index) = \(PacketText.value(value))"
        case 0x20: "rpn \(key)/\(index) = \(PacketText.value(value, PacketText.registered(key, index)))"
        case 0x30: "nrpn \(key)/\(index) = \(PacketText.value(value))"
        case 0x40: "relative rpn \(key)/\(index) = \(PacketText.signed(value))"
        case 0x50: "relative nrpn \(key)/\(index) = \(PacketText.signed(value))"
        case 0x60: "per-note bend \(note(key)) = \(PacketText.value(value))"
        case Status.noteOff: "note-off \(note(key)) velocity \(value >> 16)\(PacketText.attribute(packet))"
        case Status.noteOn: "note \(note(key)) velocity \(value >> 16)\(PacketText.attribute(packet))"
        case Status.polyPressure: "key-pressure \(note(key)) = \(PacketText.value(value))"
        case Status.controlChange: "cc \(key) = \(PacketText.value(value, PacketText.controller(key)))"
        case Status.programChange: "program \(value >> 24 & 0x7F) bank \(PacketText.bank(packet))"
        case Status.channelPressure: "channel-pressure = \(PacketText.value(value))"
        case Status.pitchBend: "pitch-bend = \(PacketText.value(value))"
        case 0xF0: "per-note management \(note(key)) \(PacketText.management(packet))"
        default: nil
        }
    }

    private static func bank(_ packet: Message) -> String {
        packet.word0 & 1 == 0 ? "none" : "\(packet.word1 >> 8 & 0x7F)/\(packet.word1 & 0x7F)"
    }

    private static func management(_ packet: Message) -> String {
        switch packet.word0 & 3 {
        case 0: "none"
        case 1: "reset"
        case 2: "detach"
        default: "detach reset"
        }
    }

    /// The attribute of a note (M2-104-UM 7.4.1): pitch in semitones with a fraction of 9 bits, or a type and its data.
    private static func attribute(_ packet: Message) -> String {
        let data = packet.word1 & 0xFFFF
        return switch packet.word0 & 0xFF {
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
        bank == 0 && Int(index) < PacketNames.registered.count ? PacketNames.registered[Int(index)] : nil
    }
}

private func remark(_ parts: [String?]) -> String {
    let parts = parts.compactMap { $0 }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
}
