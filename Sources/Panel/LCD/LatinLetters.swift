/// Removes diacritics from Latin letters (U+00C0...U+024F as far as they are in use, U+1E00...U+1EF9).
enum LatinLetters {
    /// Returns the letter without its diacritic; nil for other scalars, and for letters that are spelt with several.
    static func plain(_ scalar: UInt32) -> UInt8? {
        switch scalar {
        case 0xC0...0x17F: letter(firstLetters, scalar - 0xC0)
        case 0x1CD...0x1DC: letter(caronLetters, scalar - 0x1CD)
        case 0x200...0x21B: letter(commaLetters, scalar - 0x200)
        case 0x1E00...0x1E95: letter(dottedLetters, scalar - 0x1E00)
        case 0x1EA0...0x1EB7: cased("A", scalar)
        case 0x1EB8...0x1EC7: cased("E", scalar)
        case 0x1EC8...0x1ECB: cased("I", scalar)
        case 0x1ECC...0x1EE3: cased("O", scalar)
        case 0x1EE4...0x1EF1: cased("U", scalar)
        case 0x1EF2...0x1EF9: cased("Y", scalar)
        case 0x1A0, 0x1A1: scalar == 0x1A0 ? UInt8(ascii: "O") : UInt8(ascii: "o")
        case 0x1AF, 0x1B0: scalar == 0x1AF ? UInt8(ascii: "U") : UInt8(ascii: "u")
        case 0x192: UInt8(ascii: "f")
        default: nil
        }
    }

    /// Sixteen letters a line, as in the code charts; a dot for a letter that is spelt with several.
    private static var firstLetters: StaticString {
        """
        AAAAAA.CEEEEIIII\
        DNOOOOO.OUUUUY..\
        aaaaaa.ceeeeiiii\
        dnooooo.ouuuuy.y\
        AaAaAaCcCcCcCcDd\
        DdEeEeEeEeEeGgGg\
        GgGgHhHhIiIiIiIi\
        Ii..JjKkkLlLlLlL\
        lLlNnNnNnnNnOoOo\
        Oo..RrRrRrSsSsSs\
        SsTtTtTtUuUuUuUu\
        UuUuWwYyYZzZzZzs
        """
    }

    private static var caronLetters: StaticString { "AaIiOoUuUuUuUuUu" }

    private static var commaLetters: StaticString { "AaAaEeEeIiIiOoOoRrRrUuUuSsTt" }

    private static var dottedLetters: StaticString {
        """
        AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMmMmMm\
        NnNnNnNnOoOoOoOoPpPpRrRrRrRrSsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVvWwWwWwWwWwXxXxYyZzZzZz
        """
    }

    private static func letter(_ letters: StaticString, _ index: UInt32) -> UInt8? {
        let letter = letters.utf8Start[Int(index)]
        return letter == UInt8(ascii: ".") ? nil : letter
    }

    /// Returns the capital for an even scalar, and the small letter for an odd one.
    private static func cased(_ capital: Unicode.Scalar, _ scalar: UInt32) -> UInt8 {
        UInt8(capital.value) | (scalar % 2 == 0 ? 0 : 0x20)
    }
}
