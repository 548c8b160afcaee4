import MIDI

extension Reader {
    /// Parses a note number or name, with the language and octave numbers of the box.
    func note(_ text: Text) -> UInt8? { Reader.note(text, box.middleC, box.noteNames) }

    static func note(_ text: Text, _ middleC: Int, _ language: NoteLanguage) -> UInt8? {
        if let number = Decimal.whole(text, signed: false) { return number <= 127 ? UInt8(number) : nil }
        return NoteNames.note(text.bytes.span, middleC: middleC, language: language)
    }

    /// Parses the name of a tone without octave; returns 0...11, from C.
    func tone(_ text: Text) -> UInt8? { NoteNames.tone(text.bytes.span, language: box.noteNames) }

    /// Describes a valid note, after "it must be": "a note C-1..G9, or a number 0..127".
    var noteMust: String {
        let (lowest, highest) = (writtenNote(0), writtenNote(127))
        return "a note \(lowest)..\(highest), or a number 0..127"
    }

    /// Describes a valid tone, after "it must be": "a tone C, C#, Db … B, without octave".
    var toneMust: String {
        func name(_ tone: Int) -> String {
            Reader.string(NoteNames.unambiguousName(tone: tone, language: box.noteNames))
        }
        return "a tone \(name(0)), \(name(1)), \(name(2))b … \(name(11)), without octave"
    }

    private func writtenNote(_ key: UInt8) -> String { Reader.written(key, box.middleC, box.noteNames) }

    /// Returns the name of a note for a file; the name is never ambiguous.
    static func written(_ key: UInt8, _ middleC: Int, _ language: NoteLanguage) -> String {
        string(NoteNames.unambiguousName(tone: Int(key) % 12, language: language))
            + "\(NoteNames.octave(of: key, middleC: middleC))"
    }

    /// Describes, after "it must be", how to write the first ambiguous name; nil if no name is ambiguous.
    func ambiguity(_ names: Text...) -> String? {
        let ambiguous = names.first { NoteNames.isAmbiguous($0.bytes.span, language: box.noteNames) }
        guard let ambiguous else { return nil }
        let octave = ambiguous.from(1)
        return "written as `H\(octave)` (B natural) or `Bb\(octave)` (B flat), because `\(clipped(ambiguous))` means "
            + "either with `note-names: german`"
    }

    // MARK: - Values that are notes

    /// Parses a value of a controller: a number, or a note name if the controller's values are notes.
    func value(_ text: Text, of controller: Controller?) -> Int? {
        if let number = Decimal.whole(text, signed: false) { return number }
        return controller == .noteValue ? note(text).map { Int($0) } : nil
    }

    /// Reads the value of a key such as `trigger`, 0...top.
    func value(_ entry: YAMLNode.Entry?, _ top: Int, of controller: Controller?) -> Int? {
        guard controller == .noteValue, let entry, let text = entry.value.text else { return integer(entry, 0...top) }
        if let note = note(text) { return Int(note) }
        wrong(entry, ambiguity(text) ?? noteMust)
        return nil
    }
}
