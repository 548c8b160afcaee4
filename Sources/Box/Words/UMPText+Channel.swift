import MIDI

// Values of channel messages (M2-104-UM 7.4).
extension UMPText {
    /// The second word in hex, with its percentage by min-center-max and a name as a remark.
    static func fine(_ ump: Message) -> String {
        let name: String? =
            switch Status.withoutChannel(ump.status) {
            case Status.controlChange: controller(ump.data1)
            case Status.registeredController: registered(ump.data1, ump.data2)
            default: nil
            }
        return fine(ump.word1, name)
    }

    /// Controller 3 of the registered ones is a pitch in semitones with a fraction of 25 bits.
    static func perNoteController(_ ump: Message) -> String {
        let (number, isAssignable) = (ump.data2, ump.status & 0x10 != 0)
        if isAssignable { return "assignable \(number) \(fine(ump.word1, nil))" }
        if number != 3 { return "registered \(number) \(fine(ump.word1, controller(number)))" }
        let pitch = (UInt64(ump.word1) * 1000) >> 25
        return "registered 3 = \(hex(ump.word1)) (pitch \(DecimalText.exact(billionths: pitch * 1_000_000)))"
    }

    private static func fine(_ value: UInt32, _ name: String?) -> String {
        "= \(hex(value)) " + remark([name, "\(Percent.text(value)) %"])
    }

    static func hex(_ value: UInt32) -> String { "0x" + Digits.hex(value, 8) }

    /// The attribute of a note (M2-104-UM 7.4.1): pitch in semitones with a fraction of 9 bits, or a type and its data.
    static func attribute(_ ump: Message) -> String {
        let data = ump.word1 & 0xFFFF
        return switch ump.word0 & 0xFF {
        case 0: ""
        case 1: "attribute manufacturer \(data)"
        case 2: "attribute profile \(data)"
        case 3: "pitch \(DecimalText.exact(billionths: UInt64(data) * 1_953_125))"
        case let type: "attribute \(type) \(data)"
        }
    }

    static func controller(_ number: UInt8) -> String? { ControllerNames.name(number).map { String($0) } }

    private static func registered(_ bank: UInt8, _ index: UInt8) -> String? {
        bank == 0 && Int(index) < UMPNames.registered.count ? UMPNames.registered[Int(index)] : nil
    }

    static func remark(_ parts: [String?]) -> String {
        let parts = parts.compactMap { $0 }
        return parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
    }
}
