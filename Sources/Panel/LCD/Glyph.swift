/// User-defined characters: the LCD has eight, with the codes 0 to 7 (HD44780U, CGRAM).
///
/// The first four replace signs of D2 that are too small to be read while standing. As text, in `render` and the
/// simulator, they appear as the signs of D2. The capitals are missing in ROM A00, which has only the small letters.
package enum Glyph: UInt8, Sendable {
    case running, paused, stopped, beat
    case capitalA, capitalO, capitalU

    /// The number of glyphs.
    static let count = 7
    /// The scalar of the first glyph, in Unicode's private use area.
    private static let first: UInt32 = 0xE000

    /// The scalar that represents the glyph in a cell.
    var scalar: UInt32 { Glyph.first + UInt32(rawValue) }

    /// The character that the glyph represents in text: a sign of D2, or a letter.
    var text: UInt32 {
        switch self {
        case .running: UInt32(UInt8(ascii: ">"))
        case .paused: UInt32(UInt8(ascii: "|"))
        case .stopped: UInt32(UInt8(ascii: "."))
        case .beat: UInt32(UInt8(ascii: "o"))
        case .capitalA: 0xC4
        case .capitalO: 0xD6
        case .capitalU: 0xDC
        }
    }

    /// Returns the character of a cell in text: for a glyph, the character that it represents.
    static func text(_ scalar: UInt32) -> UInt32 {
        guard first..<first + UInt32(count) ~= scalar else { return scalar }
        return Glyph(rawValue: UInt8(scalar - first))?.text ?? scalar
    }

    /// Returns the LCD's character code of a glyph; nil if the scalar has no glyph.
    static func code(_ scalar: UInt32, _ set: CharacterSet) -> UInt8? {
        switch scalar {
        case first..<first + UInt32(count): UInt8(scalar - first)
        case 0xC4 where set == .a00: Glyph.capitalA.rawValue
        case 0xD6 where set == .a00: Glyph.capitalO.rawValue
        case 0xDC where set == .a00: Glyph.capitalU.rawValue
        default: nil
        }
    }

    /// The eight rows from the top, five dots each, the left dot in bit 4. The lowest row is that of the cursor.
    package var rows: InlineArray<8, UInt8> {
        switch self {
        case .running: [0b10000, 0b11000, 0b11100, 0b11110, 0b11100, 0b11000, 0b10000, 0b00000]
        case .paused: [0b11011, 0b11011, 0b11011, 0b11011, 0b11011, 0b11011, 0b11011, 0b00000]
        case .stopped: [0b00000, 0b00000, 0b11111, 0b11111, 0b11111, 0b11111, 0b11111, 0b00000]
        case .beat: [0b00000, 0b01110, 0b11111, 0b11111, 0b11111, 0b01110, 0b00000, 0b00000]
        case .capitalA: [0b01010, 0b00000, 0b01110, 0b10001, 0b11111, 0b10001, 0b10001, 0b00000]
        case .capitalO: [0b01010, 0b00000, 0b01110, 0b10001, 0b10001, 0b10001, 0b01110, 0b00000]
        case .capitalU: [0b01010, 0b00000, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110, 0b00000]
        }
    }
}
