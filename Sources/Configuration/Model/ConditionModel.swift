import Plan

/// A group of conditions as read from a file: of a routing, an assignment or a condition (sub-conditions).
struct ConditionGroupModel {
    var match = ConditionGroup.Match.all
    var conditions: [ConditionModel] = []

    /// The number of conditions, including sub-conditions.
    var total: Int { conditions.reduce(0) { $0 + 1 + ($1.inner?.total ?? 0) } }
}

/// A condition as read from a file: the fixed-size part for the engine, and the rest.
struct ConditionModel {
    /// The engine's condition, complete except for the list and the groups.
    var condition = Condition()
    /// The slot of the condition's `decrement`.
    var decrement: Int?
    /// The slots of further controllers that count or latch together with the first.
    var others: [Int] = []
    /// The values of `when` as a list of 0 and 1.
    var list: [UInt8]?
    var inner: ConditionGroupModel?
}
