import Plan

/// The internal value of each assignment (A2): those of the box by index, then those of the running preset (A5).
struct AssignmentValues {
    private let values: UnsafeMutablePointer<Int32>

    /// Used in place of a value before the first one, so that any first value counts as a change.
    private static let unmoved: Int32 = -1

    static let byteCount = Memory.byteCount(of: Int32.self, Assigned.states)

    init(_ memory: inout Memory) { values = memory.take(Assigned.states, repeating: 0) }

    subscript(assignment: Int) -> Int32 {
        get { values[assignment] }
        nonmutating set { values[assignment] = newValue }
    }

    /// Resets the internal values of the assignments of a box (A2).
    func restart(_ plan: UnsafePointer<Plan>) {
        for index in 0..<Int(plan.pointee.boxAssignmentCount) {
            values[index] = AssignmentValues.first(of: plan.pointee.assignments + index)
        }
    }

    /// Resets the internal values of the assignments of a preset, because it is loaded (A5).
    func restart(_ preset: UnsafePointer<Preset>, of plan: UnsafePointer<Plan>) {
        if preset.pointee.ownAssignedCount == 0 { return }
        for place in 0..<Int(preset.pointee.assignedCount) {
            guard let assigned = preset.pointee.assigned?[place], assigned.isOfPreset else { continue }
            let assignment = plan.pointee.assignments + Int(assigned.index)
            values[Int(assigned.state)] = AssignmentValues.first(of: assignment)
        }
    }

    /// The first internal value: 0, for pitch bend the centre (A2), for counting modes `ValueMode.first` (R12). A fader
    /// that maps to the tempo or the transposition has no value yet: its position need not match the current one.
    private static func first(of assignment: UnsafePointer<Assignment>) -> Int32 {
        if assignment.pointee.mode.kind != .direct { return assignment.pointee.mode.first }
        if assignment.pointee.mapsSetting { return unmoved }
        if Int(assignment.pointee.slot) != ControlInput.pitchBend { return 0 }
        return assignment.pointee.coarseInput ? 64 : 8192
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(values, Assigned.states)) }

    /// Checks restored bytes: each value must be in range. Only direct assignments may be `unmoved`, but it harms no
    /// other.
    func hasValidState() -> Bool {
        for assignment in 0..<Assigned.states
        where !(AssignmentValues.unmoved...16383 ~= values[assignment]) { return false }
        return true
    }
}
