extension FileEditing {
    /// Replaces a scalar in its own style: a number in quotes stays in quotes.
    mutating func setScalar(_ found: Found, _ value: JSONValue) throws(EditProblem) {
        let node = found.node
        let isText = node.isQuoted && value != .null
        let written = isText ? JSONValue.string(ScalarText.text(of: value)) : value
        if ScalarText.value(node.text, isQuoted: node.isQuoted) == written { return }
        guard let holder = found.holders.last else { return }
        let expected = expected(at: found.positions) { $0.content = .scalar(written) }
        try commit([edit(node, in: holder, written)], expected, at: node.start)
    }

    private func edit(_ node: LayoutNode, in holder: Holder, _ value: JSONValue) -> ByteEdit {
        let isInFlow = holder.node.isFlow
        if node.isEmpty {
            let isJSON = isJSON(holder.item)
            let text = ScalarText.written(value, isInFlow: isInFlow, isJSON: isJSON)
            return ByteEdit(at: end(ofHead: holder.item), " " + text)
        }
        if value == .null {
            // The blanks before it go too, as they are not there when a value is missing.
            var start = node.content
            while start > 0 && YAMLLines.isBlank(lines.bytes[start - 1]) { start -= 1 }
            return ByteEdit(start..<node.end, lines.isBreak(at: node.end - 1) ? lineEnd : [])
        }
        if node.isBlockOfText {
            if let edit = blockOfText(node, ScalarText.text(of: value)) { return edit }
            let text = Array(ScalarText.written(value, isInFlow: isInFlow, like: .double).utf8)
            return ByteEdit(node.content..<node.end, text + (lines.isBreak(at: node.end - 1) ? lineEnd : []))
        }
        return ByteEdit(node.content..<node.end, ScalarText.written(value, isInFlow: isInFlow, like: node.kind))
    }

    /// Writes a text into a block of text. The indicator `+` or `-` changes only if the text needs another one. Nil if
    /// such a block cannot hold the text.
    private func blockOfText(_ node: LayoutNode, _ text: String) -> ByteEdit? {
        let header = lines.bytes[node.content..<lines.lineBreak(after: node.content)]
        let indicators = header.dropFirst().prefix { $0 == 43 || $0 == 45 || 48...57 ~= $0 }
        let start = lines.end(ofLineAt: node.content)
        // A digit would say how much the text is indented.
        guard !indicators.contains(where: { 48...57 ~= $0 }),
            let indentation = lines.indentation(ofTextAt: start, node.end),
            let rows = FileEditing.rows(text, isFolded: node.kind == .folded)
        else { return nil }
        let ends = text.utf8.reversed().prefix { $0 == 10 }.count
        let isLast = isUnended && lines.end(ofLineAt: node.end) == lines.bytes.count
        let present = indicators.first
        let wanted = FileEditing.indicator(ends, present, isLast: isLast)
        var bytes = [header[header.startIndex]] + (wanted.map { [$0] } ?? [])
        bytes += header.dropFirst(1 + indicators.count)
        for row in rows {
            bytes += lineEnd
            if !row.isEmpty { bytes += [UInt8](repeating: 32, count: indentation) + row }
        }
        let isClosed = lines.isBreak(at: node.end - 1)
        if wanted == UInt8(ascii: "+") {
            for _ in 0..<ends { bytes += lineEnd }
            return ByteEdit(node.content..<(isClosed ? node.end : lines.end(ofLineAt: node.end)), bytes)
        }
        return ByteEdit(node.content..<node.end, bytes + (isClosed ? lineEnd : []))
    }

    /// The indicator of a block whose text has a number of line ends behind it: the present one if it will do.
    ///
    /// - Parameter isLast: whether the block is the last of a file without an end of the last line, where no line end
    ///   belongs to the text.
    private static func indicator(_ ends: Int, _ present: UInt8?, isLast: Bool) -> UInt8? {
        let needed: UInt8? = ends == 0 ? UInt8(ascii: "-") : ends == 1 ? nil : UInt8(ascii: "+")
        switch present {
        case UInt8(ascii: "-"): return ends == 0 ? present : needed
        case UInt8(ascii: "+"): return ends > 0 ? present : needed
        default: return ends == 1 || ends == 0 && isLast ? nil : needed
        }
    }

    /// The lines of a text in a block, without the line ends behind it; nil if a block cannot hold the text.
    ///
    /// - Parameter isFolded: whether a line end is written as an empty line, because the block is folded.
    private static func rows(_ text: String, isFolded: Bool) -> [[UInt8]]? {
        let isReadable = text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || ScalarText.isReadable($0) }
        guard isReadable else { return nil }
        let body = Array(Array(text.utf8).reversed().drop { $0 == 10 }.reversed())
        let rows = body.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
        guard let first = rows.first?.first, !YAMLLines.isBlank(first),
            !rows.contains(where: { !$0.isEmpty && $0.allSatisfy { YAMLLines.isBlank($0) } })
        else { return nil }
        if !isFolded { return rows }
        if rows.contains(where: { $0.first.map { YAMLLines.isBlank($0) } ?? false }) { return nil }
        var folded: [[UInt8]] = []
        for (index, row) in rows.enumerated() {
            if index > 0 && !rows[index - 1].isEmpty { folded.append([]) }
            folded.append(row)
        }
        return folded
    }
}
