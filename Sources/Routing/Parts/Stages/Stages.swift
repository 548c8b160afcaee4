import Plan

/// The stages of R2 and A1 that have state: internal values of remaps and assignments, and conditions.
struct Stages {
    var remaps: RemapValues
    var assignments: AssignmentValues
    /// Conditions of the routings of the running preset.
    var conditions: ConditionStates
    /// Conditions of the assignments; loading a preset does not reset them.
    var assignmentConditions: ConditionStates
    /// The triggers with `rearm` that have fired (R27).
    let arms: TriggerArms
    /// The controllers that have been picked up since the last load (R27).
    var pickedUp: PickedUp
    /// Values held back until their `hold` ends (R21).
    var held: HeldValues
    /// Lists of actions that wait (A4).
    var lists: WaitingLists

    private static let assignmentNodes = Limits.conditionsOfAssignments

    static let byteCount =
        RemapValues.byteCount + AssignmentValues.byteCount
        + ConditionStates.byteCount(count: Limits.conditionsOfPreset, owners: Limits.routings)
        + ConditionStates.byteCount(count: assignmentNodes, owners: Limits.assignments) + HeldValues.byteCount
        + TriggerArms.byteCount + WaitingLists.byteCount + PickedUp.byteCount

    init(_ memory: inout Memory) {
        arms = TriggerArms(&memory)
        remaps = RemapValues(&memory)
        assignments = AssignmentValues(&memory)
        conditions = ConditionStates(&memory, count: Limits.conditionsOfPreset, owners: Limits.routings, arms: arms)
        assignmentConditions = ConditionStates(
            &memory, count: Stages.assignmentNodes, owners: Limits.assignments, arms: arms)
        held = HeldValues(&memory)
        lists = WaitingLists(&memory)
        pickedUp = PickedUp(&memory)
    }

    /// Resets the assignments of a plan (A2).
    mutating func restartAssignments(_ plan: UnsafePointer<Plan>, _ inputs: Inputs) {
        assignments.restart(plan)
        for index in 0..<Int(plan.pointee.assignmentCount) { arms.restart(plan.pointee.assignments[index].mode) }
        assignmentConditions.restart(plan.pointee.conditions, inputs)
    }

    /// Resets the routings of a preset (C2, R12).
    mutating func restartRoutings(_ preset: UnsafePointer<Preset>, _ inputs: Inputs) {
        remaps.restart(preset)
        for index in 0..<Int(preset.pointee.remapCount) { arms.restart(preset.pointee.remaps[index].mode) }
        pickedUp.removeAll()
        conditions.isGated = preset.pointee.gates != nil
        conditions.restart(preset.pointee.conditions, inputs)
    }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        remaps.forEachTable(visit)
        assignments.forEachTable(visit)
        conditions.forEachTable(visit)
        assignmentConditions.forEachTable(visit)
        held.forEachTable(visit)
        arms.forEachTable(visit)
        lists.forEachTable(visit)
        pickedUp.forEachTable(visit)
    }

    /// Checks restored bytes: the values must be valid for a plan and one of its presets. Then evaluates all
    /// conditions from their values.
    mutating func adoptState(
        _ plan: UnsafePointer<Plan>, _ preset: UnsafePointer<Preset>, at now: UInt64
    ) -> Bool {
        conditions.isGated = preset.pointee.gates != nil
        return remaps.hasValidState() && assignments.hasValidState() && pickedUp.hasValidState()
            && conditions.adoptState(preset.pointee.conditions)
            && assignmentConditions.adoptState(plan.pointee.conditions) && held.hasValidState(plan, preset)
            && lists.hasValidState(plan, at: now)
    }
}
