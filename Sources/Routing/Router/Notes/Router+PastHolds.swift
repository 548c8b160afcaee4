import MIDI
import Plan

// Notes of `hold: { while: … }` whose preset was left (R28). Its conditions go on for them, so that the pedal that
// holds them ends them.
extension Router {
    /// The preset that was left last while its conditions held notes.
    var pastPreset: UnsafePointer<Preset>? {
        mutating get { stages.pastPreset.isNone ? nil : plan.presets.at(stages.pastPreset) }
    }

    /// Before another preset begins: lets the conditions of this one go on if it has notes that they may hold. Only one
    /// preset can go on: what an earlier one still holds ends.
    mutating func leaveNoteHolds() {
        if !ledger.holds.isUsed || !ledger.hasConditionalHolds { return }
        if stages.pastPreset != status.preset { endNoteHolds(ofPastOnly: true) }
        stages.leaveConditions(of: status.preset)
        endUnheld()
    }

    /// Ends notes of an earlier time of the preset that is left: its conditions began anew since, and are false.
    private mutating func endUnheld() {
        guard let past = pastPreset else { return }
        for routing in past.pointee.routings.indices
        where !past.pointee.routings[routing].noteRules.isHeld(by: stages.pastConditions.holding) {
            endKept(by: routing, isPast: true)
        }
    }

    /// Ends what conditions hold, because their tables or their places go. A key that is down ends its note itself.
    ///
    /// - Parameter ofPastOnly: the conditions of the running preset go on.
    mutating func endNoteHolds(ofPastOnly: Bool) {
        stages.pastPreset = .none
        if !ledger.holds.isUsed { return }
        var slot = ledger.notes.oldest
        while !slot.isNone {
            let next = ledger.notes.newer(than: slot)
            if ledger.rule(of: slot).isConditional && (ledger.isOld(slot) || !ofPastOnly) { endHold(slot) }
            slot = next
        }
    }

    /// Updates the conditions of the preset that was left before a message is routed, as C1 does those of the running
    /// preset.
    @inline(never)
    mutating func updatePastConditions(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        guard let past = pastPreset, let conditions = past.pointee.conditions else { return }
        let before = stages.pastConditions.holding
        stages.pastConditions.update(message, moves, from: source, conditions)
        followNoteHolds(before, stages.pastConditions.holding, of: past, isPast: true)
    }

    /// Whether each note that conditions may hold is of a routing that its preset has. Only a recording that was edited
    /// can have others. Called when the state has been restored, but before `settle`.
    ///
    /// - Parameter preset: the running preset.
    mutating func hasValidNoteHolds(_ preset: UnsafePointer<Preset>) -> Bool {
        var slot = ledger.notes.oldest
        while !slot.isNone {
            if ledger.rule(of: slot).isConditional, let table = ledger.isOld(slot) ? pastPreset : preset,
                !table.pointee.routings.contains(ledger.notes[slot].routing)
            {
                return false
            }
            slot = ledger.notes.newer(than: slot)
        }
        return true
    }

    /// Has the messages that may end held notes take the long path.
    mutating func listenForHolds() {
        if !ledger.holds.isUsed {
            stages.pastPreset = .none
            return
        }
        inputs.listeners.listenToAllNotes()
        if let conditions = pastPreset?.pointee.conditions { inputs.listeners.listen(conditions) }
    }
}
