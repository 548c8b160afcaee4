import Program

/// The internal value of each assignment (A2).
struct AssignmentValues {
    private let values: UnsafeMutablePointer<Int32>

    /// In the place of a value, none has come yet: any first value is a change.
    private static let unmoved: Int32 = -1

    static let byteCount = Memory.byteCount(of: Int32.self, Limits.assignments)

    init(_ memory: inout Memory) { values = memory.take(Limits.assignments, repeating: 0) }

    subscript(assignment: Int) -> Int32 {
        get { values[assignment] }
        nonmutating set { values[assignment] = newValue }
    }

    /// Internal values begin at 0, of pitch bend in the centre (A2); those that count at `ValueMode.first` (R12). A fader that
    /// sets the tempo by a map has no value yet: where it stands says a tempo that the box may not have.
    func restart(_ program: UnsafePointer<Program>) {
        for index in 0..<Int(program.pointee.assignmentCount) {
            let assignment = program.pointee.assignments[index]
            if assignment.mode.kind != .direct {
                values[index] = assignment.mode.first
                continue
            }
            if assignment.mapsTempo {
                values[index] = AssignmentValues.unmoved
                continue
            }
            let isBend = Int(assignment.slot) == ControlInput.pitchBend
            values[index] = isBend ? (assignment.coarseInput ? 64 : 8192) : 0
        }
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(values, Limits.assignments)) }

    /// Whether recorded bytes are values. Only direct assignments may have none, but it harms no other.
    func hasValidState() -> Bool {
        for assignment in 0..<Limits.assignments
        where !(AssignmentValues.unmoved...16383 ~= values[assignment]) { return false }
        return true
    }
}
