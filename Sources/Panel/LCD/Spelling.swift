/// Spells a scalar with characters that a display has, if the display lacks the scalar itself.
enum Spelling {
    /// Returns up to four cells that the display can show; none for a scalar without a cell.
    static func cells(_ scalar: UInt32, _ set: CharacterSet) -> DisplayText<4> {
        if Composition.hasNoCell(scalar) { return DisplayText() }
        let same = equivalent(scalar)
        if set.has(same) { return DisplayText(scalar: same) }
        if let kana = kana(same, set) { return kana }
        // ROM A02 has only the Cyrillic capitals.
        if set == .a02, let capital = cyrillicCapital(same) { return DisplayText(scalar: capital) }
        if let letter = LatinLetters.plain(same) { return DisplayText(scalar: UInt32(letter)) }
        if let spelling = Transliteration.spelling(same) { return spelling }
        return DisplayText(pictogram(same) ?? "?")
    }

    /// Returns the preferred one of several scalars that look alike: full-width forms, the ohm, the sum.
    private static func equivalent(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0xFF01...0xFF5E: scalar - 0xFEE0
        case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: 0x20
        case 0x2010...0x2015, 0x2212, 0x30A0: 0x2D
        case 0xFFE5: 0xA5
        case 0xBA, 0x2DA: 0xB0
        case 0x2022, 0x2219, 0x22C5: 0xB7
        case 0x2126: 0x3A9
        case 0x2211: 0x3A3
        case 0x212B: 0xC5
        case 0x3AC: 0x3B1
        case 0x3AD: 0x3B5
        case 0x2764, 0x2661, 0x1F493...0x1F49F, 0x1F90D, 0x1F90E, 0x1F9E1: 0x2665
        case 0x266B, 0x1F3B5, 0x1F3BC: 0x266A
        case 0x1F3B6: 0x266C
        case 0x25BA: 0x25B6
        case 0x1F1E6...0x1F1FF: scalar - 0x1F1E6 + 0x41  // flags are shown as the letters of their countries
        default: scalar
        }
    }

    private static func kana(_ scalar: UInt32, _ set: CharacterSet) -> DisplayText<4>? {
        var text = DisplayText<4>()
        if set != .a00 {
            guard let romaji = Katakana.romaji(scalar) else { return scalar == 0x30FC ? DisplayText("-") : nil }
            for index in 0..<romaji.count { text.append(romaji[index]) }
            return text
        }
        let split = Katakana.split(scalar)
        guard let letter = Katakana.halfWidth(split.base) else { return nil }
        text.append(letter)
        if split.mark != 0 { text.append(split.mark) }
        return text
    }

    private static func cyrillicCapital(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x430...0x44F: scalar - 0x20
        case 0x451: 0x401
        default: nil
        }
    }

    /// Spells a pictogram.
    private static func pictogram(_ scalar: UInt32) -> StaticString? {
        switch scalar {
        case 0x1F600...0x1F64F: ":)"
        // Any other one, to show that there is one.
        case 0x25A0...0x27BF, 0x2B00...0x2BFF, 0x1F000...0x1FAFF: "*"
        default: nil
        }
    }
}
