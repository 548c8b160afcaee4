// Names are read in English only, whatever language they are shown in: `B4` means the same in every file.
extension NoteNames {
    /// The note an English name means: a letter in either case, at most one `#` or `b`, an octave: `C4`, `F#3`, `Gb3`,
    /// `C-1`.
    ///
    /// The octave belongs to the letter, as on paper: `Cb4` is the key below `C4`, hence `B3`; `B#3` is `C4`.
    ///
    /// - Parameters:
    ///   - name: ASCII, nothing around it.
    ///   - middleC: the octave of note 60, 3...5.
    /// - Returns: 0...127; nil where it is no name, or names a note outside MIDI.
    public static func note(_ name: Span<UInt8>, middleC: Int = 4) -> UInt8? {
        guard let (semitone, length) = letter(name), let octave = octave(name, from: length) else { return nil }
        let note = (octave + 5 - middleC) * 12 + semitone
        return 0...127 ~= note ? UInt8(note) : nil
    }

    /// The tone an English name without octave means, as `map-tones:` has them: 0...11. `Cb` is 11, `B#` is 0.
    public static func tone(_ name: Span<UInt8>) -> UInt8? {
        guard let (semitone, length) = letter(name), length == name.count else { return nil }
        return UInt8((semitone + 12) % 12)
    }

    /// Letter and accidental: semitones above C, −1...12, and how many bytes they took.
    private static func letter(_ name: Span<UInt8>) -> (semitone: Int, length: Int)? {
        guard !name.isEmpty, let natural = natural(name[0]) else { return nil }
        guard name.count > 1 else { return (natural, 1) }
        switch name[1] {
        case UInt8(ascii: "#"): return (natural + 1, 2)
        case UInt8(ascii: "b"): return (natural - 1, 2)
        default: return (natural, 1)
        }
    }

    private static func natural(_ letter: UInt8) -> Int? {
        switch letter & ~0x20 {  // upper case
        case UInt8(ascii: "C"): 0
        case UInt8(ascii: "D"): 2
        case UInt8(ascii: "E"): 4
        case UInt8(ascii: "F"): 5
        case UInt8(ascii: "G"): 7
        case UInt8(ascii: "A"): 9
        case UInt8(ascii: "B"): 11
        default: nil
        }
    }

    /// The rest of the name as an octave: −9...99, without leading zeros.
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
