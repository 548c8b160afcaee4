/// An assignment that holds while a preset runs: one of the box, or one of the preset or of a preset that it inserts
/// (A5).
package struct Assigned {
    /// The index in `Plan.assignments`.
    package var index: UInt16
    /// The place of its internal value: its index if it is of the box, else from `Limits.assignments` on. Of several
    /// controllers that count or latch together, the place of the first (A2).
    package var state: UInt16
    /// The group of its conditions, among those of the box or of the preset; `Condition.none` without conditions.
    package var conditions = Condition.none

    package init(index: UInt16, state: UInt16, conditions: UInt16) {
        (self.index, self.state, self.conditions) = (index, state, conditions)
    }

    /// Whether the assignment is of a preset, and so begins anew with each load.
    @inline(__always)
    package var isOfPreset: Bool { Int(state) >= Limits.assignments }

    /// The number of internal values: those of the box, then those of the running preset.
    package static let states = Limits.assignments + Limits.assignmentsOfPreset
}
