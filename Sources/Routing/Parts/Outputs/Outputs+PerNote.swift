import MIDI
import Plan

extension Outputs {
    /// Resets the per-note controllers and bends of a destination that were moved (H10).
    mutating func resetPerNote(at place: PortIndex, at now: UInt64) {
        var index = 0
        while let next = perNote.next(from: index, at: place) {
            send(ump: .perNoteReset(channel: UInt8(next >> 7), key: UInt8(next & 127)), to: place, at: now)
            index = next + 1
        }
    }
}

extension Message {
    /// Per-Note Management that resets the controllers of a note (M2-104-UM 7.4.5), and detaches nothing.
    fileprivate static func perNoteReset(channel: UInt8, key: UInt8) -> Message {
        Message(0x40F0_0001 | UInt32(channel) << 16 | UInt32(key) << 8, 0)
    }
}
