/// A piece of a YAML text as it was written: scalars are text still, read by the type of their key.
///
/// It points into the `YAMLTree` it belongs to, and is copied like a number.
struct YAMLNode {
    var place: Place
    /// Its first character and the one behind its last, counted from the beginning of the file; of a block, whose end is
    /// no character of its own, the end means nothing.
    var start: Int32 = 0
    var end: Int32 = 0
    /// It stands elsewhere in the file, and an alias brings it here.
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
        /// The first character of the key.
        var index: Int32 = 0
        /// It stands elsewhere, and a merge brings it here.
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

    var isQuoted: Bool {
        if case .scalar(_, let quoted) = content { return quoted }
        return false
    }

    /// Nothing at all was written: `key:` and the end of the line.
    var isEmpty: Bool {
        if case .scalar(let text, let quoted) = content { return text.isEmpty && !quoted }
        return false
    }

    /// What it is, as a message would say: "`12`", "a list".
    var described: String {
        switch content {
        case .scalar(let text, _): isEmpty ? "empty" : "`\(clipped(text))`"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}

/// A text on one line and not overlong, for messages.
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
