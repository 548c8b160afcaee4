import MIDI
import Testing

@testable import Box

/// Names of chords. Notes are written as in a configuration, middle C being C4.
@Suite struct ChordNameTests {
    private func name(_ notes: String, _ language: NoteLanguage = .english) -> String? {
        ChordName.name(notes.split(separator: " ").map { NoteNames.note(Array($0.utf8).span)! }, language)
    }

    @Test(arguments: [
        // Triads.
        ("C4 E4 G4", "C"), ("A3 C4 E4", "Am"), ("B3 D4 F4", "Bdim"), ("C4 E4 G#4", "Caug"), ("F#4 A#4 C#5", "F#"),
        ("Eb4 Gb4 Bb4", "D#m"), ("C2 G4 E6", "C"), ("C4 E4 G4 C5 E5", "C"), ("G4 E4 C4", "C"),
        // Suspended.
        ("C4 F4 G4", "Csus4"), ("C4 D4 G4", "Csus2"), ("D4 G4 A4", "Dsus4"), ("C4 F4 G4 Bb4", "C7sus4"),
        ("C4 F4 G4 Bb4 D5", "C9sus4"),
        // Sevenths.
        ("C4 E4 G4 Bb4", "C7"), ("C4 E4 G4 B4", "Cmaj7"), ("A3 C4 E4 G4", "Am7"), ("A3 C4 E4 G#4", "AmMaj7"),
        ("B3 D4 F4 A4", "Bm7b5"), ("B3 D4 F4 G#4", "Bdim7"), ("C4 E4 G#4 Bb4", "Caug7"), ("C4 E4 G#4 B4", "Cmaj7#5"),
        ("C4 E4 Gb4 Bb4", "C7b5"), ("C4 E4 Bb4", "C7"), ("C4 E4 B4", "Cmaj7"), ("D4 F4 C5", "Dm7"),
        ("C4 Eb4 Gb4 B4", "CdimMaj7"),
        // Sixths and ninths.
        ("C4 E4 G4 A4", "C6"), ("C4 Eb4 G4 A4", "Cm6"), ("C4 E4 G4 A4 D5", "C6/9"), ("C4 Eb4 G4 A4 D5", "Cm6/9"),
        ("C4 E4 G4 D5", "Cadd9"), ("C4 Eb4 G4 D5", "Cmadd9"), ("G3 B3 D4 F4 A4", "G9"), ("C4 E4 G4 B4 D5", "Cmaj9"),
        ("D4 F4 A4 C5 E5", "Dm9"), ("E3 G#3 B3 D4 F4", "E7b9"), ("E3 G#3 B3 D4 G4", "E7#9"), ("C4 E4 Bb4 D5", "C9"),
        // Inversions.
        ("E4 G4 C5", "C/E"), ("G3 C4 E4", "C/G"), ("C4 E4 A4", "Am/C"), ("B3 D4 F4 G4", "G7/B"),
        ("G4 C5 D5", "Gsus4"), ("E3 G3 B3 C4", "Cmaj7/E"), ("F3 G3 B3 D4", "G7/F"),
        // What is symmetrical, or two chords at once, is called by its lowest note.
        ("E4 G#4 C5", "Eaug"), ("D4 F4 G#4 B4", "Ddim7"), ("A3 C4 E4 G4 C5", "Am7"), ("F4 G4 C5", "Fsus2"),
        // Two tones.
        ("C3 G3 C4", "C5"),
    ])
    func chordsHaveNames(_ notes: String, _ expected: String) { #expect(name(notes) == expected, "\(notes)") }

    @Test func unknownChordHasNoName() {
        for notes in ["", "C4", "C4 C#4 D4", "C4 E4", "C4 C#4 D4 D#4 E4 F4 F#4"] {
            #expect(name(notes) == nil, "\(notes)")
        }
    }

    @Test func rootsAreNamedInEveryLanguage() {
        let expected: [(NoteLanguage, String, String)] = [
            (.english, "A#m7", "C/B"), (.german, "Bm7", "C/H"), (.italian, "La#m7", "Do/Si"),
            (.katakana, "ラ#m7", "ド/シ"),
            (.japanese, "イ#m7", "ハ/ロ"),
        ]
        for (language, minor, _) in expected { #expect(name("Bb3 Db4 F4 Ab4", language) == minor) }
        for (language, _, slash) in expected {
            let parts = slash.split(separator: "/")
            #expect(name("C4 E4 G4", language) == String(parts[0]))
            #expect(name("B3 D#4 F#4", language) == String(parts[1]))
        }
    }
}
