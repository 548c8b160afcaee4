import MIDI
import Plan

// A note-off never passes its own note-on (S9).
extension Outbox {
    /// Queues a note-off: behind its own note-on while that waits, otherwise in the urgent lane.
    func appendNoteOff(_ slot: Slot, _ message: Message, of port: PortIndex) {
        let noteOn = index.noteOn(message, of: port)
        if noteOn.isNone { return link(slot, to: .noteOff, of: port) }
        pool.append(slot, to: &pool[noteOn].noteOffs)
    }

    /// Moves the note-offs behind a note-on to the urgent lane, after the note-on was sent or dropped.
    func releaseNoteOffs(of noteOn: Slot, on port: PortIndex) {
        while case let slot = pool[noteOn].noteOffs.first, !slot.isNone {
            pool.remove(slot, from: &pool[noteOn].noteOffs)
            link(slot, to: .noteOff, of: port)
        }
    }

    /// Drops the note-offs that wait for a note-on to be sent.
    mutating func dropNoteOffs(of noteOn: Slot) {
        while case let slot = pool[noteOn].noteOffs.first, !slot.isNone {
            pool.remove(slot, from: &pool[noteOn].noteOffs)
            if pool[slot].message.hasWaitingUMP { forgetUMP(of: pool[slot].message) }
            pool.giveBack(slot)
        }
    }

    /// Whether a note-off of the same note waits in the lane `noteOff`.
    func hasNoteOff(_ message: Message, of port: PortIndex) -> Bool { index.hasNoteOff(message, of: port) }

    /// Whether a note-off would only repeat a waiting one: no note-on of its note waits between them.
    func isRepeated(_ noteOff: Message, of port: PortIndex) -> Bool {
        let noteOn = index.noteOn(noteOff, of: port)
        return noteOn.isNone ? hasNoteOff(noteOff, of: port) : !pool[noteOn].noteOffs.isEmpty
    }
}
