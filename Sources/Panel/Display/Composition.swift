/// Composes a letter and a combining mark into one scalar (Unicode normalization form C), for the letters of the
/// displays. File names and files from a Mac often contain such pairs.
enum Composition {
    /// Whether a scalar has no cell of its own: marks, joiners, variation selectors and skin tones.
    static func hasNoCell(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xAD, 0x300...0x36F, 0x1AB0...0x1AFF, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x20D0...0x20FF,
            0x3099, 0x309A, 0xFE00...0xFE0F, 0xFEFF, 0x1F3FB...0x1F3FF, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// Returns the letter with the mark as one scalar; nil if Unicode has no such scalar.
    static func composed(_ letter: UInt32, _ mark: UInt32) -> UInt32? {
        switch mark {
        case 0x3099, 0x309A: kana(letter, mark)
        case 0x306 where letter == 0x418 || letter == 0x438: letter + 1  // Й й
        case 0x308 where letter == 0x415: 0x401  // Ё
        case 0x308 where letter == 0x435: 0x451  // ё
        default: latin(letter, mark)
        }
    }

    // In Unicode the voiced letter follows the plain one, and the half-voiced letter follows the voiced one.
    private static func kana(_ letter: UInt32, _ mark: UInt32) -> UInt32? {
        if letter == 0x30A6 || letter == 0x3046 { return mark == 0x3099 ? letter + 0x4E : nil }  // ヴ ゔ
        let candidate = letter + (mark == 0x3099 ? 1 : 2)
        let split = Katakana.split(candidate)
        let plain = Katakana.split(letter)
        guard split.base == plain.base, plain.mark == 0 else { return nil }
        return split.mark == (mark == 0x3099 ? Katakana.voiced : Katakana.halfVoiced) ? candidate : nil
    }

    /// The letters of U+00C0...U+00FF without marks, sixteen a line as in the code charts; a dot if there is no mark.
    private static var latinLetters: StaticString {
        """
        AAAAAA.CEEEEIIII\
        .NOOOOO..UUUUY..\
        aaaaaa.ceeeeiiii\
        .nooooo..uuuuy.y
        """
    }

    /// The marks of these letters, as ASCII characters of similar shape.
    private static var latinMarks: StaticString {
        """
        `'^~:o.,`'^:`'^:\
        .~`'^~:..`'^:'..\
        `'^~:o.,`'^:`'^:\
        .~`'^~:..`'^:'.:
        """
    }

    private static func latin(_ letter: UInt32, _ mark: UInt32) -> UInt32? {
        guard let sign = sign(mark) else { return nil }
        for index in 0..<64
        where UInt32(latinLetters.utf8Start[index]) == letter && latinMarks.utf8Start[index] == sign {
            return 0xC0 + UInt32(index)
        }
        return nil
    }

    /// Returns the letter of U+00C0...U+00FF without the mark, and the ASCII character of the mark; nil for other
    /// scalars.
    static func latinParts(_ scalar: UInt32) -> (letter: UInt32, mark: UInt8)? {
        guard 0xC0...0xFF ~= scalar else { return nil }
        let index = Int(scalar - 0xC0)
        let mark = latinMarks.utf8Start[index]
        return mark == UInt8(ascii: ".") ? nil : (UInt32(latinLetters.utf8Start[index]), mark)
    }

    private static func sign(_ mark: UInt32) -> UInt8? {
        switch mark {
        case 0x300: UInt8(ascii: "`")
        case 0x301: UInt8(ascii: "'")
        case 0x302: UInt8(ascii: "^")
        case 0x303: UInt8(ascii: "~")
        case 0x308: UInt8(ascii: ":")
        case 0x30A: UInt8(ascii: "o")
        case 0x327: UInt8(ascii: ",")
        default: nil
        }
    }
}
