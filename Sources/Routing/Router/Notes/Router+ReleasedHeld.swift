import MIDI
import Plan

// Ends everything held: by a removed source, at a destination given up, or everywhere.
extension Router {
    /// Ends the notes and rests the controllers that a source holds at some destinations, one bit each.
    mutating func releaseHeld(of source: UInt8, at destinations: UInt32 = UInt32.max) {
        var slot = ledger.notes.oldest
        while !slot.isNone {
            let next = ledger.notes.newer(than: slot)
            let note = ledger.notes[slot]
            if note.source == source && destinations & note.destination.bit != 0 {
                ledger.rejoin(slot)
                release(slot, as: .ownRelease)
            }
            slot = next
        }
        slot = ledger.controllers.oldest
        while !slot.isNone {
            let next = ledger.controllers.newer(than: slot)
            let path = ledger.controllers[slot]
            if path.input.source == source && destinations & path.destination.bit != 0 {
                releaseController(slot, counted: false)
            }
            slot = next
        }
    }

    /// Forgets what keys, remaps and loads hold at some destinations, one bit each; later releases send nothing.
    mutating func forgetHeld(at destinations: UInt32 = UInt32.max) {
        var slot = ledger.notes.oldest
        while !slot.isNone {
            let next = ledger.notes.newer(than: slot)
            if destinations & ledger.notes[slot].destination.bit != 0 {
                ledger.rejoin(slot)
                _ = forget(slot)
            }
            slot = next
        }
        slot = ledger.controllers.oldest
        while !slot.isNone {
            let next = ledger.controllers.newer(than: slot)
            let path = ledger.controllers[slot]
            if destinations & path.destination.bit != 0 {
                if path.isNote { _ = ledger.notes.sounding.drop(path.sound) }
                forgetPath(slot)
            }
            slot = next
        }
    }
}
