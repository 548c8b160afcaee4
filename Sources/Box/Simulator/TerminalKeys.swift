/// Decodes the input of a terminal: plain bytes and the sequences of the arrow keys (ECMA-48, cursor keys of VT100).
struct TerminalKeys {
    enum Key: Equatable {
        case character(UInt8)
        case up, down, left, right
    }

    private enum State {
        case plain, escape, sequence
    }

    private var state = State.plain
    private var escapeAt: UInt64 = 0

    /// Nanoseconds. A byte that follows Escape later than this does not belong to a sequence.
    private static let escapeTime: UInt64 = 100_000_000

    mutating func feed(_ byte: UInt8, at now: UInt64) -> Key? {
        if state != .plain && now - escapeAt > TerminalKeys.escapeTime { state = .plain }
        switch state {
        case .plain:
            if byte == 0x1B {
                state = .escape
                escapeAt = now
                return nil
            }
            return byte < 0x80 ? .character(byte) : nil
        case .escape:
            // Escape followed by another byte is a letter with Alt, which is ignored.
            state = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .plain
            return nil
        case .sequence:
            if 0x20..<0x40 ~= byte { return nil }
            state = .plain
            switch byte {
            case UInt8(ascii: "A"): return .up
            case UInt8(ascii: "B"): return .down
            case UInt8(ascii: "C"): return .right
            case UInt8(ascii: "D"): return .left
            default: return nil
            }
        }
    }
}
