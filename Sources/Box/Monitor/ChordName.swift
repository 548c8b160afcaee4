import MIDI

/// Names chords by their tones in any octave: `C`, `Am7`, `G7/B`.
enum ChordName {
    /// The suffix of each chord and its tones in semitones above the root. The first match counts, so simple chords
    /// come before rich ones. The last chords are without the fifth.
    private static let shapes: [(name: String, tones: [Int])] = [
        ("", [0, 4, 7]), ("m", [0, 3, 7]), ("dim", [0, 3, 6]), ("aug", [0, 4, 8]), ("sus4", [0, 5, 7]),
        ("sus2", [0, 2, 7]), ("7", [0, 4, 7, 10]), ("maj7", [0, 4, 7, 11]), ("m7", [0, 3, 7, 10]),
        ("m7b5", [0, 3, 6, 10]), ("dim7", [0, 3, 6, 9]), ("mMaj7", [0, 3, 7, 11]), ("6", [0, 4, 7, 9]),
        ("m6", [0, 3, 7, 9]), ("7sus4", [0, 5, 7, 10]), ("add9", [0, 2, 4, 7]), ("madd9", [0, 2, 3, 7]),
        ("aug7", [0, 4, 8, 10]), ("maj7#5", [0, 4, 8, 11]), ("7b5", [0, 4, 6, 10]), ("dimMaj7", [0, 3, 6, 11]),
        ("9", [0, 2, 4, 7, 10]), ("maj9", [0, 2, 4, 7, 11]), ("m9", [0, 2, 3, 7, 10]), ("6/9", [0, 2, 4, 7, 9]),
        ("m6/9", [0, 2, 3, 7, 9]), ("9sus4", [0, 2, 5, 7, 10]), ("7b9", [0, 1, 4, 7, 10]), ("7#9", [0, 3, 4, 7, 10]),
        ("7", [0, 4, 10]), ("maj7", [0, 4, 11]), ("m7", [0, 3, 10]), ("9", [0, 2, 4, 10]), ("maj9", [0, 2, 4, 11]),
        ("m9", [0, 2, 3, 10]), ("5", [0, 7]),
    ]

    /// The name of notes that sound together, in any order; nil if no chord matches. A chord on its lowest note is
    /// preferred to an inversion, which is written with the lowest note after a slash.
    static func name(_ notes: [UInt8], _ language: NoteLanguage) -> String? {
        guard let lowest = notes.min() else { return nil }
        var tones = 0
        for note in notes { tones |= 1 << (Int(note) % 12) }
        let bass = Int(lowest) % 12
        if let shape = shapes.first(where: { mask($0.tones, root: bass) == tones }) {
            return tone(bass, language) + shape.name
        }
        for shape in shapes where shape.tones.count > 2 {
            for step in 1..<12 where mask(shape.tones, root: (bass + step) % 12) == tones {
                return tone((bass + step) % 12, language) + shape.name + "/" + tone(bass, language)
            }
        }
        return nil
    }

    private static func mask(_ tones: [Int], root: Int) -> Int { tones.reduce(0) { $0 | 1 << (($1 + root) % 12) } }

    private static func tone(_ tone: Int, _ language: NoteLanguage) -> String {
        String(NoteNames.name(tone: tone, language: language))
    }
}

extension String {
    /// The text of a literal.
    init(_ text: StaticString) {
        self.init(
            decoding: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), as: UTF8.self)
    }
}
