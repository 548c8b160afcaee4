import MIDI
import Program

// A note-off never passes its own note-on (S9).
extension Outbox {
    /// A note-off is urgent as soon as its own note-on waits no more; until then it waits behind that note-on.
    func appendNoteOff(_ slot: Slot, _ message: Message, of port: PortIndex) {
        let noteOn = index.noteOn(message, of: port)
        if noteOn.isNone { return link(slot, to: .noteOff, of: port) }
        pool.append(slot, to: &pool[noteOn].noteOffs)
    }

    /// The note-on has gone, or never will.
    func releaseNoteOffs(of noteOn: Slot, on port: PortIndex) {
        while case let slot = pool[noteOn].noteOffs.first, !slot.isNone {
            pool.remove(slot, from: &pool[noteOn].noteOffs)
            link(slot, to: .noteOff, of: port)
        }
    }

    /// Gives up the note-offs that wait for a note-on to go.
    mutating func dropNoteOffs(of noteOn: Slot) {
        while case let slot = pool[noteOn].noteOffs.first, !slot.isNone {
            pool.remove(slot, from: &pool[noteOn].noteOffs)
            if pool[slot].message.hasWaitingPacket { forgetPacket(of: pool[slot].message) }
            pool.giveBack(slot)
        }
    }

    /// Whether a note-off of the same note waits in the lane of note-offs.
    func hasNoteOff(_ message: Message, of port: PortIndex) -> Bool { index.hasNoteOff(message, of: port) }

    /// Whether a note-off would only repeat one that waits: no note-on of its note waits behind that.
    func isRepeated(_ noteOff: Message, of port: PortIndex) -> Bool {
        let noteOn = index.noteOn(noteOff, of: port)
        return noteOn.isNone ? hasNoteOff(noteOff, of: port) : !pool[noteOn].noteOffs.isEmpty
    }
}
