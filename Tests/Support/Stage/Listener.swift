/// A synthesizer at an output, as the MIDI 1.0 specification has it and not as our parser does: it hears bytes, and
/// says what sounds, and what of them no sender may ever send.
package struct Listener {
    package private(set) var problems: [String] = []
    private var notes: Set<Int> = []
    private var pedals: [Int: UInt8] = [:]
    private var bends: [Int: Int] = [:]
    private var pressures: [Int: UInt8] = [:]
    private var message: [UInt8] = []
    private var isInSysEx = false
    /// Whether other messages may come between the pieces of a SysEx, as those of network MIDI do (N5).
    private let isInterleaved: Bool

    package init(isInterleaved: Bool = false) { self.isInterleaved = isInterleaved }

    /// What does not rest; empty when all is quiet.
    package var hanging: [String] {
        var hanging = notes.sorted().map { "note \($0 & 127) on channel \($0 >> 7 + 1)" }
        hanging += pedals.filter { $0.value > 0 }.keys.sorted().map { "CC \($0 & 127) on channel \($0 >> 7 + 1)" }
        hanging += bends.filter { $0.value != 8192 }.keys.sorted().map { "bend on channel \($0 + 1)" }
        hanging += pressures.filter { $0.value > 0 }.keys.sorted().map { "pressure on channel \($0 + 1)" }
        return hanging + (isInSysEx ? ["a SysEx"] : [])
    }

    /// The cable was pulled: what was half received is forgotten, what sounds goes on.
    package mutating func unplugged() {
        message = []
        isInSysEx = false
    }

    package mutating func hear(_ byte: UInt8) {
        switch byte {
        case 0xF8...0xFF:
            if byte == 0xF9 || byte == 0xFD { complain("undefined \(byte)") }
        case 0x00...0x7F:
            if isInSysEx && message.isEmpty { return }
            if message.isEmpty { return complain("data without status") }
            message.append(byte)
            finish()
        case 0xF7:
            if !isInSysEx { complain("F7 without F0") }
            isInSysEx = false
        default:
            let isBetween = isInterleaved && byte != 0xF0
            if isInSysEx && !isBetween { complain("status \(byte) inside a SysEx") }
            if !message.isEmpty { complain("status \(byte) inside a message") }
            if !isBetween { isInSysEx = byte == 0xF0 }
            message = byte == 0xF0 ? [] : [byte]
            if byte == 0xF4 || byte == 0xF5 { complain("undefined \(byte)") }
            finish()
        }
    }

    private mutating func complain(_ what: String) { problems.append(what) }

    private mutating func finish() {
        guard let status = message.first else { return }
        let length =
            switch status {
            case 0xC0...0xDF, 0xF1, 0xF3: 2
            case 0xF6: 1
            default: 3
            }
        if message.count < length { return }
        act(status, message)
        message = []
    }

    private mutating func act(_ status: UInt8, _ message: [UInt8]) {
        let channel = Int(status & 15)
        switch status & 0xF0 {
        case 0x90 where message[2] > 0: notes.insert(channel << 7 | Int(message[1]))
        case 0x80, 0x90: notes.remove(channel << 7 | Int(message[1]))
        case 0xB0 where [64, 66, 69].contains(message[1]): pedals[channel << 7 | Int(message[1])] = message[2]
        case 0xB0 where message[1] == 120 || message[1] == 123: notes = notes.filter { $0 >> 7 != channel }
        case 0xD0: pressures[channel] = message[1]
        case 0xE0: bends[channel] = Int(message[2]) << 7 | Int(message[1])
        default: break
        }
    }
}
