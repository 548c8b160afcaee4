extension PresetModel {
    /// Lists all messages that presets send to ports without a routing: when they are loaded (P7) and left (P10), and
    /// when parts begin (P12).
    static func portMessages(of owners: [PresetModel], parts: [PartModel]) -> [OnLoadModel] {
        var messages: [OnLoadModel] = []
        for index in owners.indices { messages += owners[index].onLoad + owners[index].onLeave }
        for index in parts.indices { messages += parts[index].messages }
        return messages
    }

    /// Whether the preset or one of its parts sends messages to ports directly, without a routing.
    var sendsToPorts: Bool { !onLoad.isEmpty || !onLeave.isEmpty || !parts.isEmpty }

    /// The number of conditions of routings and assignments together.
    static func conditionCount(_ routings: [RoutingModel], _ assignments: [AssignmentModel]) -> Int {
        assignments.reduce(routings.reduce(0) { $0 + $1.conditionCount }) { $0 + ($1.conditions?.total ?? 0) }
    }
}
