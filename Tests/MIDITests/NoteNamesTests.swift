import MIDI
import Testing

@Suite struct NoteNamesTests {
    private func note(_ name: String, middleC: Int = 4, _ language: NoteLanguage = .english) -> UInt8? {
        let bytes = Array(name.utf8)
        return NoteNames.note(bytes.span, middleC: middleC, language: language)
    }

    private func tone(_ name: String, _ language: NoteLanguage = .english) -> UInt8? {
        let bytes = Array(name.utf8)
        return NoteNames.tone(bytes.span, language: language)
    }

    private func isAmbiguous(_ name: String, _ language: NoteLanguage) -> Bool {
        let bytes = Array(name.utf8)
        return NoteNames.isAmbiguous(bytes.span, language: language)
    }

    @Test(
        arguments: [
            ("C4", 60), ("C-1", 0), ("G9", 127), ("F#3", 54), ("Gb3", 54), ("c4", 60), ("bb3", 58), ("A#3", 58),
            ("Cb4", 59), ("B3", 59), ("B#3", 60), ("E#4", 65), ("Fb4", 64), ("C0", 12), ("B#-2", 0), ("Abb", nil),
            ("G#9", nil), ("Cb-1", nil), ("C-2", nil), ("C10", nil), ("H3", nil), ("C", nil), ("", nil), ("4", nil),
            ("C##4", nil), ("C4 ", nil), (" C4", nil), ("C04", nil), ("C--1", nil), ("C-", nil), ("C+4", nil),
            ("C100", nil), ("CB4", nil), ("Do4", nil), ("C4x", nil), ("#4", nil),
        ] as [(String, UInt8?)])
    func englishNamesAreRead(name: String, expected: UInt8?) {
        #expect(note(name) == expected)
    }

    @Test(arguments: [
        (3, "C3", "C-2", "G8"), (4, "C4", "C-1", "G9"), (5, "C5", "C0", "G10"),
    ])
    func middleCMovesTheOctaves(middleC: Int, sixty: String, lowest: String, highest: String) {
        #expect(note(sixty, middleC: middleC) == 60)
        #expect(note(lowest, middleC: middleC) == 0)
        #expect(note(highest, middleC: middleC) == 127)
        #expect(NoteNames.octave(of: 60, middleC: middleC) == middleC)
    }

    @Test(arguments: NoteNames.middleC)
    func shownNamesAreReadBack(middleC: Int) {
        for key in UInt8(0)...127 {
            let name = "\(NoteNames.name(tone: Int(key) % 12))\(NoteNames.octave(of: key, middleC: middleC))"
            #expect(note(name, middleC: middleC) == key)
        }
    }

    @Test(arguments: [NoteLanguage.english, .german, .italian, .katakana, .japanese])
    func namesOfEveryLanguageAreReadBack(language: NoteLanguage) {
        for key in UInt8(0)...127 {
            let octave = NoteNames.octave(of: key)
            let shown = NoteNames.name(tone: Int(key) % 12, language: language)
            let english = NoteNames.name(tone: Int(key) % 12)
            let written = NoteNames.unambiguousName(tone: Int(key) % 12, language: language)
            #expect(note("\(written)\(octave)", language) == key)
            #expect(tone("\(written)", language) == key % 12)
            #expect(note("\(shown)\(octave)", language) == (isAmbiguous("\(shown)\(octave)", language) ? nil : key))
            #expect(
                note("\(english)\(octave)", language) == (isAmbiguous("\(english)\(octave)", language) ? nil : key))
        }
    }

    @Test(
        arguments: [
            (.german, "H3", 59), (.german, "h3", 59), (.german, "Bb3", 58), (.german, "A#3", 58), (.german, "Hb3", 58),
            (.german, "B#3", 60), (.german, "Cb4", 59), (.german, "B3", nil), (.german, "b3", nil),
            (.italian, "Do4", 60), (.italian, "sol3", 55), (.italian, "Sib3", 58), (.italian, "Reb4", 61),
            (.italian, "B3", 59), (.italian, "H3", nil), (.katakana, "ド4", 60), (.katakana, "ファ#4", 66),
            (.katakana, "ソb4", 66), (.katakana, "シ-1", 11), (.japanese, "ハ4", 60), (.japanese, "ロ3", 59),
            (.japanese, "ヘ#4", 66), (.japanese, "ド4", nil), (.english, "Do4", nil), (.english, "H3", nil),
        ] as [(NoteLanguage, String, UInt8?)])
    func namesAreReadInTheirLanguageAndInEnglish(language: NoteLanguage, name: String, expected: UInt8?) {
        #expect(note(name, language) == expected)
    }

    @Test(
        arguments: [
            (.german, "B3", true), (.german, "b-1", true), (.german, "B", true), (.german, "Bb", false),
            (.german, "B#3", false), (.german, "H3", false), (.german, "Bar", false), (.german, "", false),
            (.english, "B3", false), (.italian, "B3", false),
        ] as [(NoteLanguage, String, Bool)])
    func onlyGermanBIsAmbiguous(language: NoteLanguage, name: String, expected: Bool) {
        #expect(isAmbiguous(name, language) == expected)
    }

    @Test(
        arguments: [
            ("C", 0), ("C#", 1), ("Db", 1), ("B", 11), ("Cb", 11), ("B#", 0), ("F#", 6), ("gb", 6),
            ("C4", nil), ("H", nil), ("", nil), ("none", nil),
        ] as [(String, UInt8?)])
    func tonesHaveNoOctave(name: String, expected: UInt8?) {
        #expect(tone(name) == expected)
    }

    @Test(
        arguments: [
            (.english, "C C# D D# E F F# G G# A A# B"),
            (.german, "C C# D D# E F F# G G# A B H"),
            (.italian, "Do Do# Re Re# Mi Fa Fa# Sol Sol# La La# Si"),
            (.katakana, "ド ド# レ レ# ミ ファ ファ# ソ ソ# ラ ラ# シ"),
            (.japanese, "ハ ハ# ニ ニ# ホ ヘ ヘ# ト ト# イ イ# ロ"),
        ] as [(NoteLanguage, String)])
    func everyLanguageNamesTwelveTones(language: NoteLanguage, expected: String) {
        let names = (0..<12).map { NoteNames.name(tone: $0, language: language) }
        #expect(names.map(\.description).joined(separator: " ") == expected)
        // The display copies the bytes.
        for name in names { #expect(name.hasPointerRepresentation) }
    }
}
