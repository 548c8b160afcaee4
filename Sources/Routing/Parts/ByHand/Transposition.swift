import Plan

/// The transposition in force: that of the box and that of the running preset together (R29).
struct Transposition {
    /// The routings that are transposed, one bit each; none if `semitones` is 0.
    let routings: UInt64
    /// Semitones, -96...96.
    private let semitones: Int32

    init(_ routings: UInt64 = 0, by semitones: Int = 0) {
        self.routings = semitones == 0 ? 0 : routings
        self.semitones = Int32(semitones)
    }

    /// Returns the first word of a message about a note with its note transposed for a routing; nil if there is no such
    /// note.
    func callAsFunction(_ word: UInt32, of routing: RoutingIndex) -> UInt32? {
        if routings & routing.bit == 0 { return word }
        let note = Int32(word >> 8 & 0x7F) + semitones
        return 0...127 ~= note ? word & 0xFFFF_00FF | UInt32(note) << 8 : nil
    }
}
