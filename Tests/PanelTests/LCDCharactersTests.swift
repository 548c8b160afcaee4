import Panel
import Testing

@Suite struct LCDCharactersTests {
    // HD44780U data sheet, table 4, ROM code A00
    @Test(arguments: [
        ("A", 0x41), (" ", 0x20), ("}", 0x7D), ("¥", 0x5C), ("→", 0x7E), ("←", 0x7F), ("°", 0xDF), ("ä", 0xE1),
        ("ö", 0xEF),
        ("ü", 0xF5), ("ß", 0xE2), ("ñ", 0xEE), ("µ", 0xE4), ("Ω", 0xF4), ("÷", 0xFD), ("√", 0xE8), ("Σ", 0xF6),
        ("Ä", 4), ("Ö", 5), ("Ü", 6), ("｡", 0xA1), ("ｦ", 0xA6), ("ｯ", 0xAF), ("ｰ", 0xB0), ("ｱ", 0xB1), ("ﾟ", 0xDF),
    ])
    func japaneseROM(text: String, code: Int) throws {
        #expect(LCDCharacters.code(try scalar(text), .a00) == UInt8(code))
    }

    // Table 4, ROM code A02
    @Test(arguments: [
        ("A", 0x41), ("\\", 0x5C), ("~", 0x7E), ("Ä", 0xC4), ("ä", 0xE4), ("ß", 0xDF), ("é", 0xE9), ("Å", 0xC5),
        ("ø", 0xF8),
        ("Ø", 0xD8), ("Я", 0xAD), ("Ж", 0x82), ("Н", 0x48), ("Г", 0x92), ("♪", 0x91), ("→", 0x1A), ("“", 0x12),
        ("ƒ", 0xA8),
        ("°", 0xB0), ("´", 0xAF), ("¡", 0xA1), ("ÿ", 0xFF),
    ])
    func europeanROM(text: String, code: Int) throws {
        #expect(LCDCharacters.code(try scalar(text), .a02) == UInt8(code))
    }

    @Test(arguments: [("\\", CharacterSet.a00), ("~", .a00), ("é", .a00), ("日", .a00), ("ｱ", .a02), ("日", .a02)])
    func romLacksOtherCharacters(text: String, set: CharacterSet) throws {
        #expect(LCDCharacters.code(try scalar(text), set) == nil)
    }

    private func scalar(_ text: String) throws -> UInt32 { try #require(text.unicodeScalars.first).value }
}

@Suite struct SpellingTests {
    // Characters of the display are shown as they are, others are spelt with its letters.
    @Test(arguments: [
        ("Übung öfter, süß", "Übung öfter, süß", "Übung öfter, süß"),
        ("Señor Ñandú", "Señor Nandu", "Señor Ñandú"), ("Café Åse Łódź", "Cafe Ase Lodz", "Café Åse Lódz"),
        ("Æther œuvre Þór", "AEther oeuvre Thor", "Æther oeuvre Þór"), ("Việt Tiếng", "Viet Tieng", "Viet Tieng"),
        ("a\\b~", "a/b-", "a\\b~"), ("“x” ‘y’ – z…", "\"x\" 'y' - z...", "“x” 'y' - z..."),
        ("½ 10 € ©", "1/2 10 EUR (c)", "½ 10 EUR ©"), ("C♯ D♭", "C# Db", "C# Db"), ("Ａ１！", "A1!", "A1!"),
        ("ギター", "ｷﾞﾀｰ", "gita-"), ("がっき", "ｶﾞｯｷ", "gaki"), ("ﾊﾟ", "ﾊﾟ", "??"), ("「ヲ」。", "｢ｦ｣｡", "?o??"),
        ("Привет, Щука", "Privet, Shchuka", "ПРИВЕТ, ЩУКА"), ("Ёж", "Yozh", "ЁЖ"), ("Ψαλμός", "Psαlμos", "Psαlμos"),
        ("100 Ω", "100 Ω", "100 Ω"), ("日本", "??", "??"), ("🎹!", "*!", "*!"), ("❤\u{FE0F}", "<3", "♥"),
        ("🇩🇪", "DE", "DE"),
        ("👍🏽", "*", "*"), ("🙂", ":)", ":)"), ("\u{7}x", "?x", "?x"),
    ])
    func textIsSpeltWithTheCharactersOfTheDisplay(text: String, japanese: String, european: String) {
        #expect(shown(text, .a00) == japanese)
        #expect(shown(text, .a02) == european)
    }

    // NFD, the form that macOS writes
    @Test(arguments: ["Überleitung", "Ñandú", "garçon", "Ångström", "Señor ÿ", "ガギパヴ", "がぱゔ", "Йод ёж Ё"])
    func decomposedLettersAreLikeComposedOnes(text: String) {
        let decomposed = SpellingTests.decomposed(text)
        #expect(decomposed.count > text.unicodeScalars.count)
        for set in [CharacterSet.a00, .a02] { #expect(shown(decomposed, set) == shown(text.unicodeScalars, set)) }
    }

    @Test func otherCombiningMarksTakeNoCell() {
        #expect(shown("x\u{308}y\u{200D}z\u{FE0F}", .a00) == "xy")
        #expect(shown("\u{301}a", .a00) == "a")
        #expect(shown("👨\u{200D}👩\u{200D}👧!", .a00) == "*!")
    }

    @Test func everyCellHasACode() {
        for set in [CharacterSet.a00, .a02] {
            for value in [0..<0x600, 0x1E00..<0x3200, 0xFE00..<0x1_0000, 0x1_F000..<0x1_FB00].joined() {
                guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
                var state = DisplayState()
                state.name = DisplayText(CollectionOfOne(scalar))
                let frame = DisplayFrame(state, at: 0, columns: 16, rows: 2, characters: set)
                for column in 0..<16 {
                    let cell = frame[0, column]
                    guard LCDCharacters.code(cell, set) == nil else { continue }
                    Issue.record("U+\(String(value, radix: 16)) is shown as U+\(String(cell, radix: 16))")
                }
            }
        }
    }

    private func shown(_ text: String, _ set: CharacterSet) -> String { shown(Array(text.unicodeScalars), set) }

    private func shown(_ text: some Sequence<Unicode.Scalar>, _ set: CharacterSet) -> String {
        var frame = DisplayFrame(columns: 20, rows: 2, characters: set)
        frame.replace(row: 0, with: DisplayText<30>(text))
        var row = frame.text.prefix { $0 != "|" }
        while row.last == " " { row.removeLast() }
        return String(row)
    }

    /// Letters and marks as separate scalars, written by hand, because the standard library has no public
    /// normalization.
    private static func decomposed(_ text: String) -> [Unicode.Scalar] {
        let parts: [Character: String] = [
            "Ü": "U\u{308}", "Ñ": "N\u{303}", "ú": "u\u{301}", "ç": "c\u{327}", "Å": "A\u{30A}", "ö": "o\u{308}",
            "ñ": "n\u{303}",
            "ÿ": "y\u{308}", "ガ": "カ\u{3099}", "ギ": "キ\u{3099}", "パ": "ハ\u{309A}", "ヴ": "ウ\u{3099}", "が": "か\u{3099}",
            "ぱ": "は\u{309A}", "ゔ": "う\u{3099}", "Й": "И\u{306}", "ё": "е\u{308}", "Ё": "Е\u{308}",
        ]
        return text.flatMap { Array((parts[$0] ?? String($0)).unicodeScalars) }
    }
}
