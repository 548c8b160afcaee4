import Plan

extension Compiler {
    /// Compiles the conditions of routings, owned by index, and those of holds, whose numbers begin at
    /// 1, and of assignments, which have no owner. Returns the table, nil if there are no conditions, and the group of
    /// each assignment.
    func conditions(
        _ owners: [ConditionGroupModel?], _ holds: [ConditionGroupModel] = [], assigned: [ConditionGroupModel?] = []
    ) -> (table: UnsafePointer<Conditions>?, roots: [UInt16]) {
        var tree = ConditionTree(arena: arena)
        for (index, model) in owners.enumerated() {
            if let model { _ = tree.add(model, owner: UInt16(index)) }
        }
        for (index, model) in holds.enumerated() {
            _ = tree.add(model, owner: ConditionGroup.firstHold + UInt16(index + 1))
        }
        var roots: [UInt16] = []
        for model in assigned {
            roots.append(model.map { tree.add($0, owner: ConditionGroup.ofAssignment) } ?? Condition.none)
        }
        if tree.nodes.isEmpty { return (nil, roots) }
        var rows = InlineArray<38, UInt8>(repeating: Concerns.none)
        var starts: [UInt32] = []
        var listeners: [Conditions.Listener] = []
        var tables: [SlotTable] = []
        for source in 0..<rows.count where tree.nodes.contains(where: { Int($0.source) == source }) {
            rows[source] = UInt8(tables.count)
            var numbers: [SlotTable.Entry] = []
            var last: [Conditions.Listener] = []
            for (slot, list) in tree.listeners(source: UInt8(source)) {
                // Neighbouring keys usually have the same listeners, so they share one list.
                if list != last {
                    starts.append(UInt32(listeners.count))
                    listeners += list
                    last = list
                }
                numbers.append(SlotTable.Entry(slot: slot, number: UInt16(starts.count - 1)))
            }
            tables.append(arena.slotTable(numbers))
        }
        starts.append(UInt32(listeners.count))
        // U6: conditions listen to all groups of a port, and start from the newest value of any group.
        copyToGroups { rows[$0] = rows[$1] }
        for index in tree.nodes.indices {
            tree.nodes[index].source = commonValues(of: Int(tree.nodes[index].source)) ?? tree.nodes[index].source
        }
        let conditions = Conditions(
            nodes: arena.copy(tree.nodes), count: Int32(tree.nodes.count), groups: arena.copy(tree.groups),
            groupCount: Int32(tree.groups.count), rows: rows, tables: arena.copy(tables),
            starts: arena.copy(starts), listeners: arena.copy(listeners))
        return (arena.copy([conditions]), roots)
    }
}

/// Flattens nested conditions into arrays of nodes and groups.
private struct ConditionTree {
    let arena: Arena
    var nodes: [Condition] = []
    var groups: [ConditionGroup] = []
    /// The `decrement` slot of each node.
    var decrements: [Int?] = []
    /// The further slots of each node.
    var others: [[Int]] = []

    init(arena: Arena) { self.arena = arena }

    /// Adds a group and its sub-conditions; the nodes of a sub-condition precede the node that contains it (C4). Adds
    /// nothing for an empty group, which is always true (C5).
    mutating func add(_ model: ConditionGroupModel, owner: UInt16) -> UInt16 {
        if model.conditions.isEmpty { return Condition.none }
        let index = groups.count
        var group = ConditionGroup()
        group.match = model.match
        group.count = UInt8(model.conditions.count)
        group.owner = owner
        groups.append(group)
        for model in model.conditions {
            var node = model.condition
            node.group = UInt16(index)
            if let inner = model.inner { node.inner = add(inner, owner: owner) }
            if let list = model.list { node.when = .list(arena.share(list)) }
            if node.inner != Condition.none { groups[Int(node.inner)].parent = UInt16(nodes.count) }
            nodes.append(node)
            decrements.append(model.decrement)
            others.append(model.others)
        }
        return UInt16(index)
    }

    /// Returns the listeners to a source by ascending slot; each list is in node order.
    func listeners(source: UInt8) -> [(slot: Int, listeners: [Conditions.Listener])] {
        var lists: [Int: [Conditions.Listener]] = [:]
        for (index, node) in nodes.enumerated() where node.source == source {
            let further: [(Int?, Bool)] = others[index].map { ($0, false) }
            for (slot, isBack) in [(Int(node.slot), false), (decrements[index], true)] + further {
                guard let slot else { continue }
                let listener = Conditions.Listener(node: UInt16(index), slot: UInt16(slot), isBack: isBack)
                for place in places(slot, node) { lists[place, default: []].append(listener) }
            }
        }
        return lists.map { (slot: $0.key, listeners: $0.value) }.sorted(byNumber: { UInt64($0.slot) })
    }

    /// Returns the slots whose messages affect a node: for a note condition, all keys in its range (C6).
    private func places(_ slot: Int, _ node: Condition) -> ClosedRange<Int> {
        if slot != ControlInput.noteValue && slot != ControlInput.noteVelocity { return slot...slot }
        return ControlInput.key + Int(node.lowestNote)...ControlInput.key + Int(node.highestNote)
    }
}
