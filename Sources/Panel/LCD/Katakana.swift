/// Converts kana to the half-width katakana of the HD44780, where voiced and half-voiced marks are separate characters.
enum Katakana {
    /// The voiced mark U+FF9E, which makes ｶ into ガ.
    static let voiced: UInt32 = 0xFF9E
    /// The half-voiced mark U+FF9F, which makes ﾊ into パ.
    static let halfVoiced: UInt32 = 0xFF9F

    /// Splits a letter into the letter without its mark, and the mark, or 0 if there is none. Hiragana become
    /// katakana.
    static func split(_ scalar: UInt32) -> (base: UInt32, mark: UInt32) {
        let kana = full(scalar)
        switch kana {
        case 0x30AB...0x30C2 where (kana - 0x30AB) % 2 == 1: return (kana - 1, voiced)
        case 0x30C4...0x30C9 where (kana - 0x30C4) % 2 == 1: return (kana - 1, voiced)
        case 0x30CF...0x30DD where (kana - 0x30CF) % 3 == 1: return (kana - 1, voiced)
        case 0x30CF...0x30DD where (kana - 0x30CF) % 3 == 2: return (kana - 2, halfVoiced)
        case 0x30F4: return (0x30A6, voiced)
        default: return (kana, 0)
        }
    }

    /// Returns the half-width letter or sign, U+FF61...U+FF9F, of a full-width letter or sign without a mark; nil for
    /// other scalars.
    static func halfWidth(_ kana: UInt32) -> UInt32? {
        // In Unicode, full-width letters are next to their small or voiced forms, but half-width letters are in plain
        // order.
        switch kana {
        case 0xFF61...0xFF9F: kana
        case 0x30A1...0x30AA: pair(kana - 0x30A1, small: 0xFF67, large: 0xFF71)  // ァ ア … オ
        case 0x30AB...0x30C2: (kana - 0x30AB) / 2 + 0xFF76  // カ … チ
        case 0x30C3: 0xFF6F  // ッ
        case 0x30C4...0x30C9: (kana - 0x30C4) / 2 + 0xFF82  // ツ テ ト
        case 0x30CA...0x30CE: kana - 0x30CA + 0xFF85  // ナ … ノ
        case 0x30CF...0x30DD: (kana - 0x30CF) / 3 + 0xFF8A  // ハ … ホ
        case 0x30DE...0x30E2: kana - 0x30DE + 0xFF8F  // マ … モ
        case 0x30E3...0x30E8: pair(kana - 0x30E3, small: 0xFF6C, large: 0xFF94)  // ャ ヤ … ヨ
        case 0x30E9...0x30ED: kana - 0x30E9 + 0xFF97  // ラ … ロ
        case 0x30EE, 0x30EF: 0xFF9C  // ヮ ワ
        case 0x30F0: 0xFF72  // ヰ, today イ
        case 0x30F1: 0xFF74  // ヱ, today エ
        case 0x30F2: 0xFF66  // ヲ
        case 0x30F3: 0xFF9D  // ン
        case 0x30F5: 0xFF76  // ヵ
        case 0x30F6: 0xFF79  // ヶ
        default: sign(kana)
        }
    }

    /// Returns the romanization of a kana (Hepburn) for displays without kana, up to three letters; nil for others.
    static func romaji(_ scalar: UInt32) -> DisplayText<3>? {
        // Three columns for each letter, from U+30A1.
        let sounds: StaticString = """
            a  a  i  i  u  u  e  e  o  o  \
            ka ga ki gi ku gu ke ge ko go \
            sa za shiji su zu se ze so zo \
            ta da chiji    tsuzu te de to do \
            na ni nu ne no \
            ha ba pa hi bi pi fu bu pu he be pe ho bo po \
            ma mi mu me mo \
            ya ya yu yu yo yo \
            ra ri ru re ro \
            wa wa i  e  o  n  vu ka ke \

            """
        let kana = full(scalar)
        guard 0x30A1...0x30F6 ~= kana else { return nil }
        var text = DisplayText<3>()
        for index in 0..<3 {
            let letter = sounds.utf8Start[Int(kana - 0x30A1) * 3 + index]
            if letter != UInt8(ascii: " ") { text.append(UInt32(letter)) }
        }
        return text
    }

    /// Converts hiragana to katakana.
    private static func full(_ scalar: UInt32) -> UInt32 { 0x3041...0x3096 ~= scalar ? scalar + 0x60 : scalar }

    private static func sign(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x3002: 0xFF61  // 。
        case 0x300C: 0xFF62  // 「
        case 0x300D: 0xFF63  // 」
        case 0x3001: 0xFF64  // 、
        case 0x30FB: 0xFF65  // ・
        case 0x30FC: 0xFF70  // ー
        case 0x3099, 0x309B: voiced
        case 0x309A, 0x309C: halfVoiced
        default: nil
        }
    }

    private static func pair(_ offset: UInt32, small: UInt32, large: UInt32) -> UInt32 {
        (offset % 2 == 0 ? small : large) + offset / 2
    }
}
