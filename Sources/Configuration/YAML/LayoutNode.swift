/// A value of a YAML text with the bytes that it takes. Aliases and merges stay as they are written.
///
/// All offsets are in bytes of the text, without a byte order mark.
struct LayoutNode {
    enum Kind {
        case plain, single, double, literal, folded
        case alias
        case list, mapping
    }

    var kind: Kind
    /// Whether a list or mapping is in brackets or braces.
    var isFlow = false
    /// Whether a mapping is one `key: value` between brackets, without braces.
    var isPair = false
    /// The first byte, with an anchor or tag.
    var start: Int
    /// The first byte behind an anchor and a tag.
    var content: Int
    /// The byte behind the last one. A block of text ends before its last line end, or behind all line ends that
    /// it keeps. A block list or mapping ends where its last value ends.
    var end: Int
    /// The text of a scalar, or the name of an alias.
    var text: Text = ""
    /// The name of the anchor; empty if there is none.
    var anchor: Text = ""
    var items: [LayoutItem] = []

    var isScalar: Bool {
        switch kind {
        case .plain, .single, .double, .literal, .folded: true
        case .alias, .list, .mapping: false
        }
    }

    /// Whether a scalar is in quotes, or a block of text.
    var isQuoted: Bool { isScalar && kind != .plain }
    var isBlockOfText: Bool { kind == .literal || kind == .folded }
    /// Whether no value is written, as in a line that ends after `key:`.
    var isEmpty: Bool { kind == .plain && text.isEmpty }
    var isCollection: Bool { kind == .list || kind == .mapping }
    /// Whether a list or mapping with items is written in lines of its own.
    var isBlock: Bool { isCollection && !isFlow && !items.isEmpty }
    var hasProperties: Bool { start != content }

    /// The positions of the items that are not merged mappings.
    var own: [Int] { items.indices.filter { !items[$0].isMerge } }

    /// Calls `body` with this value and all values in it, in the order of the text.
    func forEach(_ body: (LayoutNode) -> Void) {
        body(self)
        for item in items { item.value.forEach(body) }
    }
}

/// An item of a list, or a key of a mapping and its value.
struct LayoutItem {
    /// The first byte: the dash of an item, the first character of a key, or in brackets that of the value.
    var start: Int
    /// The column of `start`, from 0 in characters.
    var column: Int
    /// The byte behind the dash or the colon; behind the key if there is no colon. In brackets that of the value.
    var after: Int
    /// The key; empty in a list.
    var key: Text = ""
    /// Whether the item is a `<<:` that merges other mappings.
    var isMerge = false
    /// Whether the key stands behind a `?`, or is not a scalar.
    var isExplicit = false
    var value: LayoutNode

    /// The byte behind the last one.
    var end: Int { max(after, value.end) }
}
