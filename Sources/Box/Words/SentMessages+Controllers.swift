import Configuration
import MIDI

// Controllers of the MIDI 2.0 protocol (M2-104-UM 7.4): values of 32 bits, per note, relative.
extension SentMessages {
    /// Whether the value after the next `=` has 32 bits: `0x80000000`, `50 %`, or a number after `32-bit`.
    var hasFineValue: Bool {
        guard let sign = words.prefix(4).firstIndex(of: "=") else { return false }
        let value = words[(sign + 1)...]
        guard let first = value.first else { return false }
        let isAfterWidth = sign > words.startIndex && words[sign - 1] == "32-bit"
        return isAfterWidth || first.hasPrefix("0x") || first.hasSuffix("%") || value.dropFirst().first == "%"
    }

    /// Reads `cc 74 = VALUE`, `rpn 0/5 = VALUE`, `pitch-bend = VALUE` and the like.
    mutating func fineController(_ first: String) throws(Problem) {
        var (status, index1, index2): (UInt8, UInt8, UInt8) = (Status.pitchBend, 0, 0)
        switch first {
        case "cc": (status, index1) = (Status.controlChange, try controllerNumber())
        case "rpn", "nrpn":
            status = first == "rpn" ? Status.registeredController : Status.assignableController
            (index1, index2) = try parameter(first)
        case "channel-pressure": status = Status.channelPressure
        default: break
        }
        try addFine(status, index1, index2, first)
    }

    /// Reads `key-pressure C4 = VALUE`, of 7 or 32 bits.
    mutating func keyPressure() throws(Problem) {
        let name = take() ?? ""
        let key = try key(name, "key-pressure \(name)")
        if hasFineValue { return try addFine(Status.polyPressure, key, 0, "key-pressure \(name)") }
        _ = accept("=")
        let value = UInt8(try number("key-pressure \(name)", 0...127))
        let suffixes = try suffixes()
        add([Status.polyPressure | suffixes.channelBits, key, value], group: suffixes.group)
    }

    /// Reads `per-note bend C4 = VALUE`, `per-note controller C4 registered 3 = VALUE` or `per-note management C4
    /// detach reset`.
    mutating func perNote() throws(Problem) {
        let kind = try index(in: ["bend", "controller", "management"], "per-note")
        let name = take() ?? ""
        let key = try key(name, "per-note \(name)")
        switch kind {
        case 0: try addFine(0x60, key, 0, "per-note bend")
        case 1:
            let bank = try index(in: ["registered", "assignable"], "per-note controller \(name)")
            let number = UInt8(try number("per-note controller \(name)", 0...127))
            try addFine(UInt8(bank) << 4, key, number, "per-note controller")
        default:
            if !accept("none") && words.first != "detach" && words.first != "reset" {
                throw Problem(message: "'per-note management \(name)' needs detach, reset, both of them or none")
            }
            let flags: UInt8 = (accept("detach") ? 2 : 0) | (accept("reset") ? 1 : 0)
            let suffixes = try suffixes()
            let head = SentMessages.head(0x4, suffixes.group, 0xF0 | suffixes.channelBits, key, flags)
            add(Part(umps: [Message(head)]))
        }
    }

    /// Reads `relative rpn 0/5 = +1000`.
    mutating func relative() throws(Problem) {
        let kind = try index(in: ["rpn", "nrpn"], "relative")
        let (bank, index) = try parameter(kind == 0 ? "rpn" : "nrpn")
        _ = accept("=")
        let text = take() ?? ""
        let digits = text.hasPrefix("+") ? String(text.dropFirst()) : text
        guard let value = Int32(digits).map({ UInt32(bitPattern: $0) }) ?? SentMessages.number(digits) else {
            throw Problem(message: "'relative \(text)': a change is a number such as +1000 or -1000, of 32 bits")
        }
        let suffixes = try suffixes()
        let status = (kind == 0 ? 0x40 : 0x50) | suffixes.channelBits
        add(Part(umps: [Message(SentMessages.head(0x4, suffixes.group, status, bank, index), value)]))
    }

    /// Reads `program 12`, or the MIDI 2.0 forms `program 12 bank 0/3` and `program 12 bank none`.
    mutating func program() throws(Problem) {
        guard let number = take() else { throw Problem(message: "'program' needs a number 0..127") }
        if !accept("bank") { return try read("program \(number)") }
        guard let program = UInt8(number), program <= 127 else {
            throw Problem(message: "'program \(number)': it must be 0..127")
        }
        var (value, option) = (UInt32(program) << 24, UInt8(0))
        if !accept("none") {
            let (msb, lsb) = try parameter("bank")
            (value, option) = (value | UInt32(msb) << 8 | UInt32(lsb), 1)
        }
        let suffixes = try suffixes()
        let status = Status.programChange | suffixes.channelBits
        add(Part(umps: [Message(SentMessages.head(0x4, suffixes.group, status, 0, option), value)]))
    }

    /// Reads `= VALUE`, channel and group, and adds the UMP.
    private mutating func addFine(
        _ status: UInt8, _ index1: UInt8, _ index2: UInt8, _ shown: String
    ) throws(Problem) {
        _ = accept("32-bit")
        _ = accept("=")
        let value = try scaled(UInt32.max, "\(shown) =")
        let suffixes = try suffixes()
        let head = SentMessages.head(0x4, suffixes.group, status | suffixes.channelBits, index1, index2)
        add(Part(umps: [Message(head, value)]))
    }

    private mutating func controllerNumber() throws(Problem) -> UInt8 {
        let word = take() ?? ""
        if let number = UInt8(word), number <= 127 { return number }
        if let number = ControllerNames.controller(Array(word.utf8).span) { return number }
        throw Problem(message: "'cc \(word)': it must be cc and a number 0..127 or a name")
    }

    /// Reads two numbers 0..127 with a slash.
    private mutating func parameter(_ shown: String) throws(Problem) -> (UInt8, UInt8) {
        let word = take() ?? ""
        let parts = word.split(separator: "/", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 2, let first = parts[0], let second = parts[1], first <= 127, second <= 127 else {
            throw Problem(message: "'\(shown) \(word)': it must be two numbers 0..127 with a slash, such as 0/5")
        }
        return (first, second)
    }
}
