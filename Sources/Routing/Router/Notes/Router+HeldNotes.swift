import MIDI
import Plan

// Notes of keys: stored for every destination, and ended where they were sent (H1, H2, H3).
extension Router {
    /// Stores the note that a key plays at a destination (H2).
    @inline(__always)
    mutating func hold(_ out: UInt32, of key: Int, at destination: PortIndex, _ marks: HeldNotes.Marks) {
        if ledger.notes.isFull { makeRoomToHold(at: destination, marks) }
        ledger.hold(out, of: key, at: destination, marks, at: now)
    }

    /// H11: releases the oldest held note, and counts it as dropped.
    @inline(never)
    private mutating func makeRoomToHold(at destination: PortIndex, _ marks: HeldNotes.Marks) {
        ledger.rejoin(ledger.notes.oldest)
        release(ledger.notes.oldest, as: .ownRelease)
        ledger.notes.beginMessage()
        outputs.countDrop()
        working = AtWork(marks.routing)
        why(.tooManyHeld, to: destination)
    }

    /// Ends a held note: sends its Note Off if nothing else holds that note (H3), in the form and with the velocity of
    /// `release` (R5).
    mutating func release(_ slot: Slot, as release: Message) {
        let note = ledger.notes[slot]
        working = AtWork(note.routing, of: note.preset)
        if fine.stands(for: release) { return releaseFine(slot, note, as: release) }
        if forget(slot) {
            outputs.send(note.message(as: release), to: note.destination, as: .noteOff, at: now)
        } else {
            why(.heldByAnotherKey, to: note.destination)
        }
    }

    /// Removes a held note. Returns whether its Note Off is due.
    @inline(__always)
    mutating func forget(_ slot: Slot) -> Bool {
        if ledger.isOld(slot) { forgetOld(slot) }
        return ledger.notes.remove(slot)
    }
}

// MARK: - Notes of the past (D3)

extension Router {
    @inline(never)
    private mutating func forgetOld(_ slot: Slot) {
        if !ledger.isAged(ledger.notes[slot].began) { status.heldNotes &-= 1 }
    }

    /// Recounts the notes that the display shows as `HELD`.
    mutating func countHeld() {
        status.heldNotes = ledger.countHeld(at: now)
        schedule(at: ledger.nextAges)
    }

    /// Removes notes of earlier settings from the `HELD` count once their keys were pressed too long ago.
    mutating func ageHeld() {
        if ledger.nextAges <= now { countHeld() } else { schedule(at: ledger.nextAges) }
    }
}

extension Message {
    /// The release that the box sends on its own: `8n kk 40` (R5).
    @inline(__always)
    static var ownRelease: Message { Message(0x2080_0040) }
}
