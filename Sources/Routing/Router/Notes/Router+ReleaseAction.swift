import MIDI
import Plan

// The action `release` (R28, H7).
extension Router {
    /// Ends what the routings with a name hold, or all routings if the name is `Routing.unnamed`: notes beyond the
    /// release of their keys, also of presets that ran before, and notes of remaps.
    mutating func release(named name: UInt16) {
        speakForItself()
        for routing in preset.routings.indices
        where name == Routing.unnamed || preset.routings[routing].nameNumber == name {
            endNotes(of: routing, andKeys: true)
            endHolds(by: routing)
        }
        endPlayedOfPast(named: name)
        if !ledger.holds.isUsed { return }
        var slot = ledger.notes.oldest
        while !slot.isNone {
            let next = ledger.notes.newer(than: slot)
            let note = ledger.notes[slot]
            if ledger.isOld(slot) && ledger.rule(of: slot) != .none
                && has(name, note.routing, of: note.preset, began: note.began)
            {
                endHold(slot)
            }
            slot = next
        }
    }

    /// Ends notes of remaps that presets which ran before have played.
    private mutating func endPlayedOfPast(named name: UInt16) {
        var slot = ledger.controllers.oldest
        while !slot.isNone {
            let next = ledger.controllers.newer(than: slot)
            let path = ledger.controllers[slot]
            if path.isOfPast && has(name, path.sentBy, of: path.sentIn, began: path.began) { endNote(slot) }
            slot = next
        }
    }

    /// Whether a routing of an earlier preset had a name. After another configuration was taken, its routings are only
    /// found without a name.
    private mutating func has(_ name: UInt16, _ routing: RoutingIndex, of index: PresetIndex, began: UInt32) -> Bool {
        if name == Routing.unnamed { return true }
        guard ledger.isOfPlan(began), plan.presets.contains(index) else { return false }
        let routings = plan.presets[index].routings
        return routings.contains(routing) && routings[routing].nameNumber == name
    }
}
