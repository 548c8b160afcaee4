// Whole items: of lists, and of mappings with their keys.

extension FileEditing {
    /// Removes an item with its comments. A mapping that becomes empty goes with its key, a list becomes `[]`, and an
    /// item of a list that is a mapping becomes `{}`.
    mutating func remove(_ path: [PathStep]) throws(EditProblem) {
        var found = try find(path[...])
        try checkAnchors(in: found.node)
        while let last = found.holders.last, last.node.kind == .mapping, last.node.items.count == 1 {
            guard let above = found.holders.dropLast().last else {
                throw problem(.refused, "a file needs at least one key", at: last.node.start)
            }
            if above.node.kind != .mapping { break }
            found.holders.removeLast()
            found.node = last.node
            try checkAnchors(in: found.node)
        }
        guard let last = found.holders.last else { return }
        let holder = found.holders.dropLast().last
        let expected = expected(at: found.positions.dropLast()) { $0.remove(at: last.index) }
        let text = last.node.kind == .list ? "[]" : "{}"
        let edits: [ByteEdit]
        if last.node.isFlow {
            let isEmptied = last.node.kind == .mapping && last.node.items.count == 1 && !last.node.isPair
            edits =
                isEmptied
                ? [ByteEdit(last.node.content..<last.node.end, text)] : try removingFromFlow(last.node, last.index)
        } else if last.node.items.count == 1 {
            edits = try emptyingBlock(last.node, in: holder?.item, text)
        } else {
            edits = try removingFromBlock(last.node, last.index)
        }
        try commit(edits, expected, at: found.node.start)
    }

    /// Moves an item to another position of its list, or a key to another position among the keys of its mapping.
    mutating func move(_ path: [PathStep], _ position: Int) throws(EditProblem) {
        let found = try find(path[...])
        guard let last = found.holders.last else { return }
        let slots = last.node.own
        guard position < slots.count else { throw missing(.index(position), last.node, path.dropLast()) }
        var order = slots.filter { $0 != last.index }
        order.insert(last.index, at: position)
        if order == slots { return }
        let expected = expected(at: found.positions.dropLast()) { $0.reorder(slots, by: order) }
        let edits =
            last.node.isFlow
            ? try movingInFlow(last.node, slots, by: order) : try movingInBlock(last.node, slots, by: order)
        do throws(EditProblem) {
            // Without its line end, the file would not be the same after a move back.
            try commit(edits, expected, at: found.node.start, mayEndLine: false)
        } catch {
            // An alias cannot stand before its anchor.
            try checkAnchors(in: found.node)
            throw error
        }
    }

    /// Adds an item before a position of a list, or a key before the last one of a mapping.
    mutating func insert(_ path: [PathStep], _ value: JSONValue) throws(EditProblem) {
        guard let step = path.last else { return }
        let above = path.dropLast()
        let found = try find(above)
        if found.node.kind == .list, case .index(let index) = step, index <= found.node.items.count {
            return try insert(value, key: nil, at: index, found)
        }
        let index = try index(of: step, in: found.node, above)
        if found.node.kind == .list { throw missing(step, found.node, above) }
        if index != nil { throw problem(.exists, "`\(clipped(step.text))` is there already", at: found.node.start) }
        try insert(value, key: step.text, at: found.node.own.last ?? 0, found)
    }

    private mutating func insert(
        _ value: JSONValue, key: String?, at index: Int, _ found: Found
    ) throws(EditProblem) {
        let node = found.node
        let expected = expected(at: found.positions) { $0.insert(value, key: key, at: index) }
        let edits: [ByteEdit]
        if node.items.isEmpty, key == nil, let opened = opening(node, value, in: found.holders.last) {
            edits = opened
        } else if node.isFlow || node.items.isEmpty {
            edits = try insertingInFlow(node, index, flowText(value, key: key, in: node))
        } else {
            edits = try insertingInBlock(node, index, blockText(value, key: key, in: node, at: index))
        }
        try commit(edits, expected, at: node.start)
    }

    /// The style of a file for new values.
    var style: ValueText { ValueText(layout, lineEnd: lineEnd) }

    private func flowText(_ value: JSONValue, key: String?, in node: LayoutNode) -> String {
        let neighbour = node.items.last
        if let key { return style.flowEntry(key, value, isJSON: neighbour.map { isJSON($0) } ?? false) }
        let isQuoted = neighbour.map { $0.value.kind == .double || $0.value.items.first.map { isJSON($0) } ?? false }
        return style.inline(value, isInFlow: true, isJSON: isQuoted ?? false)
    }

    /// Whether a key is in double quotes, as in JSON, where all texts are.
    func isJSON(_ item: LayoutItem) -> Bool { lines.byte(item.start) == UInt8(ascii: "\"") && !item.key.isEmpty }

    private func blockText(_ value: JSONValue, key: String?, in node: LayoutNode, at index: Int) -> String {
        let column = node.items[0].column
        if let key { return style.entry(key, value, column: column) }
        let neighbour = node.items[max(index - 1, 0)].value
        return style.item(value, column: column, prefersFlow: neighbour.kind == .mapping && neighbour.isFlow)
    }

    /// Writes the first item of `key: []` in a line below the key; nil if it goes into the brackets: if it is a scalar,
    /// or if removing it again would not leave the same bytes.
    private func opening(_ node: LayoutNode, _ value: JSONValue, in holder: Holder?) -> [ByteEdit]? {
        guard let holder, holder.node.kind == .mapping, !holder.node.isFlow, node.start == node.content,
            node.start == holder.item.after + 1, node.end == node.start + 2
        else { return nil }
        switch value {
        case .array(let items) where !items.isEmpty: break
        case .object(let members) where !members.isEmpty: break
        default: return nil
        }
        let column = holder.item.column + style.listStep
        let line = lines.end(ofLineAt: node.end)
        if let comment = lines.commentColumn(lineAt: line), comment > column { return nil }
        let item = ValueText.blanks(column) + style.item(value, column: column)
        return [ByteEdit(node.start - 1..<node.end), ByteEdit(at: line, Array(item.utf8) + lineEnd)]
    }
}
