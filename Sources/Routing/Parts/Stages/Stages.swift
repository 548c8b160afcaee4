import Program

/// The stages of R2 and A1 that keep something between messages: internal values of remaps and assignments, and conditions.
struct Stages {
    var remaps: RemapValues
    var assignments: AssignmentValues
    /// Conditions of the routings of the running preset.
    var conditions: ConditionStates
    /// Conditions of the assignments, which no load restarts.
    var assignmentConditions: ConditionStates
    /// Values that wait for the end of a `hold` (R21).
    var held: HeldValues

    private static let assignmentNodes = Limits.assignments * Limits.conditionsOfAssignment

    static let byteCount =
        RemapValues.byteCount + AssignmentValues.byteCount
        + ConditionStates.byteCount(count: Limits.conditionsOfPreset, owners: Limits.routings)
        + ConditionStates.byteCount(count: assignmentNodes, owners: Limits.assignments) + HeldValues.byteCount

    init(_ memory: inout Memory) {
        remaps = RemapValues(&memory)
        assignments = AssignmentValues(&memory)
        conditions = ConditionStates(&memory, count: Limits.conditionsOfPreset, owners: Limits.routings)
        assignmentConditions = ConditionStates(&memory, count: Stages.assignmentNodes, owners: Limits.assignments)
        held = HeldValues(&memory)
    }

    /// Begins the assignments of a program anew (A2).
    mutating func restartAssignments(_ program: UnsafePointer<Program>, _ inputs: Inputs) {
        assignments.restart(program)
        assignmentConditions.restart(program.pointee.conditions, inputs)
    }

    /// Begins the routings of a preset anew (C2, R12).
    mutating func restartRoutings(_ preset: UnsafePointer<Preset>, _ inputs: Inputs) {
        remaps.restart(preset)
        conditions.restart(preset.pointee.conditions, inputs)
    }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        remaps.forEachTable(visit)
        assignments.forEachTable(visit)
        conditions.forEachTable(visit)
        assignmentConditions.forEachTable(visit)
        held.forEachTable(visit)
    }

    /// Whether recorded bytes are values of a program and of one of its presets. What conditions make of their values is
    /// judged again, so that it fits them.
    mutating func takeState(_ program: UnsafePointer<Program>, _ preset: UnsafePointer<Preset>) -> Bool {
        remaps.hasValidState() && assignments.hasValidState() && conditions.takeState(preset.pointee.conditions)
            && assignmentConditions.takeState(program.pointee.conditions) && held.hasValidState(program, preset)
    }
}
