/// A value of JSON text (RFC 8259).
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Int)
    /// A number with a fraction or an exponent, as text: `98.5`.
    case decimal(String)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// The value of a member of an object; the first one if a name occurs twice.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The number without its fraction and exponent.
    package var int: Int? {
        switch self {
        case .number(let number): number
        case .decimal(let text): Int(String(text[..<JSONValue.end(ofWhole: text)]))
        default: nil
        }
    }

    private static func end(ofWhole text: String) -> String.Index {
        text.utf8.firstIndex { $0 != UInt8(ascii: "-") && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
            ?? text.endIndex
    }

    package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    package var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    package var isObject: Bool { if case .object = self { true } else { false } }
}

package struct JSONMember: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) { (self.name, self.value) = (name, value) }
}
