import MIDI
import Plan

// Notes move between the chain of their key and those of kept notes (R28).
extension Ledger {
    func rule(of slot: Slot) -> NoteHolds.Rule { holds.rule(of: slot, notes[slot]) }

    func isKept(_ slot: Slot) -> Bool { holds.isKept(slot, notes[slot]) }

    /// Keeps a note whose key is released.
    mutating func keep(_ slot: Slot, as release: Message) {
        notes.detach(slot)
        holds.keep(slot, notes[slot], as: release)
    }

    /// Returns a note to the chain of its key if it is kept, so that it can end as any other note does.
    mutating func rejoin(_ slot: Slot) {
        if !isKept(slot) { return }
        holds.remove(slot, notes[slot])
        notes.attach(slot)
    }

    /// The first held note of a routing of the present settings, from a slot on in the order of age; or `none`.
    ///
    /// - Parameter isPast: a note that conditions of earlier settings hold.
    func firstHeld(by routing: RoutingIndex, from start: Slot, isPast: Bool = false) -> Slot {
        var slot = start
        while !slot.isNone {
            if notes[slot].routing == routing && isOld(slot) == isPast {
                let rule = rule(of: slot)
                if isPast ? rule.isConditional : rule != .none { return slot }
            }
            slot = notes.newer(than: slot)
        }
        return slot
    }

    /// Whether conditions hold a note, or may, of the present settings.
    var hasConditionalHolds: Bool {
        var slot = notes.newest
        while !slot.isNone {
            if !isOld(slot) && rule(of: slot).isConditional { return true }
            slot = notes.older(than: slot)
        }
        return false
    }

    /// Finds out whether any note is still held, before another preset begins. Visits all notes if some were.
    mutating func findHolds() {
        if !holds.isUsed { return }
        var slot = notes.oldest
        while !slot.isNone && rule(of: slot) == .none { slot = notes.newer(than: slot) }
        holds.setUsed(!slot.isNone)
    }
}
