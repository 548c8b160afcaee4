// Lists and mappings in lines of their own. Each item is a segment of whole lines: the comments directly above it, the
// item, and the comments behind and directly below it that are indented more. What stands between segments, such as
// empty lines and other comments, stays where it is when items move. A segment that becomes the first, or follows
// another one, is found again with the same lines, so a move back restores every byte.

extension FileEditing {
    /// The lines of an item.
    struct Segment {
        var start: Int
        var end: Int
        /// Whether the item has its first line for itself. The first item may stand behind a dash.
        var isOwn: Bool
    }

    /// The segments of a list or mapping.
    func segments(of node: LayoutNode) throws(EditProblem) -> [Segment] {
        var segments: [Segment] = []
        var limit = 0
        for item in node.items {
            let column = node.items[0].column
            let isOwn = lines.isFirst(item.start)
            let start = isOwn ? lines.start(ofItemAt: item.start, column: column, limit: limit) : item.start
            if item.isExplicit || start < limit || !isOwn && !segments.isEmpty {
                throw problem(.refused, "items written so cannot be edited; edit the text of the file", at: item.start)
            }
            var end = lines.isBreak(at: item.end - 1) ? item.end : lines.end(ofLineAt: item.end)
            while let comment = lines.commentColumn(lineAt: end), comment > column { end = lines.end(ofLineAt: end) }
            segments.append(Segment(start: start, end: end, isOwn: isOwn))
            limit = end
        }
        return segments
    }

    /// Removes an item of several, with the empty lines between it and the next one.
    func removingFromBlock(_ node: LayoutNode, _ index: Int) throws(EditProblem) -> [ByteEdit] {
        let segments = try segments(of: node)
        var (start, end) = (segments[index].start, segments[index].end)
        if index + 1 < segments.count {
            end = lines.skippingEmptyLines(end, segments[index + 1].start)
            // The next item comes behind the dash.
            if !segments[index].isOwn { while lines.byte(end) == 32 { end += 1 } }
        } else {
            start = lines.emptyLines(before: start, segments[index - 1].end)
        }
        return [ByteEdit(start..<end)]
    }

    /// Replaces the only item of a list or mapping by `[]` or `{}`.
    ///
    /// - Parameter item: the item that holds the list or mapping; nil at the root.
    func emptyingBlock(_ node: LayoutNode, in item: LayoutItem?, _ text: String) throws(EditProblem) -> [ByteEdit] {
        let segment = try segments(of: node)[0]
        guard segment.isOwn, let item else {
            return [ByteEdit(segment.start..<segment.end, Array(text.utf8) + lineEnd)]
        }
        return [ByteEdit(at: end(ofHead: item), " " + text), ByteEdit(segment.start..<segment.end)]
    }

    /// The offset behind a dash or colon, and behind an anchor there.
    func end(ofHead item: LayoutItem) -> Int {
        item.value.hasProperties ? lines.end(ofPropertiesAt: item.value.start) : item.after
    }

    /// Adds an item before a position.
    ///
    /// - Parameter text: the item, whose lines but the first begin at the column of the items.
    func insertingInBlock(_ node: LayoutNode, _ index: Int, _ text: String) throws(EditProblem) -> [ByteEdit] {
        let segments = try segments(of: node)
        let indentation = [UInt8](repeating: 32, count: node.items[0].column)
        let item = Array(text.utf8) + lineEnd
        // Between items with empty lines, the new one gets one too. Keys get none, as when a value is saved (P5).
        let gap = node.kind == .list && hasGap(segments, at: index) ? lineEnd : []
        guard index < segments.count else {
            return [ByteEdit(at: segments[index - 1].end, gap + indentation + item)]
        }
        let segment = segments[index]
        return [ByteEdit(at: segment.start, segment.isOwn ? indentation + item + gap : item + gap + indentation)]
    }

    /// Whether items have empty lines between them where an item is added.
    private func hasGap(_ segments: [Segment], at index: Int) -> Bool {
        let next = min(max(index, 1), segments.count - 1)
        if next == 0 { return false }
        return lines.emptyLines(before: segments[next].start, segments[next - 1].end) < segments[next].start
    }

    /// Puts the items at the positions `order` into the positions `slots`.
    func movingInBlock(_ node: LayoutNode, _ slots: [Int], by order: [Int]) throws(EditProblem) -> [ByteEdit] {
        let segments = try segments(of: node)
        let column = node.items[0].column
        var edits: [ByteEdit] = []
        for (slot, index) in zip(slots, order) where slot != index {
            let (place, segment) = (segments[slot], segments[index])
            var bytes = Array(lines.bytes[segment.start..<segment.end])
            if place.isOwn && !segment.isOwn {
                bytes = [UInt8](repeating: 32, count: column) + bytes
            } else if !place.isOwn && segment.isOwn {
                if segment.start != lines.start(ofLineAt: node.items[index].start) {
                    throw problem(
                        .refused, "the comment above this item cannot stand behind a dash; edit the text of the file",
                        at: node.items[index].start)
                }
                bytes.removeFirst(column)
            }
            edits.append(ByteEdit(place.start..<place.end, bytes))
        }
        return edits
    }
}
