/// A value of JSON text (RFC 8259).
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A whole number.
    case number(Int)
    /// A number with a fraction or an exponent, as written.
    case decimal(String)
    case string(String)
    case array([JSONValue])
    /// Members in their order. A name may occur twice.
    case object([JSONMember])

    /// The value of a member of an object; the first one if a name occurs twice.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    package var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    package var isObject: Bool { if case .object = self { true } else { false } }

    /// A number without its fraction and exponent.
    package var int: Int? {
        switch self {
        case .number(let number): number
        case .decimal(let text): Int(String(decoding: text.utf8.prefix { $0 == 45 || 48...57 ~= $0 }, as: UTF8.self))
        default: nil
        }
    }
}

package struct JSONMember: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) { (self.name, self.value) = (name, value) }
}
