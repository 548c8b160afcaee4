/// Decodes the input of a terminal: plain bytes, and the sequences of the arrow keys, PgUp, PgDn, Home and End
/// (ECMA-48, VT100 and VT220).
struct TerminalKeys {
    enum Key: Equatable {
        case character(UInt8)
        case up, down, left, right
        case pageUp, pageDown, home, end
    }

    private enum State {
        case plain, escape, sequence
    }

    private var state = State.plain
    private var escapeAt: UInt64 = 0
    /// The numbers in a sequence, with all digits joined.
    private var number = 0

    /// Nanoseconds after Escape in which a following byte belongs to its sequence.
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
            number = 0
            return nil
        case .sequence:
            if 0x20..<0x40 ~= byte {
                let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                if isDigit && number < 100 { number = 10 * number + Int(byte - UInt8(ascii: "0")) }
                return nil
            }
            state = .plain
            return TerminalKeys.key(byte, number)
        }
    }

    /// The key of a sequence by its final byte and its number.
    private static func key(_ final: UInt8, _ number: Int) -> Key? {
        switch (final, number) {
        case (UInt8(ascii: "A"), _): .up
        case (UInt8(ascii: "B"), _): .down
        case (UInt8(ascii: "C"), _): .right
        case (UInt8(ascii: "D"), _): .left
        case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): .home
        case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): .end
        case (UInt8(ascii: "~"), 5): .pageUp
        case (UInt8(ascii: "~"), 6): .pageDown
        default: nil
        }
    }
}
