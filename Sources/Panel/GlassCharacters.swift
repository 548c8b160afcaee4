/// The characters of the HD44780 with ROM code A00 (Hitachi HD44780U data sheet, table 4).
public enum GlassCharacters {
    /// The code for a Unicode scalar: its own where the ROM has it, else that of the nearest letter or sign, else `?`.
    public static func code(_ scalar: UInt32) -> UInt8 {
        switch scalar {
        case 0x5C: UInt8(ascii: "/")  // a yen sign stands at \
        case 0x7E: UInt8(ascii: "-")  // and an arrow at ~
        case 0x20..<0x7E: UInt8(scalar)
        case 0xFF01...0xFF5E: code(scalar - 0xFEE0)  // full-width ASCII
        default: special(scalar) ?? Katakana.code(scalar) ?? plainLetter(scalar) ?? sign(scalar) ?? UInt8(ascii: "?")
        }
    }

    /// What the ROM has beside ASCII and katakana.
    private static func special(_ scalar: UInt32) -> UInt8? {
        switch scalar {
        case 0xA5, 0xFFE5: 0x5C  // ¥
        case 0x2192: 0x7E  // →
        case 0x2190: 0x7F  // ←
        case 0xB7, 0x2022: 0xA5  // · •
        case 0xB0, 0xBA: 0xDF  // °
        case 0x3B1: 0xE0  // α
        case 0xE4: 0xE1  // ä
        case 0xDF, 0x3B2: 0xE2  // ß β
        case 0x3B5: 0xE3  // ε
        case 0xB5, 0x3BC: 0xE4  // µ
        case 0x3C3: 0xE5  // σ
        case 0x3C1: 0xE6  // ρ
        case 0x221A: 0xE8  // √
        case 0xA2: 0xEC  // ¢
        case 0xA3: 0xED  // £
        case 0xF1: 0xEE  // ñ
        case 0xF6: 0xEF  // ö
        case 0x3B8: 0xF2  // θ
        case 0x221E: 0xF3  // ∞
        case 0x3A9, 0x2126: 0xF4  // Ω
        case 0xFC: 0xF5  // ü
        case 0x3A3, 0x2211: 0xF6  // Σ
        case 0x3C0: 0xF7  // π
        case 0x5343: 0xFA  // 千
        case 0x4E07: 0xFB  // 万
        case 0x5186: 0xFC  // 円
        case 0xF7: 0xFD  // ÷
        case 0x2588: 0xFF  // █
        default: nil
        }
    }

    /// The base letter of a Latin letter with a sign on it, U+00C0...U+017F.
    private static func plainLetter(_ scalar: UInt32) -> UInt8? {
        // Sixteen a line, as the code charts have them.
        let letters: StaticString = """
            AAAAAAACEEEEIIII\
            DNOOOOOxOUUUUYPs\
            aaaaaaaceeeeiiii\
            dnooooo/ouuuuypy\
            AaAaAaCcCcCcCcDd\
            DdEeEeEeEeEeGgGg\
            GgGgHhHhIiIiIiIi\
            IiIiJjKkkLlLlLlL\
            lLlNnNnNnnNnOoOo\
            OoOoRrRrRrSsSsSs\
            SsTtTtTtUuUuUuUu\
            UuUuWwYyYZzZzZzs
            """
        guard 0xC0...0x17F ~= scalar else { return nil }
        return letters.utf8Start[Int(scalar - 0xC0)]
    }

    /// Signs that have a look-alike in ASCII.
    private static func sign(_ scalar: UInt32) -> UInt8? {
        switch scalar {
        case 0xA0, 0x2000...0x200A, 0x3000: UInt8(ascii: " ")
        case 0x2010...0x2015, 0x2212: UInt8(ascii: "-")
        case 0x2018...0x201B, 0xB4, 0x2032: UInt8(ascii: "'")
        case 0x201C...0x201F, 0x2033, 0xAB, 0xBB: UInt8(ascii: "\"")
        case 0x2026: UInt8(ascii: ".")
        case 0x20AC: UInt8(ascii: "E")
        case 0x266D: UInt8(ascii: "b")
        case 0x266F: UInt8(ascii: "#")
        case 0xA1: UInt8(ascii: "!")
        case 0xA6: UInt8(ascii: "|")
        case 0xB9: UInt8(ascii: "1")
        case 0xB2: UInt8(ascii: "2")
        case 0xB3: UInt8(ascii: "3")
        case 0x218, 0x219: scalar == 0x218 ? UInt8(ascii: "S") : UInt8(ascii: "s")
        case 0x21A, 0x21B: scalar == 0x21A ? UInt8(ascii: "T") : UInt8(ascii: "t")
        default: nil
        }
    }
}
