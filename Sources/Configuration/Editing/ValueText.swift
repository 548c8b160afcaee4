/// Writes values as YAML in the style of a file.
///
/// Lists of scalars and short mappings without lists of mappings go behind their key, in brackets and braces. All
/// others go in lines of their own.
struct ValueText {
    /// The number of columns that a line with braces may have, and at which a list of scalars goes on in another line.
    private static let width = 120

    private let lineEnd: String
    /// The number of columns by which a list is indented more than its key.
    private(set) var listStep = 2
    /// The number of columns by which a mapping is indented more than its key.
    private(set) var mappingStep = 2

    init(_ layout: YAMLLayout, lineEnd: [UInt8]) {
        self.lineEnd = String(decoding: lineEnd, as: UTF8.self)
        if let step = ValueText.step(.list, in: layout.root) { listStep = step }
        if let step = ValueText.step(.mapping, in: layout.root), step > 0 { mappingStep = step }
    }

    /// The indentation of the first list or mapping below a key; nil if there is none.
    private static func step(_ kind: LayoutNode.Kind, in node: LayoutNode) -> Int? {
        for item in node.items {
            if node.kind == .mapping && item.value.kind == kind && item.value.isBlock {
                return item.value.items[0].column - node.items[0].column
            }
            if let step = step(kind, in: item.value) { return step }
        }
        return nil
    }

    /// Writes a value on one line, with brackets and braces.
    func inline(_ value: JSONValue, isInFlow: Bool, isJSON: Bool = false) -> String {
        switch value {
        case .array(let items):
            return "[" + items.map { inline($0, isInFlow: true, isJSON: isJSON) }.joined(separator: ", ") + "]"
        case .object(let members):
            if members.isEmpty { return "{}" }
            return "{ " + members.map { flowEntry($0.name, $0.value, isJSON: isJSON) }.joined(separator: ", ") + " }"
        default: return ScalarText.written(value, isInFlow: isInFlow, isJSON: isJSON)
        }
    }

    /// Writes a key and its value for a mapping in braces.
    func flowEntry(_ key: String, _ value: JSONValue, isJSON: Bool) -> String {
        let name = ScalarText.key(key, isInFlow: true, isJSON: isJSON)
        return "\(name): \(inline(value, isInFlow: true, isJSON: isJSON))"
    }

    /// Writes a key and its value, whose further lines are indented for a key at a column from 0.
    func entry(_ key: String, _ value: JSONValue, column: Int) -> String {
        let name = ScalarText.key(key, isInFlow: false, isJSON: false) + ":"
        return name + behind(value, column: column, used: column + name.unicodeScalars.count)
    }

    /// Writes an item of a list with its dash, which stands at a column from 0.
    ///
    /// - Parameter prefersFlow: whether a mapping is written in braces if it fits, as its neighbour is.
    func item(_ value: JSONValue, column: Int, prefersFlow: Bool = false) -> String {
        if prefersFlow, case .object = value {
            let text = "- " + inline(value, isInFlow: false)
            if column + text.unicodeScalars.count <= ValueText.width { return text }
        }
        let separator = lineEnd + ValueText.blanks(column + 2)
        switch value {
        case .object(let members) where !members.isEmpty:
            return "- " + members.map { entry($0.name, $0.value, column: column + 2) }.joined(separator: separator)
        case .array(let items) where ValueText.hasCollections(items):
            return "- " + items.map { item($0, column: column + 2) }.joined(separator: separator)
        default: return "-" + behind(value, column: column, used: column + 1)
        }
    }

    /// Writes the value of a key at a column from 0: on the same line with a blank before it, or in lines of its own.
    ///
    /// - Parameter used: the number of columns that are used in the line.
    func behind(_ value: JSONValue, column: Int, used: Int) -> String {
        if value == .null { return "" }
        if let text = short(value, room: ValueText.width - used - 1) { return " " + text }
        switch value {
        case .array(let items):
            if !ValueText.hasCollections(items) { return " " + wrapped(items, column + 2, used + 1) }
            let start = lineEnd + ValueText.blanks(column + listStep)
            return items.map { start + item($0, column: column + listStep) }.joined()
        case .object(let members):
            let start = lineEnd + ValueText.blanks(column + mappingStep)
            return members.map { start + entry($0.name, $0.value, column: column + mappingStep) }.joined()
        default: return " " + inline(value, isInFlow: false)
        }
    }

    /// Returns a value that goes on one line; nil if it has lists of lists or mappings, or needs more columns.
    private func short(_ value: JSONValue, room: Int) -> String? {
        if ValueText.hasListsOfCollections(value) { return nil }
        let text = inline(value, isInFlow: false)
        let isScalarOrEmpty =
            switch value {
            case .array(let items): items.isEmpty
            case .object(let members): members.isEmpty
            default: true
            }
        return isScalarOrEmpty || text.unicodeScalars.count <= room ? text : nil
    }

    /// Writes a list of scalars in brackets over several lines.
    private func wrapped(_ items: [JSONValue], _ column: Int, _ used: Int) -> String {
        var (text, line, start) = ("", "[", used)
        for (index, item) in items.enumerated() {
            let part = inline(item, isInFlow: true) + (index + 1 < items.count ? "," : "]")
            let length = line.unicodeScalars.count + 1 + part.unicodeScalars.count
            if index > 0 && start + length > ValueText.width {
                text += line + lineEnd + ValueText.blanks(column)
                (line, start) = (part, column)
            } else {
                line += (index == 0 ? "" : " ") + part
            }
        }
        return text + line
    }

    static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// Whether a list has lists or mappings with items.
    private static func hasCollections(_ items: [JSONValue]) -> Bool {
        items.contains {
            switch $0 {
            case .array(let items): !items.isEmpty
            case .object(let members): !members.isEmpty
            default: false
            }
        }
    }

    private static func hasListsOfCollections(_ value: JSONValue) -> Bool {
        switch value {
        case .array(let items): hasCollections(items)
        case .object(let members): members.contains { hasListsOfCollections($0.value) }
        default: false
        }
    }
}
