import Plan

/// The internal value of each assignment (A2).
struct AssignmentValues {
    private let values: UnsafeMutablePointer<Int32>

    /// Used in place of a value before the first one, so that any first value counts as a change.
    private static let unmoved: Int32 = -1

    static let byteCount = Memory.byteCount(of: Int32.self, Limits.assignments)

    init(_ memory: inout Memory) { values = memory.take(Limits.assignments, repeating: 0) }

    subscript(assignment: Int) -> Int32 {
        get { values[assignment] }
        nonmutating set { values[assignment] = newValue }
    }

    /// Resets internal values to 0, for pitch bend to the centre (A2), for counting modes to `ValueMode.first` (R12). A
    /// fader that maps to the tempo or the transposition has no value yet: its position need not match the current one.
    func restart(_ plan: UnsafePointer<Plan>) {
        for index in 0..<Int(plan.pointee.assignmentCount) {
            let assignment = plan.pointee.assignments[index]
            if assignment.mode.kind != .direct {
                values[index] = assignment.mode.first
                continue
            }
            if assignment.mapsSetting {
                values[index] = AssignmentValues.unmoved
                continue
            }
            let isBend = Int(assignment.slot) == ControlInput.pitchBend
            values[index] = isBend ? (assignment.coarseInput ? 64 : 8192) : 0
        }
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(values, Limits.assignments)) }

    /// Checks restored bytes: each value must be in range. Only direct assignments may be `unmoved`, but it harms no
    /// other.
    func hasValidState() -> Bool {
        for assignment in 0..<Limits.assignments
        where !(AssignmentValues.unmoved...16383 ~= values[assignment]) { return false }
        return true
    }
}
