import Compact

@testable import Configuration

/// What operations make of the values of a file, worked out on the values alone.
struct EditModel {
    var value: JSONValue

    /// Applies an operation. The path must exist, but for a key that `set` adds.
    mutating func apply(_ operation: FileOperation) {
        value = EditModel.applied(operation.change, operation.path[...], to: value) ?? .null
    }

    /// Returns the value after a change; nil if it goes with its key.
    private static func applied(
        _ change: FileOperation.Change, _ path: ArraySlice<PathStep>, to value: JSONValue
    ) -> JSONValue? {
        guard let step = path.first else {
            if case .set(let new) = change { return new }
            return change == .remove ? nil : value
        }
        let rest = path.dropFirst()
        switch value {
        case .array(var items):
            guard case .index(let index) = step else { return value }
            switch change {
            case .insert(let new) where rest.isEmpty: items.insert(new, at: index)
            case .move(let to) where rest.isEmpty: items.insert(items.remove(at: index), at: to)
            case .remove where rest.isEmpty: items.remove(at: index)
            // A mapping in a list stays when it becomes empty.
            default: items[index] = applied(change, rest, to: items[index]) ?? .object([])
            }
            return .array(items)
        case .object(var members):
            let index = members.firstIndex { $0.name == step.text }
            guard let index else {
                let nested = rest.reversed().reduce(change.value) { .object([JSONMember(name: $1.text, value: $0)]) }
                return .object(members + [JSONMember(name: step.text, value: nested)])
            }
            if case .move = change, rest.isEmpty { return value }
            if let new = applied(change, rest, to: members[index].value) {
                members[index].value = new
            } else {
                members.remove(at: index)
                if members.isEmpty { return nil }
            }
            return .object(members)
        default: return value
        }
    }

    /// Whether two values are equal but for the order of keys, and for numbers in quotes.
    static func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool {
        switch (a, b) {
        case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
        case (.object(let a), .object(let b)):
            return a.count == b.count
                && a.allSatisfy { one in b.contains { $0.name == one.name && isSame($0.value, one.value) } }
        case (.array, _), (_, .array), (.object, _), (_, .object): return false
        default: return ScalarText.text(of: a) == ScalarText.text(of: b)
        }
    }
}

extension FileOperation.Change {
    fileprivate var value: JSONValue {
        switch self {
        case .set(let value), .insert(let value): value
        case .remove, .move: .null
        }
    }
}
