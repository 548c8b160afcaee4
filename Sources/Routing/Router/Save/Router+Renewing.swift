import MIDI
import Plan

// Switching to another plan in which the running preset is the same (E1).
extension Router {
    /// Switches to a plan whose preset `index` equals the preset `old` of the running one. Loads and sends nothing:
    /// changes by hand, latches, counts and conditions remain, and what is held continues. If another preset runs by
    /// now, adopts the plan instead.
    ///
    /// - Parameter keepsAssignments: whether the assignments are equal too, so that they keep their values.
    package mutating func renew(
        _ plan: UnsafePointer<Plan>, preset index: PresetIndex, insteadOf old: PresetIndex,
        keepsAssignments: Bool,
        at time: UInt64
    ) {
        now = max(now, time)
        endAllWaits()
        // A value that was waited for may have loaded another preset.
        if status.preset != old { return adopt(plan, loading: index, at: time) }
        let new = plan.pointee.presets.at(index)
        inputs.incoming.carry(on: new, from: presetAddress)
        carryPaths(on: new)
        carryHeldValues(to: plan)
        if !keepsAssignments { endLists() } else { carryAssignmentsOfPresets(to: plan) }  // A4, A5
        install(plan, keeping: new)
        presetAddress = new
        status.preset = index
        followSetList()
        outputs.tracer.run(index)
        byHand.forgetPlan()
        ledger.leavePlan()
        readTables()
        if !keepsAssignments { resetAssignments() }
        compareWithStored()
        clockChanged()
        updateLEDs()
    }
}
