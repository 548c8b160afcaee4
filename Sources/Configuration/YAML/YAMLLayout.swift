/// A valid YAML text, and where each of its values stands.
final class YAMLLayout {
    let lines: YAMLLines
    let root: LayoutNode
    /// The values with aliases and merges resolved.
    let tree: YAMLTree
    /// Owns the texts of the layout.
    private let memory: Arena

    /// Reads a text without a byte order mark; nil if it is not valid YAML, which is reported.
    init?(_ text: [UInt8], log: DiagnosticLog) {
        let file = log.file("")
        // Within the limits of reading, the layout can be read without counting again.
        guard let tree = YAMLTree(text, file: file, log: log) else { return nil }
        let lines = YAMLLines(text)
        let memory = Arena()
        let root = YAMLParser.open(text, file: file, log: log, into: memory) { parser in
            var reader = LayoutReader(parser, lines)
            return reader.root()
        }
        guard let root else { return nil }
        (self.lines, self.root, self.tree, self.memory) = (lines, root, tree, memory)
    }

    /// Returns an alias of one of the anchors in a value, outside of this value; nil if there is none.
    ///
    /// - Parameter withOwn: whether to look for the anchor of the value itself too.
    func alias(ofAnchorsIn node: LayoutNode, withOwn: Bool) -> LayoutNode? {
        var names: [Text] = []
        node.forEach { if !$0.anchor.isEmpty { names.append($0.anchor) } }
        if !withOwn && !node.anchor.isEmpty { names.removeFirst() }
        if names.isEmpty { return nil }
        let inside = node.start..<max(node.end, node.start + 1)
        var found: LayoutNode?
        root.forEach { other in
            if found == nil && other.kind == .alias && !inside.contains(other.start) && names.contains(other.text) {
                found = other
            }
        }
        return found
    }
}
