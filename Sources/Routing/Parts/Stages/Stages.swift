import Plan

/// The stages of R2 and A1 that have state: internal values of remaps and assignments, and conditions.
struct Stages {
    var remaps: RemapValues
    var assignments: AssignmentValues
    /// Conditions of the routings of the running preset.
    var conditions: ConditionStates
    /// The preset that was left last while its conditions held notes, or `none`; and these conditions, which go on for
    /// the notes (R28).
    var pastPreset = PresetIndex.none
    var pastConditions: ConditionStates
    /// Conditions of the assignments; loading a preset does not reset them.
    var assignmentConditions: ConditionStates
    /// The triggers with `rearm` that have fired (R27).
    let arms: TriggerArms
    /// The controllers that have been picked up since the last load (R27).
    var pickedUp: PickedUp
    /// Values held back until their `hold` ends (R21).
    var held: HeldValues
    /// Switches that were held when their assignment was replaced (A5).
    var heldAssignments: HeldAssignments
    /// Actions that the message being routed has triggered.
    var triggered: TriggeredActions
    /// Lists of actions that wait (A4).
    var lists: WaitingLists

    static let byteCount =
        RemapValues.byteCount + AssignmentValues.byteCount
        + 2 * ConditionStates.byteCount(count: Limits.conditionsOfPreset, owners: Limits.routings)
        + ConditionStates.byteCount(count: Limits.conditionsOfAssignments, owners: 0) + HeldValues.byteCount
        + TriggerArms.byteCount + WaitingLists.byteCount + HeldAssignments.byteCount + TriggeredActions.byteCount
        + PickedUp.byteCount

    init(_ memory: inout Memory) {
        arms = TriggerArms(&memory)
        remaps = RemapValues(&memory)
        assignments = AssignmentValues(&memory)
        conditions = ConditionStates(&memory, count: Limits.conditionsOfPreset, owners: Limits.routings, arms: arms)
        pastConditions = ConditionStates(&memory, count: Limits.conditionsOfPreset, owners: Limits.routings, arms: arms)
        assignmentConditions = ConditionStates(&memory, count: Limits.conditionsOfAssignments, owners: 0, arms: arms)
        held = HeldValues(&memory)
        lists = WaitingLists(&memory)
        heldAssignments = HeldAssignments(&memory)
        triggered = TriggeredActions(&memory)
        pickedUp = PickedUp(&memory)
    }

    /// Resets the assignments of a plan (A2).
    mutating func restartAssignments(_ plan: UnsafePointer<Plan>, _ inputs: Inputs) {
        assignments.restart(plan)
        for index in 0..<Int(plan.pointee.assignmentCount) { arms.restart(plan.pointee.assignments[index].mode) }
        assignmentConditions.restart(plan.pointee.conditions, inputs)
    }

    /// Resets the routings and assignments of a preset (C2, R12, A5).
    mutating func restart(_ preset: UnsafePointer<Preset>, of plan: UnsafePointer<Plan>, _ inputs: Inputs) {
        remaps.restart(preset)
        for index in 0..<Int(preset.pointee.remapCount) { arms.restart(preset.pointee.remaps[index].mode) }
        assignments.restart(preset, of: plan)
        restartArms(ofAssignments: preset, of: plan)
        pickedUp.removeAll()
        conditions.isGated = preset.pointee.gates != nil
        conditions.restart(preset.pointee.conditions, inputs)
    }

    /// Lets the conditions of a preset that is left go on (R28), in the place of those that went on before.
    mutating func leaveConditions(of preset: PresetIndex) {
        swap(&conditions, &pastConditions)
        pastPreset = preset
    }

    /// Arms the triggers of the assignments of a preset, whose internal values begin anew (R27, A5).
    private func restartArms(ofAssignments preset: UnsafePointer<Preset>, of plan: UnsafePointer<Plan>) {
        if preset.pointee.ownAssignedCount == 0 { return }
        for place in 0..<Int(preset.pointee.assignedCount) {
            guard let assigned = preset.pointee.assigned?[place], assigned.isOfPreset else { continue }
            arms.restart(plan.pointee.assignments[Int(assigned.index)].mode)
        }
    }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        remaps.forEachTable(visit)
        assignments.forEachTable(visit)
        conditions.forEachTable(visit)
        withUnsafeMutableBytes(of: &pastPreset, visit)
        pastConditions.forEachTable(visit)
        assignmentConditions.forEachTable(visit)
        held.forEachTable(visit)
        arms.forEachTable(visit)
        lists.forEachTable(visit)
        heldAssignments.forEachTable(visit)
        pickedUp.forEachTable(visit)
    }

    /// Checks restored bytes: the values must be valid for a plan and one of its presets. Then evaluates all
    /// conditions from their values.
    mutating func adoptState(
        _ plan: UnsafePointer<Plan>, _ preset: UnsafePointer<Preset>, at now: UInt64
    ) -> Bool {
        conditions.isGated = preset.pointee.gates != nil
        if !adoptPast(plan) { return false }
        return remaps.hasValidState() && assignments.hasValidState() && pickedUp.hasValidState()
            && conditions.adoptState(preset.pointee.conditions)
            && assignmentConditions.adoptState(plan.pointee.conditions) && held.hasValidState(plan, preset)
            && lists.hasValidState(plan, at: now) && heldAssignments.hasValidState(plan)
    }

    private mutating func adoptPast(_ plan: UnsafePointer<Plan>) -> Bool {
        if pastPreset.isNone { return true }
        guard plan.pointee.presets.contains(pastPreset) else { return false }
        let preset = plan.pointee.presets.at(pastPreset)
        pastConditions.isGated = preset.pointee.gates != nil
        return pastConditions.adoptState(preset.pointee.conditions)
    }
}
