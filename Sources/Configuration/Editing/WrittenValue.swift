/// A value as it is written in a file, with anchors, aliases and merges. It is what an edited file must hold: a text
/// that does not hold it exactly would have changed more than its value.
struct WrittenValue: Equatable {
    enum Content: Equatable {
        case scalar(JSONValue)
        case alias(String)
        case list([WrittenValue])
        case mapping([Member])
    }

    struct Member: Equatable {
        var key: String
        var isMerge = false
        var value: WrittenValue
    }

    var anchor = ""
    var content: Content

    init(_ node: LayoutNode) {
        anchor = node.anchor.string
        switch node.kind {
        case .alias: content = .alias(node.text.string)
        case .list: content = .list(node.items.map { WrittenValue($0.value) })
        case .mapping:
            content = .mapping(
                node.items.map { Member(key: $0.key.string, isMerge: $0.isMerge, value: WrittenValue($0.value)) })
        case .plain, .single, .double, .literal, .folded:
            content = .scalar(ScalarText.value(node.text, isQuoted: node.isQuoted))
        }
    }

    init(_ value: JSONValue) {
        switch value {
        case .array(let items): content = .list(items.map { WrittenValue($0) })
        case .object(let members):
            content = .mapping(members.map { Member(key: $0.name, value: WrittenValue($0.value)) })
        default: content = .scalar(value)
        }
    }

    /// Changes the value at the end of a path.
    ///
    /// - Parameter path: the position of an item in each list or mapping.
    mutating func change(at path: ArraySlice<Int>, _ body: (inout WrittenValue) -> Void) {
        guard let first = path.first else { return body(&self) }
        switch content {
        case .list(var items):
            items[first].change(at: path.dropFirst(), body)
            content = .list(items)
        case .mapping(var members):
            members[first].value.change(at: path.dropFirst(), body)
            content = .mapping(members)
        case .scalar, .alias: break
        }
    }

    /// Adds an item to a list, or a key to a mapping.
    mutating func insert(_ value: JSONValue, key: String?, at index: Int) {
        switch content {
        case .list(var items):
            items.insert(WrittenValue(value), at: index)
            content = .list(items)
        case .mapping(var members):
            members.insert(Member(key: key ?? "", value: WrittenValue(value)), at: index)
            content = .mapping(members)
        case .scalar, .alias: break
        }
    }

    mutating func remove(at index: Int) {
        switch content {
        case .list(var items):
            items.remove(at: index)
            content = .list(items)
        case .mapping(var members):
            members.remove(at: index)
            content = .mapping(members)
        case .scalar, .alias: break
        }
    }

    /// Puts the items at the positions `order` into the positions `slots`.
    mutating func reorder(_ slots: [Int], by order: [Int]) {
        switch content {
        case .list(let items):
            var new = items
            for (slot, index) in zip(slots, order) { new[slot] = items[index] }
            content = .list(new)
        case .mapping(let members):
            var new = members
            for (slot, index) in zip(slots, order) { new[slot] = members[index] }
            content = .mapping(new)
        case .scalar, .alias: break
        }
    }
}
