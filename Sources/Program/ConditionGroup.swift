/// Conditions that count together: those of a routing or an assignment, or the sub-conditions of one (C5). Never empty.
public struct ConditionGroup {
    public enum Match: UInt8, Sendable {
        case all, any, one
    }

    public var match = Match.all
    /// How many conditions stand in it.
    public var count: UInt8 = 0
    /// The condition whose sub-conditions they are, or `Condition.none`: those of `owner` itself.
    public var parent: UInt16 = Condition.none
    /// Index of the routing or the assignment.
    public var owner: UInt16 = 0

    public init() {}

    @inline(__always)
    package func isTrue(_ trueCount: UInt8) -> Bool {
        switch match {
        case .all: trueCount == count
        case .any: trueCount > 0
        case .one: trueCount == 1
        }
    }
}
