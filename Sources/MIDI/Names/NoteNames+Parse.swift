// Names are read in the language they are shown in, and always in English too.
extension NoteNames {
    /// Reads the name of a note: a letter or syllable of `name(tone:language:)` or an English letter, at most one `#`
    /// or `b`, and an octave: `C4`, `F#3`, `Gb3`, `C-1`, `H3`, `Do4`, `レ4`. Upper and lower case are equal.
    ///
    /// The octave belongs to the letter, as in sheet music: `Cb4` is the key below `C4`, which is `B3`; `B#3` is `C4`.
    ///
    /// - Parameters:
    ///   - name: UTF-8 without blanks around it.
    ///   - middleC: the octave of note 60, 3...5.
    /// - Returns: 0...127; nil for any other text, for a note outside MIDI, and for an ambiguous name.
    package static func note(_ name: Span<UInt8>, middleC: Int = 4, language: NoteLanguage = .english) -> UInt8? {
        if isAmbiguous(name, language) { return nil }
        return note(name, middleC, language)
    }

    /// Reads the name of a tone without octave, as in `map-tones:`, to 0...11. `Cb` is 11, `B#` is 0.
    package static func tone(_ name: Span<UInt8>, language: NoteLanguage = .english) -> UInt8? {
        if isAmbiguous(name, language) { return nil }
        return tone(name, language)
    }

    /// Whether a name has two different meanings: German `B` is B flat, English `B` is B natural. `Bb` and `B#` are
    /// English only, because German names never contain them.
    package static func isAmbiguous(_ name: Span<UInt8>, language: NoteLanguage) -> Bool {
        isAmbiguous(name, language) && (tone(name, language) != nil || note(name, 4, language) != nil)
    }

    private static func isAmbiguous(_ name: Span<UInt8>, _ language: NoteLanguage) -> Bool {
        guard language == .german, !name.isEmpty, lowercase(name[0]) == UInt8(ascii: "b") else { return false }
        return name.count == 1 || accidental(name[1]) == nil
    }

    private static func note(_ name: Span<UInt8>, _ middleC: Int, _ language: NoteLanguage) -> UInt8? {
        guard let (semitone, length) = letter(name, language), let octave = octave(name, from: length) else {
            return nil
        }
        let note = (octave + 5 - middleC) * 12 + semitone
        return 0...127 ~= note ? UInt8(note) : nil
    }

    private static func tone(_ name: Span<UInt8>, _ language: NoteLanguage) -> UInt8? {
        guard let (semitone, length) = letter(name, language), length == name.count else { return nil }
        return UInt8((semitone + 12) % 12)
    }

    /// Reads a letter and an accidental: semitones above C, −1...12, and the length of both in bytes.
    private static func letter(_ name: Span<UInt8>, _ language: NoteLanguage) -> (semitone: Int, length: Int)? {
        guard let (natural, length) = natural(name, language) ?? natural(name, .english) else { return nil }
        guard name.count > length, let accidental = accidental(name[length]) else { return (natural, length) }
        return (natural + accidental, length + 1)
    }

    private static func accidental(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "#"): 1
        case UInt8(ascii: "b"): -1
        default: nil
        }
    }

    private static let naturals: [7 of Int] = [0, 2, 4, 5, 7, 9, 11]

    /// Finds the natural tone whose name the text begins with, and the length of that name in bytes.
    private static func natural(_ name: Span<UInt8>, _ language: NoteLanguage) -> (tone: Int, length: Int)? {
        for index in naturals.indices {
            let shown = self.name(tone: naturals[index], language: language)
            if begins(name, with: shown) { return (naturals[index], shown.utf8CodeUnitCount) }
        }
        return nil
    }

    private static func begins(_ name: Span<UInt8>, with shown: StaticString) -> Bool {
        guard name.count >= shown.utf8CodeUnitCount else { return false }
        for index in 0..<shown.utf8CodeUnitCount {
            if lowercase(name[index]) != lowercase(shown.utf8Start[index]) { return false }
        }
        return true
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    /// Reads the rest of the name as an octave: −9...99, without leading zeros.
    private static func octave(_ name: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        let isNegative = index < name.count && name[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let digits = name.count - index
        guard 1...2 ~= digits, digits == 1 || name[index] != UInt8(ascii: "0") else { return nil }
        var value = 0
        while index < name.count {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= name[index] else { return nil }
            value = value * 10 + Int(name[index] - UInt8(ascii: "0"))
            index += 1
        }
        return isNegative ? -value : value
    }
}
