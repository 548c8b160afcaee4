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

    /// The codes from E0 in ROM A00, sixteen a line; a dot for a code without a character of its own.
    private static var japaneseSigns: StaticString {
        """
        αäβεµσρ.√...¢£ñö\
        ..θ∞ΩüΣπ..千万円÷.█
        """
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
        case 0xDF: 0xE2  // ß, as β
        case 0x3BC: 0xE4  // µ
        default: Scalars.index(of: scalar, in: japaneseSigns).map { 0xE0 + UInt8($0) }
        }
    }

    /// The codes from 10 in ROM A02, as `japaneseSigns`.
    private static var europeanSigns: StaticString { "▶◀“”..●.↑↓→←≤≥▲▼" }

    /// The codes from 80 in ROM A02 that are not those of Latin-1, as `japaneseSigns`.
    private static var europeanLetters: StaticString {
        """
        БДЖЗИЙЛПУЦЧШЩЪЫЭ\
        α♪ΓπΣσ♬τ🔔θΩδ∞♥ε.\
        ‖.......ƒ...ЮЯ.´\
        °....μ..ω
        """
    }

    /// Letters that look like others in ROM A02, each followed by the other letter.
    private static var twins: StaticString { "АAВBГΓЕEЁËКKМMНHОOРPСCТTФØΦØХXЬb" }

    /// Returns the code in ROM A02 of a character beyond ASCII; nil if there is none.
    private static func european(_ scalar: UInt32) -> UInt8? {
        if let twin = Scalars.second(after: scalar, in: twins) { return code(twin, .a02) }
        switch scalar {
        case 0xA0, 0xA8, 0xAC, 0xAD, 0xAF, 0xB0, 0xB4, 0xB8: break
        case 0xA1...0xFF: return UInt8(scalar)
        default: break
        }
        if let index = Scalars.index(of: scalar, in: europeanSigns) { return 0x10 + UInt8(index) }
        return Scalars.index(of: scalar, in: europeanLetters).map { 0x80 + UInt8($0) }
    }
}
