import CPlatform

/// Reads where the values of a text stand from the events of libyaml. The text must be valid, and within
/// `ReadingLimits`.
struct LayoutReader {
    private var parser: YAMLParser
    private let lines: YAMLLines
    /// The position reached in the text, in characters and bytes. Events come in the order of the text, so each
    /// conversion is short.
    private var (character, byte) = (0, 0)

    /// - Parameter lines: the text that the parser reads.
    init(_ parser: YAMLParser, _ lines: YAMLLines) { (self.parser, self.lines) = (parser, lines) }

    /// Returns the root of the text; nil if it has no value.
    mutating func root() -> LayoutNode? {
        var event = YAMLEvent()
        while parser.next(&event) {
            switch event.type {
            case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT: continue
            case YAML_STREAM_END_EVENT, YAML_DOCUMENT_END_EVENT: return nil
            default: return node(event, isInFlow: false)
            }
        }
        return nil
    }

    /// Reads the whole node whose first event is given.
    private mutating func node(_ event: YAMLEvent, isInFlow: Bool) -> LayoutNode? {
        let (start, end) = (offset(event.start), offset(event.end))
        var node = LayoutNode(kind: .plain, start: start, content: start, end: end)
        node.anchor = event.anchor
        if event.type == YAML_ALIAS_EVENT {
            (node.kind, node.text, node.anchor) = (.alias, event.anchor, "")
            return node
        }
        let isScalar = event.type == YAML_SCALAR_EVENT
        if !event.anchor.isEmpty || event.tagged {
            node.content = lines.skippingProperties(start, isScalar ? end : lines.bytes.count)
        }
        if isScalar { return scalar(node, event) }
        let first = lines.byte(node.content)
        if event.type == YAML_SEQUENCE_START_EVENT {
            (node.kind, node.isFlow) = (.list, first == UInt8(ascii: "["))
            return list(node)
        }
        // A mapping whose first key is in braces begins with them too, but libyaml gives its beginning no width.
        let isBraced = first == UInt8(ascii: "{") && end == node.content + 1
        (node.kind, node.isPair, node.isFlow) = (.mapping, isInFlow && !isBraced, isInFlow || isBraced)
        return mapping(node)
    }

    private func scalar(_ scalar: LayoutNode, _ event: YAMLEvent) -> LayoutNode {
        var node = scalar
        node.text = event.text
        if !event.quoted { return node }
        switch lines.byte(node.content) {
        case UInt8(ascii: "'"): node.kind = .single
        case UInt8(ascii: "\""): node.kind = .double
        case UInt8(ascii: "|"): node.kind = .literal
        default: node.kind = .folded
        }
        if node.isBlockOfText { node.end = lines.end(ofTextAt: node.content, node.end) }
        return node
    }

    private mutating func list(_ list: LayoutNode) -> LayoutNode? {
        var node = list
        var event = YAMLEvent()
        while parser.next(&event) {
            if event.type == YAML_SEQUENCE_END_EVENT {
                close(&node, event)
                return node
            }
            // libyaml does not tell where a dash stands; only space and comments stand before it.
            let dash = node.isFlow ? nil : lines.skippingSpace(node.items.last?.end ?? node.content)
            let column = dash.map { lines.column(of: $0) } ?? Int(event.place.column) - 1
            guard let value = self.node(event, isInFlow: node.isFlow) else { return nil }
            let after = dash.map { $0 + 1 } ?? value.start
            node.items.append(LayoutItem(start: dash ?? value.start, column: column, after: after, value: value))
        }
        return nil
    }

    private mutating func mapping(_ mapping: LayoutNode) -> LayoutNode? {
        var node = mapping
        var event = YAMLEvent()
        while parser.next(&event) {
            if event.type == YAML_MAPPING_END_EVENT {
                close(&node, event)
                return node
            }
            let column = Int(event.place.column) - 1
            guard let key = self.node(event, isInFlow: node.isFlow), parser.next(&event),
                var value = self.node(event, isInFlow: node.isFlow)
            else { return nil }
            let colon = lines.skippingBlanks(key.end)
            let after = lines.byte(colon) == UInt8(ascii: ":") ? colon + 1 : key.end
            // libyaml puts a missing value at the next token.
            if value.isEmpty && !value.hasProperties { (value.start, value.content, value.end) = (after, after, after) }
            var item = LayoutItem(start: key.start, column: column, after: after, value: value)
            item.key = key.text
            item.isMerge = key.kind == .plain && key.text == "<<"
            item.isExplicit = !key.isScalar || lines.isBehindQuestionMark(key.start)
            node.items.append(item)
        }
        return nil
    }

    /// Sets where a list or mapping ends.
    private mutating func close(_ node: inout LayoutNode, _ event: YAMLEvent) {
        if node.isFlow && !node.isPair {
            node.end = offset(event.end)
        } else if let last = node.items.last {
            node.end = last.end
        }
    }

    /// Converts an offset from characters to bytes.
    private mutating func offset(_ character: Int32) -> Int {
        let wanted = Int(character)
        if parser.isASCII { return min(wanted, lines.bytes.count) }
        while self.character < wanted && byte < lines.bytes.count {
            byte += 1
            while byte < lines.bytes.count && lines.bytes[byte] & 0xC0 == 0x80 { byte += 1 }
            self.character += 1
        }
        while self.character > wanted {
            byte -= 1
            while lines.bytes[byte] & 0xC0 == 0x80 { byte -= 1 }
            self.character -= 1
        }
        return byte
    }
}

extension YAMLLines {
    fileprivate func isBehindQuestionMark(_ start: Int) -> Bool {
        var at = start
        while at > 0 && YAMLLines.isBlank(bytes[at - 1]) { at -= 1 }
        return at > 0 && at < start && bytes[at - 1] == UInt8(ascii: "?")
    }

    /// The end of a block of text: before the last line end, or behind all line ends with the indicator `+`.
    ///
    /// - Parameters:
    ///   - at: the offset of the `|` or `>`.
    ///   - mark: the end according to libyaml, which counts all empty lines behind the text.
    fileprivate func end(ofTextAt at: Int, _ mark: Int) -> Int {
        var last = lineBreak(after: at)
        let header = bytes[at..<last].prefix { $0 != UInt8(ascii: "#") }
        if header.contains(UInt8(ascii: "+")) { return max(mark, last) }
        var line = end(ofLineAt: at)
        let indentation = indentation(ofTextAt: line, mark)
        while line < mark {
            let end = lineBreak(after: line)
            let isText = bytes[line..<end].contains { $0 != 32 }
            if isText || end - line > indentation ?? Int.max { last = end }
            line = self.end(ofLineAt: line)
        }
        return last
    }

    /// The number of spaces before the first line with text of a block; nil if there is none.
    func indentation(ofTextAt start: Int, _ end: Int) -> Int? {
        var line = start
        while line < end {
            var at = line
            while byte(at) == 32 { at += 1 }
            if !isBreak(at: at) { return at - line }
            line = self.end(ofLineAt: line)
        }
        return nil
    }
}
