import Plan

extension Reader {
    /// Returns the output of a routing's `notes:` for each key, after filter, map and shift; −1 drops the note (R6).
    func noteStage(_ node: YAMLNode) -> [Int] {
        var model = RoutingModel(place: node.place)
        readNotes(node, &model)
        if model.routing.filtered != 0 { return Array(repeating: -1, count: 128) }
        guard let map = model.routing.noteMap else { return Array(0...127) }
        return (0...127).map { map[$0] > 127 ? -1 : Int(map[$0]) }
    }

    /// Returns 1 for each controller value that `when:` accepts, 0 for each other value (C3).
    func whenValues(_ entry: YAMLNode.Entry, _ controller: Controller, top: Int) -> [Int] {
        var model = ConditionModel()
        readWhen(entry, controller, &model)
        if let list = model.list { return list.map { Int($0) } }
        guard case .range(let lowest, let highest) = model.condition.when else { return [] }
        return (0...top).map { Int(lowest) <= $0 && $0 <= Int(highest) ? 1 : 0 }
    }
}
