/// Kana as the HD44780 has them: half-width katakana, where the voiced and half-voiced marks are letters of their own.
enum Katakana {
    /// U+309B, which makes カ into ガ.
    static let voiced: UInt32 = 0x309B
    /// U+309C, which makes ハ into パ.
    static let halfVoiced: UInt32 = 0x309C

    /// A letter without its mark, and the mark; 0 where it has none. Hiragana become katakana.
    static func split(_ scalar: UInt32) -> (base: UInt32, mark: UInt32) {
        let kana = 0x3041...0x3096 ~= scalar ? scalar + 0x60 : scalar
        switch kana {
        case 0x30AB...0x30C2 where (kana - 0x30AB) % 2 == 1: return (kana - 1, voiced)
        case 0x30C4...0x30C9 where (kana - 0x30C4) % 2 == 1: return (kana - 1, voiced)
        case 0x30CF...0x30DD where (kana - 0x30CF) % 3 == 1: return (kana - 1, voiced)
        case 0x30CF...0x30DD where (kana - 0x30CF) % 3 == 2: return (kana - 2, halfVoiced)
        case 0x30F4: return (0x30A6, voiced)
        default: return (kana, 0)
        }
    }

    /// The code in the A00 ROM, A1...DF; nil for what is no kana. A letter with a mark loses it.
    static func code(_ scalar: UInt32) -> UInt8? {
        if 0xFF61...0xFF9F ~= scalar { return UInt8(scalar - 0xFF61) + 0xA1 }
        return letter(split(scalar).base) ?? sign(scalar)
    }

    // Unicode lists each letter with its small or voiced forms beside it, the ROM in rows of plain letters.
    private static func letter(_ kana: UInt32) -> UInt8? {
        switch kana {
        case 0x30A1...0x30AA: pair(kana - 0x30A1, small: 0xA7, large: 0xB1)  // ァ ア … オ
        case 0x30AB...0x30C2: UInt8((kana - 0x30AB) / 2) + 0xB6  // カ … チ
        case 0x30C3: 0xAF  // ッ
        case 0x30C4...0x30C9: UInt8((kana - 0x30C4) / 2) + 0xC2  // ツ テ ト
        case 0x30CA...0x30CE: UInt8(kana - 0x30CA) + 0xC5  // ナ … ノ
        case 0x30CF...0x30DD: UInt8((kana - 0x30CF) / 3) + 0xCA  // ハ … ホ
        case 0x30DE...0x30E2: UInt8(kana - 0x30DE) + 0xCF  // マ … モ
        case 0x30E3...0x30E8: pair(kana - 0x30E3, small: 0xAC, large: 0xD4)  // ャ ヤ … ヨ
        case 0x30E9...0x30ED: UInt8(kana - 0x30E9) + 0xD7  // ラ … ロ
        case 0x30EE, 0x30EF: 0xDC  // ヮ ワ
        case 0x30F0: 0xB2  // ヰ, today イ
        case 0x30F1: 0xB4  // ヱ, today エ
        case 0x30F2: 0xA6  // ヲ
        case 0x30F3: 0xDD  // ン
        case 0x30F5: 0xB6  // ヵ
        case 0x30F6: 0xB9  // ヶ
        default: nil
        }
    }

    private static func sign(_ scalar: UInt32) -> UInt8? {
        switch scalar {
        case 0x3002: 0xA1  // 。
        case 0x300C: 0xA2  // 「
        case 0x300D: 0xA3  // 」
        case 0x3001: 0xA4  // 、
        case 0x30FB: 0xA5  // ・
        case 0x30FC: 0xB0  // ー
        case 0x3099, voiced: 0xDE
        case 0x309A, halfVoiced: 0xDF
        default: nil
        }
    }

    private static func pair(_ offset: UInt32, small: UInt8, large: UInt8) -> UInt8 {
        (offset % 2 == 0 ? small : large) + UInt8(offset / 2)
    }
}
