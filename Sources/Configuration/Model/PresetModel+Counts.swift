extension PresetModel {
    /// Lists all messages that presets send to ports without a routing: when they are loaded (P7) and left (P10), and
    /// when parts begin (P12).
    static func portMessages(of owners: [PresetModel], parts: [PartModel]) -> [OnLoadModel] {
        owners.flatMap { $0.onLoad + $0.onLeave } + parts.flatMap { $0.messages }
    }

    /// The number of conditions of routings and assignments together.
    static func conditionCount(_ routings: [RoutingModel], _ assignments: [AssignmentModel]) -> Int {
        assignments.reduce(routings.reduce(0) { $0 + $1.conditionCount }) { $0 + ($1.conditions?.total ?? 0) }
    }
}
