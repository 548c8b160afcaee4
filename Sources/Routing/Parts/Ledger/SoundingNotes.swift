import Plan

/// How many holders each note of each destination has (H3): a note ends when nothing holds it any more.
struct SoundingNotes {
    private let counts: UnsafeMutablePointer<UInt16>

    static let byteCount = Memory.byteCount(of: UInt16.self, HeldNotes.keys)

    init(_ memory: inout Memory) { counts = memory.take(HeldNotes.keys, repeating: 0) }

    /// Whether anything holds a note.
    ///
    /// - Parameter note: the note as `HeldNotes.sound`.
    @inline(__always)
    func isHeld(_ note: Int) -> Bool { counts[note] > 0 }

    /// Whether anything holds any note on a channel of a destination.
    func isAnyHeld(_ destination: PortIndex, _ channel: UInt8) -> Bool {
        let first = HeldNotes.sound(destination, channel, 0)
        for note in first..<first + 128 where counts[note] > 0 { return true }
        return false
    }

    /// Adds one holder of a note: a key, or a remap that plays it. There are fewer than 65,536 holders in all.
    @inline(__always)
    func hold(_ note: Int) { counts[note] &+= 1 }

    /// Removes one holder of a note. Returns whether none is left.
    @inline(__always)
    func drop(_ note: Int) -> Bool {
        let left = counts[note] &- 1
        counts[note] = left
        return left == 0
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(counts, HeldNotes.keys)) }
}
