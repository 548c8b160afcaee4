/// A value in a YAML file. Scalars are stored as text, because their type depends on their key.
///
/// Points into its `YAMLTree`; copying allocates nothing.
struct YAMLNode {
    var place: Place
    /// The offsets, in characters, of the first character and of the character after the last. `end` is undefined for
    /// blocks.
    var start: Int32 = 0
    var end: Int32 = 0
    /// Whether an alias inserted this node.
    var isAlias = false
    var content: Content

    enum Content {
        case scalar(Text, quoted: Bool)
        case sequence(UnsafeBufferPointer<YAMLNode>)
        case mapping(UnsafeBufferPointer<Entry>)
    }

    /// A key and its value. Entries are in file order.
    struct Entry {
        var key: Text
        var place: Place
        /// The offset of the key in characters.
        var index: Int32 = 0
        /// Whether a merge inserted this entry.
        var isMerged = false
        var value: YAMLNode
    }

    init(place: Place, content: Content) {
        self.place = place
        self.content = content
    }

    /// The text of a scalar; nil for other nodes.
    var text: Text? {
        if case .scalar(let text, _) = content { return text }
        return nil
    }

    /// The text of a scalar, or the first key of a mapping; nil for other nodes.
    var firstText: Text? {
        if case .mapping(let entries) = content { return entries.first?.key }
        return text
    }

    var isQuoted: Bool {
        if case .scalar(_, let quoted) = content { return quoted }
        return false
    }

    /// Whether no value was written, as in a line that ends after `key:`.
    var isEmpty: Bool {
        if case .scalar(let text, let quoted) = content { return text.isEmpty && !quoted }
        return false
    }

    /// A description for messages: "`12`", "a list".
    var described: String {
        switch content {
        case .scalar(let text, _): isEmpty ? "empty" : "`\(clipped(text))`"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
