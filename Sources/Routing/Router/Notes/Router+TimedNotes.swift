import MIDI
import Plan

// Notes of a limited length (H14). They are held like other notes, so they end where they began, whatever the settings
// are by then (H2); only their release comes from a timer.
extension Router {
    /// Starts timers for the notes that a key plays through a routing with a note length. Pressing the key again
    /// without a release restarts them.
    mutating func limitNotes(of key: Int, _ routing: UnsafePointer<Routing>, _ concern: Concern) {
        let length = routing.pointee.noteRules.length
        startTimers(of: key, concern.routing, endAt: now.plus(UInt64(length) * 1000))
    }

    private mutating func startTimers(of key: Int, _ routing: RoutingIndex, endAt: UInt64) {
        var slot = ledger.notes.first(of: key)
        while !slot.isNone {
            let note = ledger.notes[slot]
            if note.routing == routing && !ledger.isOld(slot) {
                ledger.timers.start(
                    NoteTimers.Timer(
                        endsAt: endAt, began: note.began, slot: UInt16(truncatingIfNeeded: slot.index)))
            }
            slot = ledger.notes.next(after: slot)
        }
        schedule(at: endAt)
    }

    /// Ends the notes whose time is over. The key stays pressed until its own release, which then sends nothing.
    mutating func endTimedNotes() {
        while ledger.timers.nextAt <= now {
            let timer = ledger.timers.takeFirst()
            let slot = Slot(Int(timer.slot))
            if !ledger.notes.holds(slot, began: timer.began) { continue }
            speakForItself()
            release(slot, as: .ownRelease)
        }
        schedule(at: ledger.timers.nextAt)
    }
}
