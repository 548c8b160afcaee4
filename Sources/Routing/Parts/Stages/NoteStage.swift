import MIDI
import Plan

/// The result of a stage for a note.
enum StageResult {
    /// The first word of the resulting message.
    case passes(UInt32)
    /// The reason why the note stops.
    case stops(TraceEvent)
}

extension Routing {
    /// Applies the note stages to a note: range, filter, then map and shift in one table (R6).
    ///
    /// - Parameter word: the first word of the message, which is a note of `kind`.
    @inline(__always)
    func noteStage(_ word: UInt32, _ kind: MessageKind) -> StageResult {
        let note = UInt8(truncatingIfNeeded: word >> 8)
        if note < lowestNote || note > highestNote { return .stops(.noteRange) }
        if filters(kind) { return .stops(.filtered) }
        guard let noteMap else { return .passes(word) }
        let mapped = noteMap[Int(note)]
        return mapped > 127 ? .stops(.noteMap) : .passes(word & 0xFFFF_00FF | UInt32(mapped) << 8)
    }
}
