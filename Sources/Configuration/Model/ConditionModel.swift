import Program

/// Conditions as they were read, those of a routing or an assignment or sub-conditions.
struct ConditionGroupModel {
    var match = ConditionGroup.Match.all
    var conditions: [ConditionModel] = []

    /// How many there are, sub-conditions counted.
    var total: Int { conditions.reduce(0) { $0 + 1 + ($1.inner?.total ?? 0) } }
}

/// A condition as it was read: the fixed-size part as the engine wants it, the rest beside it.
struct ConditionModel {
    /// All but its list and its groups.
    var condition = Condition()
    /// The slot of its `decrement`.
    var decrement: Int?
    /// `when` as a list of 0 and 1.
    var list: [UInt8]?
    var inner: ConditionGroupModel?
}
