import Plan

/// How a routing holds notes, as read from a file (R28).
enum NoteHoldModel {
    case toggle, chord
    case conditions(ConditionGroupModel, isSostenuto: Bool)

    /// The conditions during which releases wait; nil if there are none.
    var conditions: ConditionGroupModel? {
        if case .conditions(let group, _) = self { return group }
        return nil
    }
}
