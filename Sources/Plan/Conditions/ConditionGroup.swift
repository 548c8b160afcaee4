/// A group of conditions that are combined: those of a routing or an assignment, or the sub-conditions of a condition
/// (C5). Never empty.
package struct ConditionGroup {
    package enum Match: UInt8, Sendable {
        case all, any, one
    }

    package var match = Match.all
    /// The number of conditions in the group.
    package var count: UInt8 = 0
    /// The condition to which these sub-conditions belong, or `Condition.none` if they belong to `owner` itself.
    package var parent: UInt16 = Condition.none
    /// The index of the routing, `firstHold` and the number of the `hold`, 1...63 (R21, R28), or `ofAssignment`.
    package var owner: UInt16 = 0

    /// Owners from this number on are holds of remaps and of notes.
    package static let firstHold = UInt16(Limits.routings)

    /// The owner of the conditions of an assignment, which are asked for by their group.
    package static let ofAssignment: UInt16 = 0xFFFF

    package init() {}

    @inline(__always)
    package func isTrue(_ trueCount: UInt8) -> Bool {
        switch match {
        case .all: trueCount == count
        case .any: trueCount > 0
        case .one: trueCount == 1
        }
    }
}
