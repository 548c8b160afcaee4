import MIDI
import Plan

// Replacing the running plan by another; `renew` is in Router+Renewing.swift.
extension Router {
    /// Switches to another plan, whose ports have the same numbers, and loads one of its presets.
    ///
    /// Nothing refers to the old plan afterwards, so it may be freed: controllers moved by one of its curves or
    /// lists, or by an input that the new plan does not know, are brought to rest now.
    package mutating func adopt(_ plan: UnsafePointer<Plan>, loading index: PresetIndex, at time: UInt64) {
        now = max(now, time)
        endAllWaits()
        leaveHolds()
        endLists()  // A4
        if !status.preset.isNone { leavePreset() }  // P10
        install(plan)
        resetAssignments()
        byHand.forgetPlan()
        ledger.leavePlan()
        load(index, leaves: false)
    }

    /// Replaces the running plan.
    ///
    /// - Parameter kept: the preset of the new plan that continues the running one unchanged; nil if none does.
    mutating func install(_ plan: UnsafePointer<Plan>, keeping kept: UnsafePointer<Preset>? = nil) {
        finishLeaving()  // P10
        letAllGo(butOf: kept)
        endNoteHolds(ofPastOnly: kept != nil)  // R28
        giveUpDestinations(without: plan)
        releaseUnknown(to: plan, keeping: kept)
        changeClock(to: plan)
        carrySetList(to: plan)  // P8
        carryTransposition(to: plan)  // R29
        carryVariables(to: plan)  // V1
        if kept == nil { endNotes(of: .byAction) }
        planAddress = plan
        outputs.adoptGroups(of: plan)
        inputs.adopt(plan)
        stages.arms.adopt(plan)
    }

    /// Switches to a plan that differs from the running one only in values learnt on the box or dropped (P5, M7).
    /// Loads and sends nothing: mutes, bypasses, latches, counts and the history remain, and held notes and controllers
    /// continue as they began (H1).
    package mutating func exchange(_ plan: UnsafePointer<Plan>, _ change: LearntChange, at time: UInt64) {
        now = max(now, time)
        endAllWaits()
        leaveHolds()
        if plan.pointee.actionListCount != self.plan.actionListCount { endLists() }  // A4
        let old = presetAddress
        let oldMessages = partMessages.count
        install(plan)
        leaveNotes()
        presetAddress = runningTable
        ledger.leaveSettings()
        inputs.leaveSettings()
        countHeld()
        // On-load messages are identified by index, so a different number of them invalidates the progress.
        if preset.onLoadCount != old.pointee.onLoadCount { byHand.onLoad.end(presetAddress) }
        if partMessages.count != oldMessages { byHand.partMessages.end() }  // P12
        if preset.remapCount != old.pointee.remapCount { stages.remaps.restart(presetAddress) }
        stages.conditions.isGated = preset.gates != nil
        stages.conditions.judgeAll(preset.conditions)
        readTables()
        byHand.saved.setLearnt(change.isLearnt, in: change.preset)
        if change.step > 0 {
            byHand.history.push(History.Step(preset: change.preset, tempo: clocks.own.tempo, learnt: change.step))
        }
        compareWithStored()
        clockChanged()
        updateLEDs()
    }
}
