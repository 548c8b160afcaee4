extension FileEditing {
    /// Replaces a value, or adds a missing key with the mappings that it needs.
    mutating func set(_ path: [PathStep], _ value: JSONValue) throws(EditProblem) {
        for depth in path.indices {
            let above = path[..<depth]
            let found = try find(above)
            if try index(of: path[depth], in: found.node, above) != nil { continue }
            let rest = path[(depth + 1)...]
            let hasIndex = rest.contains { if case .index = $0 { true } else { false } }
            if found.node.kind == .list || hasIndex { throw missing(path[depth], found.node, above) }
            let nested = rest.reversed().reduce(value) { .object([JSONMember(name: $1.text, value: $0)]) }
            return try insert(Array(path[...depth]), nested)
        }
        try replace(path, try find(path[...]), value)
    }

    private mutating func replace(_ path: [PathStep], _ found: Found, _ value: JSONValue) throws(EditProblem) {
        guard let present = resolved(path[...]).map({ FileEditing.value(of: $0) }) else { return }
        if FileEditing.isSame(present, value) { return }
        if FileEditing.count(present) + FileEditing.count(value) <= EditLimits.comparedValues {
            switch (present, value) {
            case (.object(let old), .object(let new)) where !old.isEmpty && !new.isEmpty:
                return try merge(path, old, new)
            case (.array(let old), .array(let new)) where !old.isEmpty && !new.isEmpty:
                return try merge(path, old, new)
            default: break
            }
        }
        if found.node.isScalar && FileEditing.isScalar(value) { return try setScalar(found, value) }
        // Its own anchor stays.
        try checkAnchors(in: found.node, withOwn: false)
        try setWhole(found, value)
    }

    /// Makes a mapping have other members. Members that stay keep their bytes.
    private mutating func merge(
        _ path: [PathStep], _ old: [JSONMember], _ new: [JSONMember]
    ) throws(EditProblem) {
        for member in new where old.contains(where: { $0.name == member.name }) {
            try set(path + [.key(member.name)], unlessSame: member.value)
        }
        // Before others are removed: the mapping would go if it became empty.
        for member in new where !old.contains(where: { $0.name == member.name }) {
            try set(path + [.key(member.name)], member.value)
        }
        for member in old where !new.contains(where: { $0.name == member.name }) {
            try remove(path + [.key(member.name)])
        }
    }

    /// Makes a list have other items. Items that stay at the beginning and at the end keep their bytes.
    private mutating func merge(
        _ path: [PathStep], _ old: [JSONValue], _ new: [JSONValue]
    ) throws(EditProblem) {
        let shorter = min(old.count, new.count)
        var (first, last) = (0, 0)
        while first < shorter && FileEditing.isSame(old[first], new[first]) { first += 1 }
        while last < shorter - first && FileEditing.isSame(old[old.count - 1 - last], new[new.count - 1 - last]) {
            last += 1
        }
        for index in first..<shorter - last { try set(path + [.index(index)], unlessSame: new[index]) }
        for index in (shorter - last..<old.count - last).reversed() { try remove(path + [.index(index)]) }
        for index in shorter - last..<new.count - last { try insert(path + [.index(index)], new[index]) }
    }

    /// A value that stays may be shared.
    private mutating func set(_ path: [PathStep], unlessSame value: JSONValue) throws(EditProblem) {
        if let node = resolved(path[...]), FileEditing.isSame(FileEditing.value(of: node), value) { return }
        try set(path, value)
    }

    /// Replaces a value by one of another kind: all its bytes but those of an anchor.
    private mutating func setWhole(_ found: Found, _ value: JSONValue) throws(EditProblem) {
        guard let holder = found.holders.last else { return }
        let expected = expected(at: found.positions) { $0.content = WrittenValue(value).content }
        try commit(try replacing(found.node, in: holder, value), expected, at: found.node.start)
    }

    private func replacing(
        _ node: LayoutNode, in holder: Holder, _ value: JSONValue
    ) throws(EditProblem) -> [ByteEdit] {
        let head = end(ofHead: holder.item)
        if holder.node.isFlow {
            let text = style.inline(value, isInFlow: true, isJSON: isJSON(holder.item))
            return [node.isEmpty ? ByteEdit(at: head, " " + text) : ByteEdit(node.content..<node.end, text)]
        }
        let text = Array(self.text(value, in: holder).utf8)
        let isBlock = text.first.map { YAMLLines.isBreak($0) } ?? false
        // The lines of a block, each with its end.
        let below = isBlock ? Array(text.dropFirst(lineEnd.count)) + lineEnd : []
        if node.isBlock {
            let segments = try segments(of: node)
            let all = segments[0].start..<segments[segments.count - 1].end
            if !segments[0].isOwn { return [ByteEdit(head..<all.upperBound, text + lineEnd)] }
            return isBlock ? [ByteEdit(all, below)] : [ByteEdit(at: head, text), ByteEdit(all)]
        }
        if lines.isBreak(at: node.end - 1) { return [ByteEdit(head..<node.end, text + lineEnd)] }
        let end = node.isEmpty ? head : node.end
        if !text.contains(where: { YAMLLines.isBreak($0) }), !text.isEmpty, !node.isEmpty {
            // Blanks before the value may align it with others.
            return [ByteEdit(node.content..<end, Array(text.dropFirst()))]
        }
        if !isBlock { return [ByteEdit(head..<end, text)] }
        return [ByteEdit(head..<end), ByteEdit(at: lines.end(ofLineAt: end), below)]
    }

    /// The text of a value behind a dash or colon, with a blank or line end before it.
    private func text(_ value: JSONValue, in holder: Holder) -> String {
        let (item, column) = (holder.item, holder.item.column)
        if holder.node.kind == .mapping {
            return style.behind(value, column: column, used: lines.column(of: end(ofHead: item)))
        }
        let prefersFlow = item.value.kind == .mapping && item.value.isFlow
        let text = style.item(value, column: column, prefersFlow: prefersFlow)
        let rest = String(decoding: text.utf8.dropFirst(), as: UTF8.self)
        let first = rest.utf8.dropFirst().first
        if !item.value.hasProperties || FileEditing.isScalar(value) || first == UInt8(ascii: "[")
            || first == UInt8(ascii: "{")
        {
            return rest
        }
        // In the same line, the anchor would be that of the first key.
        let blanks = String(decoding: lineEnd, as: UTF8.self) + ValueText.blanks(column + 2)
        return blanks + String(decoding: rest.utf8.dropFirst(), as: UTF8.self)
    }
}

// MARK: - Values

extension FileEditing {
    /// Converts a value of a file with aliases and merges resolved. Merged keys come last.
    static func value(of node: YAMLNode) -> JSONValue {
        switch node.content {
        case .scalar(let text, let isQuoted): return ScalarText.value(text, isQuoted: isQuoted)
        case .sequence(let items): return .array(items.map { value(of: $0) })
        case .mapping(let entries):
            return .object(entries.map { JSONMember(name: $0.key.string, value: value(of: $0.value)) })
        }
    }

    /// Whether two values are equal but for the order of keys.
    static func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool {
        switch (a, b) {
        case (.array(let a), .array(let b)):
            return a.count == b.count && a.indices.allSatisfy { isSame(a[$0], b[$0]) }
        case (.object(let a), .object(let b)):
            // Of large mappings the order counts, so that time is bounded.
            return a.count == b.count
                && a.indices.allSatisfy { index in
                    let isThere = b[index].name == a[index].name || a.count > EditLimits.comparedValues
                    let other = isThere ? b[index] : b.first { $0.name == a[index].name }
                    return other.map { $0.name == a[index].name && isSame(a[index].value, $0.value) } ?? false
                }
        default: return a == b
        }
    }

    static func isScalar(_ value: JSONValue) -> Bool {
        switch value {
        case .array, .object: false
        default: true
        }
    }

    /// The number of scalars, lists and mappings of a value.
    static func count(_ value: JSONValue) -> Int {
        switch value {
        case .array(let items): items.reduce(1) { $0 + count($1) }
        case .object(let members): members.reduce(1) { $0 + count($1.value) }
        default: 1
        }
    }
}
