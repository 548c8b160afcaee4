/// A key of a mapping, or a position in a list from 0.
package enum PathStep: Equatable, Sendable {
    case key(String)
    case index(Int)

    /// The step as text: a key without quotes, or a number.
    package var text: String {
        switch self {
        case .key(let key): key
        case .index(let index): "\(index)"
        }
    }
}

/// One change of a file: what is done at which path.
package struct FileOperation: Equatable, Sendable {
    package enum Change: Equatable, Sendable {
        /// Replaces a value, or adds a missing key with the mappings that it needs.
        case set(JSONValue)
        /// Adds an item before a position of a list, or a key to a mapping.
        case insert(JSONValue)
        case remove
        /// Moves an item to another position of its list, or a key to another position of its mapping.
        case move(to: Int)
    }

    package var change: Change
    package var path: [PathStep]

    package init(_ change: Change, at path: [PathStep]) { (self.change, self.path) = (change, path) }
}

// MARK: - From JSON

extension FileOperation {
    /// Reads the operations of a request: `{"operations":[{"op":"set","at":["tempo"],"value":120}]}`.
    package static func list(of request: JSONValue) throws(EditProblem) -> [FileOperation] {
        let members = try FileOperation.members(of: request, "the request", ["operations"])
        guard let items = members["operations"]?.items else {
            throw EditProblem(.malformed, "`operations` is missing, or no list")
        }
        if items.count > EditLimits.operations { throw .overLimit("operations", EditLimits.operations) }
        var operations: [FileOperation] = []
        var left = EditLimits.values
        for (position, item) in items.enumerated() {
            do throws(EditProblem) {
                operations.append(try FileOperation(item, &left))
            } catch {
                var problem = error
                problem.operation = position
                throw problem
            }
        }
        return operations
    }

    /// - Parameter left: the number of values that the operations may still have.
    private init(_ json: JSONValue, _ left: inout Int) throws(EditProblem) {
        let members = try FileOperation.members(of: json, "an operation", ["op", "at", "value"])
        guard let op = members["op"]?.text else { throw EditProblem(.malformed, "`op` is missing, or no text") }
        guard let steps = members["at"]?.items, !steps.isEmpty else {
            throw EditProblem(.malformed, "`at` is missing; it is a list of keys and positions")
        }
        if steps.count > EditLimits.steps { throw .overLimit("steps", EditLimits.steps) }
        var path: [PathStep] = []
        for step in steps {
            if let key = step.text {
                path.append(.key(key))
            } else if case .number(let index) = step, index >= 0 {
                path.append(.index(index))
            } else {
                throw EditProblem(.malformed, "`at` is a list of keys and of positions from 0")
            }
        }
        let value = members["value"]
        if let value { try FileOperation.check(value, depth: 0, isInside: false, &left) }
        self.init(try FileOperation.change(op, value), at: path)
    }

    private static func change(_ op: String, _ value: JSONValue?) throws(EditProblem) -> Change {
        if op == "remove" {
            if value != nil { throw EditProblem(.malformed, "`remove` has no `value`") }
            return .remove
        }
        guard op == "set" || op == "insert" || op == "move" else {
            let words = ["set", "insert", "remove", "move"]
            throw EditProblem(.malformed, "no operation `\(clipped(op))`\(offer(op, among: words))")
        }
        guard let value else { throw EditProblem(.malformed, "`\(op)` needs a `value`") }
        if op == "set" { return .set(value) }
        if op == "insert" && value == .null { throw EditProblem(.malformed, "`insert` takes no `null`") }
        if op == "insert" { return .insert(value) }
        guard case .number(let index) = value, index >= 0 else {
            throw EditProblem(.malformed, "the `value` of `move` is a position from 0")
        }
        return .move(to: index)
    }

    /// Returns an object whose names are all among `names`, each at most once.
    private static func members(
        of json: JSONValue, _ what: String, _ names: [String]
    ) throws(EditProblem) -> JSONValue {
        guard case .object(let members) = json else { throw EditProblem(.malformed, "\(what) is no object") }
        for (index, member) in members.enumerated() {
            if !names.contains(member.name) {
                throw EditProblem(
                    .malformed, "no key `\(clipped(member.name))` in \(what)\(offer(member.name, among: names))")
            }
            if members[..<index].contains(where: { $0.name == member.name }) {
                throw EditProblem(.malformed, "`\(member.name)` appears twice in \(what)")
            }
        }
        return json
    }

    /// Refuses values that no file can hold.
    private static func check(
        _ value: JSONValue, depth: Int, isInside: Bool, _ left: inout Int
    ) throws(EditProblem) {
        if depth >= EditLimits.depth { throw .overLimit("depth", EditLimits.depth) }
        left -= 1
        if left < 0 { throw .overLimit("values", EditLimits.values) }
        switch value {
        case .null where isInside: throw EditProblem(.malformed, "a list or mapping has no empty values")
        case .decimal(let text) where text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }:
            throw EditProblem(.malformed, "a number has no exponent: \(clipped(text))")
        case .decimal(let text) where text.utf8.count > ScalarText.mostDigits:
            throw EditProblem(.malformed, "a number has at most \(ScalarText.mostDigits) characters: \(clipped(text))")
        case .number(let number) where abs(number) > ScalarText.mostWhole:
            throw EditProblem(.malformed, "a whole number has at most 15 digits: \(number)")
        case .array(let items):
            for item in items { try check(item, depth: depth + 1, isInside: true, &left) }
        case .object(let members):
            var names: Set<String> = []
            for member in members {
                if !names.insert(member.name).inserted {
                    throw EditProblem(.malformed, "`\(clipped(member.name))` appears twice in a mapping")
                }
                try check(member.value, depth: depth + 1, isInside: true, &left)
            }
        default: break
        }
    }
}
