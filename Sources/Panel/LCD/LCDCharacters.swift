/// The character codes of the HD44780 (HD44780U data sheet, table 4).
package enum LCDCharacters {
    /// Returns the code of a Unicode scalar, from the ROM or of a `Glyph`; nil if there is none.
    package static func code(_ scalar: UInt32, _ set: CharacterSet) -> UInt8? {
        if let glyph = Glyph.code(scalar, set) { return glyph }
        switch scalar {
        case 0x5C, 0x7E: return set == .a02 ? UInt8(scalar) : nil  // in A00 these codes are ¥ and →
        case 0x20..<0x7E: return UInt8(scalar)
        default: return set == .a00 ? japanese(scalar) : european(scalar)
        }
    }

    /// Returns the code in ROM A00 of a character beyond ASCII; nil if there is none.
    private static func japanese(_ scalar: UInt32) -> UInt8? {
        switch scalar {
        case 0xA5: 0x5C  // ¥
        case 0x2192: 0x7E  // →
        case 0x2190: 0x7F  // ←
        case 0xFF61...0xFF9F: UInt8(scalar - 0xFF61) + 0xA1  // ｡ ｢ ｣ ､ ･ ｦ … ﾝ ﾞ ﾟ
        case 0xB7: 0xA5  // ·
        case 0xB0: 0xDF  // °
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
        case 0x3A9: 0xF4  // Ω
        case 0xFC: 0xF5  // ü
        case 0x3A3: 0xF6  // Σ
        case 0x3C0: 0xF7  // π
        case 0x5343: 0xFA  // 千
        case 0x4E07: 0xFB  // 万
        case 0x5186: 0xFC  // 円
        case 0xF7: 0xFD  // ÷
        case 0x2588: 0xFF  // █
        default: nil
        }
    }

    /// Returns the code in ROM A02 of a character beyond ASCII: most of Latin-1 has its own codes.
    private static func european(_ scalar: UInt32) -> UInt8? {
        switch scalar {
        case 0xA0, 0xA8, 0xAC, 0xAD, 0xAF, 0xB0, 0xB4, 0xB8, 0xD8: other(scalar)
        case 0xA1...0xFF: UInt8(scalar)
        default: other(scalar)
        }
    }

    private static func other(_ scalar: UInt32) -> UInt8? {
        switch scalar {
        case 0x25B6: 0x10  // ▶
        case 0x25C0: 0x11  // ◀
        case 0x201C: 0x12  // “
        case 0x201D: 0x13  // ”
        case 0x25CF: 0x16  // ●
        case 0x2191: 0x18  // ↑
        case 0x2193: 0x19  // ↓
        case 0x2192: 0x1A  // →
        case 0x2190: 0x1B  // ←
        case 0x2264: 0x1C  // ≤
        case 0x2265: 0x1D  // ≥
        case 0x25B2: 0x1E  // ▲
        case 0x25BC: 0x1F  // ▼
        case 0x3B1: 0x90  // α
        case 0x266A: 0x91  // ♪
        case 0x393: 0x92  // Γ
        case 0x3C0: 0x93  // π
        case 0x3A3: 0x94  // Σ
        case 0x3C3: 0x95  // σ
        case 0x266C: 0x96  // ♬
        case 0x3C4: 0x97  // τ
        case 0x1F514: 0x98  // 🔔
        case 0x3B8: 0x99  // θ
        case 0x3A9: 0x9A  // Ω
        case 0x3B4: 0x9B  // δ
        case 0x221E: 0x9C  // ∞
        case 0x2665: 0x9D  // ♥
        case 0x3B5: 0x9E  // ε
        case 0x2016: 0xA0  // ‖
        case 0x192: 0xA8  // ƒ
        case 0xB4: 0xAF  // ´
        case 0xB0: 0xB0  // °, a small circle
        case 0x3BC: 0xB5  // µ
        case 0x3C9: 0xB8  // ω
        case 0xD8, 0x3A6: 0xD8  // Ø, Φ
        default: cyrillic(scalar)
        }
    }

    /// Returns the code in ROM A02 of a capital А … Я or Ё: its own, or that of a Latin or Greek letter of equal
    /// shape.
    private static func cyrillic(_ scalar: UInt32) -> UInt8? {
        let codes: InlineArray<32, UInt8> = [
            0x41, 0x80, 0x42, 0x92, 0x81, 0x45, 0x82, 0x83,  // А Б В Г Д Е Ж З
            0x84, 0x85, 0x4B, 0x86, 0x4D, 0x48, 0x4F, 0x87,  // И Й К Л М Н О П
            0x50, 0x43, 0x54, 0x88, 0xD8, 0x58, 0x89, 0x8A,  // Р С Т У Ф Х Ц Ч
            0x8B, 0x8C, 0x8D, 0x8E, 0x62, 0x8F, 0xAC, 0xAD,  // Ш Щ Ъ Ы Ь Э Ю Я
        ]
        if scalar == 0x401 { return 0xCB }  // Ё
        return 0x410...0x42F ~= scalar ? codes[Int(scalar - 0x410)] : nil
    }
}
