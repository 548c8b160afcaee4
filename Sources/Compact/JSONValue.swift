/// A value of JSON text (RFC 8259).
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A whole number. Fractions are cut off: no property that the box reads has any.
    case number(Int)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// The value of a member of an object; the first one if a name occurs twice.
    subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var int: Int? { if case .number(let number) = self { number } else { nil } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    var isObject: Bool { if case .object = self { true } else { false } }
}

struct JSONMember: Equatable, Sendable {
    var name: String
    var value: JSONValue
}
