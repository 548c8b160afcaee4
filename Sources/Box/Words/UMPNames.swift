import MIDI

/// The names of fields in Flex Data and stream messages (M2-104-UM 7.5 and 7.1). `UMPText` writes them, and
/// `SentMessages` reads them.
enum UMPNames {
    /// Words for the position of a UMP in a longer message, by the standard's number, 0...3. A complete message has
    /// no word.
    static let pieces = ["", "start", "continue", "end"]

    /// Texts of the metadata bank of Flex Data, 01, by status.
    static let metadataTexts = [
        "metadata", "project-name", "composition-name", "clip-name", "copyright", "composer", "lyricist", "arranger",
        "publisher", "performer", "accompanist", "recording-date", "recording-place",
    ]

    /// Texts of the performance bank of Flex Data, 02, by status.
    static let performanceTexts = ["performance-text", "lyrics", "lyrics-language", "ruby", "ruby-language"]

    /// Kinds of chords in a Flex Data chord name, by number. 0 ends the chord.
    static let chords = [
        "none", "major", "major-6th", "major-7th", "major-9th", "major-11th", "major-13th", "minor", "minor-6th",
        "minor-7th", "minor-9th", "minor-11th", "minor-13th", "dominant", "dominant-9th", "dominant-11th",
        "dominant-13th", "augmented", "augmented-7th", "diminished", "diminished-7th", "half-diminished",
        "major-minor", "pedal", "power", "suspended-2nd", "suspended-4th", "7-suspended-4th",
    ]

    /// Alterations of a chord, by number.
    static let alterations = ["none", "add", "subtract", "raise", "lower"]

    /// Letters of tonics, by number. 0 is unknown.
    static let tonics = ["?", "A", "B", "C", "D", "E", "F", "G"]

    /// Protocols of a stream configuration, by number.
    static let protocols = ["0", "midi-1.0", "midi-2.0"]

    /// Registered controllers of bank 0, by number (MIDI 1.0 Detailed Specification, CA-026, RP-049).
    static let registered = [
        "pitch-bend range", "fine tuning", "coarse tuning", "tuning program", "tuning bank", "modulation range",
        "MPE configuration",
    ]

    /// Whether a quoted text follows these words: `flex lyrics "la"`, `stream endpoint-name "Box"`.
    static func isTextNext(after words: ArraySlice<String>) -> Bool {
        var words = words
        if let last = words.last, pieces.dropFirst().contains(last) { words = words.dropLast() }
        guard let last = words.last else { return false }
        switch words.dropLast().last {
        case "flex": return metadataTexts.contains(last) || performanceTexts.contains(last)
        case "stream": return last == "endpoint-name" || last == "product-id"
        case "block-name": return words.dropLast(2).last == "stream"
        default: return false
        }
    }
}
