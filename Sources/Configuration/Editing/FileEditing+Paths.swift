extension FileEditing {
    /// A list or mapping on a path, and the position of the item that the path goes through.
    struct Holder {
        var node: LayoutNode
        var index: Int

        var item: LayoutItem { node.items[index] }
    }

    /// The value at the end of a path, and the lists and mappings on the path, the outermost first.
    struct Found {
        var node: LayoutNode
        var holders: [Holder]

        /// The position in each list or mapping on the path.
        var positions: [Int] { holders.map { $0.index } }
    }

    /// Follows a path. Throws if there is no such value, or if an alias or a merge shares it.
    func find(_ path: ArraySlice<PathStep>) throws(EditProblem) -> Found {
        var found = Found(node: root, holders: [])
        try checkIsOwn(root)
        for (depth, step) in path.enumerated() {
            let above = path.prefix(depth)
            guard let index = try index(of: step, in: found.node, above) else { throw missing(step, found.node, above) }
            found.holders.append(Holder(node: found.node, index: index))
            found.node = found.node.items[index].value
            try checkIsOwn(found.node)
        }
        return found
    }

    private func checkIsOwn(_ node: LayoutNode) throws(EditProblem) {
        if node.kind == .alias { throw problem(.shared, "an alias shares this value", at: node.start) }
    }

    /// Returns the position of a step's item; nil if there is none.
    func index(
        of step: PathStep, in node: LayoutNode, _ path: ArraySlice<PathStep>
    ) throws(EditProblem) -> Int? {
        switch node.kind {
        case .list:
            guard case .index(let index) = step else {
                throw problem(.missing, "\(shown(path)) is a list; its items have numbers from 0", at: node.content)
            }
            return node.items.indices.contains(index) ? index : nil
        case .mapping:
            let index = node.items.firstIndex { !$0.isMerge && $0.key.string == step.text }
            if index == nil, isMerged(step.text, path), let merge = node.items.first(where: { $0.isMerge }) {
                throw problem(.shared, "a merge shares this value", at: merge.start)
            }
            return index
        default:
            let what = node.isEmpty ? "is empty; set it to a list or mapping first" : "is a single value"
            throw problem(.missing, "\(shown(path)) \(what)", at: node.content)
        }
    }

    /// Whether a mapping has a key only by a merge.
    private func isMerged(_ key: String, _ path: ArraySlice<PathStep>) -> Bool {
        guard case .mapping(let entries)? = resolved(path)?.content else { return false }
        return entries.first { $0.key.string == key }?.isMerged ?? false
    }

    /// Returns the value at the end of a path, with aliases and merges resolved; nil if there is none.
    func resolved(_ path: ArraySlice<PathStep>) -> YAMLNode? {
        var node = actual.tree.root
        for step in path {
            switch node.content {
            case .mapping(let entries):
                guard let entry = entries.first(where: { $0.key.string == step.text }) else { return nil }
                node = entry.value
            case .sequence(let items):
                guard case .index(let index) = step, index < items.count else { return nil }
                node = items[index]
            case .scalar: return nil
            }
        }
        return node
    }

    /// The problem that a list or mapping has no item at a step.
    func missing(_ step: PathStep, _ node: LayoutNode, _ path: ArraySlice<PathStep>) -> EditProblem {
        if node.kind == .list {
            let items = counted(node.items.count, "item")
            return problem(.missing, "no item \(step.text) in \(shown(path)), which has \(items)", at: node.content)
        }
        let keys = node.items.filter { !$0.isMerge }.map { $0.key.string }
        let near = hint(step.text, among: keys)
        return problem(.missing, "no key `\(clipped(step.text))` in \(shown(path))\(near)", at: node.content)
    }

    /// A path for messages, such as `routings.0.notes`.
    func shown(_ path: ArraySlice<PathStep>) -> String {
        path.isEmpty ? "the file" : clipped(path.map { $0.text }.joined(separator: "."))
    }

    /// Returns what the file holds after a change of the list or mapping at the end of a path.
    func expected(at positions: [Int], _ change: (inout WrittenValue) -> Void) -> WrittenValue {
        var value = WrittenValue(actual.root)
        value.change(at: positions[...], change)
        return value
    }

    /// Refuses to take away a value to which an alias elsewhere refers.
    ///
    /// - Parameter withOwn: whether the anchor of the value itself goes too.
    func checkAnchors(in node: LayoutNode, withOwn: Bool = true) throws(EditProblem) {
        if let alias = layout.alias(ofAnchorsIn: node, withOwn: withOwn) {
            throw problem(.shared, "an alias shares this value", at: alias.start)
        }
    }
}
