/// A value of a YAML file as written: scalars are text, because their type depends on their key.
///
/// Points into the `YAMLTree` it belongs to; copying it allocates nothing.
struct YAMLNode {
    var place: Place
    /// Offsets in characters of its first character and of the one after its last. The end of a block is not defined.
    var start: Int32 = 0
    var end: Int32 = 0
    /// Whether it was inserted by an alias.
    var isAlias = false
    var content: Content

    enum Content {
        case scalar(Text, quoted: Bool)
        case sequence(UnsafeBufferPointer<YAMLNode>)
        case mapping(UnsafeBufferPointer<Entry>)
    }

    /// A key and its value, in the order of the file.
    struct Entry {
        var key: Text
        var place: Place
        /// Offset in characters of the key.
        var index: Int32 = 0
        /// Whether it was inserted by a merge.
        var isMerged = false
        var value: YAMLNode
    }

    init(place: Place, content: Content) {
        self.place = place
        self.content = content
    }

    /// The text of a scalar.
    var text: Text? {
        if case .scalar(let text, _) = content { return text }
        return nil
    }

    /// The text of a scalar, or the first key of a mapping.
    var firstText: Text? {
        if case .mapping(let entries) = content { return entries.first?.key }
        return text
    }

    var isQuoted: Bool {
        if case .scalar(_, let quoted) = content { return quoted }
        return false
    }

    /// Whether nothing was written: `key:` and the end of the line.
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

/// Returns a text for messages: on one line, at most 60 characters.
func clipped(_ text: String) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
        if count == 60 { return result.visible + "…" }
        result.unicodeScalars.append(scalar)
        count += 1
    }
    return result.visible
}

func clipped(_ text: Text) -> String { clipped(text.string) }
