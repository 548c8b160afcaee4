// Lists in brackets and mappings in braces. An item that is the first of its line takes the comments directly above it
// and behind it along; all others take nothing but their text.

extension FileEditing {
    /// Where an item in brackets stands, and what follows it.
    private struct FlowItem {
        var start: Int
        var end: Int
        /// The comma behind the item; nil if there is none.
        var comma: Int?
        /// The end of a comment behind item and comma, or of the line; else the end of item and comma.
        var behind: Int
        /// Whether the item is the first of its line.
        var isFirst: Bool
        /// Whether the item is the last of its line.
        var isLast: Bool
    }

    private func flowItem(_ node: LayoutNode, _ index: Int) -> FlowItem {
        let item = node.items[index]
        let next = index + 1 < node.items.count ? node.items[index + 1].start : node.end - 1
        let comma = self.comma(item.end, next)
        let behind = lines.end(ofCommentBehind: comma.map { $0 + 1 } ?? item.end)
        return FlowItem(
            start: item.start, end: item.end, comma: comma, behind: behind, isFirst: lines.isFirst(item.start),
            isLast: lines.isBreak(at: behind))
    }

    /// The offset of a comma outside of comments; nil if there is none.
    private func comma(_ start: Int, _ end: Int) -> Int? {
        var at = start
        while at < end {
            if lines.bytes[at] == UInt8(ascii: ",") { return at }
            at = lines.bytes[at] == UInt8(ascii: "#") ? lines.lineBreak(after: at) : at + 1
        }
        return nil
    }

    /// The start of the lines of an item that is the first of its line.
    private func start(ofLines node: LayoutNode, _ index: Int) -> Int {
        let limit = index > 0 ? node.items[index - 1].end : node.content + 1
        return lines.start(ofItemAt: node.items[index].start, column: nil, limit: limit)
    }

    private func isPlainSpace(_ range: Range<Int>) -> Bool { lines.bytes[range].allSatisfy { $0 == 32 } }

    private func checkFlow(_ node: LayoutNode) throws(EditProblem) {
        if node.isPair || node.items.contains(where: { $0.isExplicit }) {
            throw problem(.refused, "a mapping written so cannot be edited; write it in braces", at: node.start)
        }
    }

    /// Removes an item.
    func removingFromFlow(_ node: LayoutNode, _ index: Int) throws(EditProblem) -> [ByteEdit] {
        try checkFlow(node)
        let item = flowItem(node, index)
        if node.items.count == 1 { return [removingOnly(item, node)] }
        if index + 1 == node.items.count { return removingLast(item, node) }
        if item.isFirst && item.isLast {
            return [ByteEdit(start(ofLines: node, index)..<lines.end(ofLineAt: item.behind))]
        }
        var next = node.items[index + 1].start
        if lines.isFirst(next) {
            // The comments above the next item stay.
            let line = start(ofLines: node, index + 1)
            if line != lines.start(ofLineAt: next) { next = lines.skippingBlanks(line) }
        }
        return [ByteEdit(item.start..<next)]
    }

    private func removingOnly(_ item: FlowItem, _ node: LayoutNode) -> ByteEdit {
        let close = node.end - 1
        let end = item.comma.map { $0 + 1 } ?? item.end
        let (before, behind) = (node.content + 1..<item.start, end..<close)
        // `[ a ]` becomes `[ ]`, which an item then fills in the same way.
        let isEven = before.count == behind.count && isPlainSpace(before) && isPlainSpace(behind)
        return ByteEdit(item.start..<(isEven ? close : end))
    }

    private func removingLast(_ item: FlowItem, _ node: LayoutNode) -> [ByteEdit] {
        let index = node.items.count - 1
        let before = flowItem(node, index - 1)
        if !item.isFirst { return [ByteEdit(before.end..<item.end)] }
        let line = start(ofLines: node, index)
        let comma = before.comma.map { [ByteEdit($0..<$0 + 1)] } ?? []
        if item.isLast {
            // A comma behind the last item stays one behind the last item.
            return (item.comma == nil ? comma : []) + [ByteEdit(line..<lines.end(ofLineAt: item.behind))]
        }
        let end = item.comma.map { $0 + 1 } ?? item.end
        // The bracket comes behind the item before, unless a comment stands there.
        if lines.bytes[before.end..<before.behind].contains(UInt8(ascii: "#")) {
            return comma + [ByteEdit(line..<end)]
        }
        return (item.comma == nil ? comma : []) + [ByteEdit(lines.lineBreak(before: line)..<end)]
    }

    /// Adds an item before a position.
    func insertingInFlow(_ node: LayoutNode, _ index: Int, _ text: String) throws(EditProblem) -> [ByteEdit] {
        try checkFlow(node)
        guard let last = node.items.indices.last else { return [filling(node, text)] }
        if index <= last {
            let start = node.items[index].start
            if !lines.isFirst(start) { return [ByteEdit(at: start, text + ", ")] }
            let line = Array((indentation(start) + text + ",").utf8) + lineEnd
            return [ByteEdit(at: self.start(ofLines: node, index), line)]
        }
        let item = flowItem(node, last)
        if !item.isFirst || !item.isLast { return [ByteEdit(at: item.end, ", " + text)] }
        let isEnded = item.comma != nil
        let line = Array((indentation(item.start) + text + (isEnded ? "," : "")).utf8) + lineEnd
        return (isEnded ? [] : [ByteEdit(at: item.end, ",")])
            + [ByteEdit(at: lines.end(ofLineAt: item.behind), line)]
    }

    /// Puts an item between empty brackets or braces.
    private func filling(_ node: LayoutNode, _ text: String) -> ByteEdit {
        let inside = node.content + 1..<node.end - 1
        if !isPlainSpace(inside) { return ByteEdit(at: inside.lowerBound, text) }
        let space = node.kind == .mapping && inside.isEmpty ? [32] : Array(lines.bytes[inside])
        return ByteEdit(inside, space + Array(text.utf8) + space)
    }

    /// The blanks before an item that is the first of its line.
    private func indentation(_ at: Int) -> String {
        String(decoding: lines.bytes[lines.start(ofLineAt: at)..<at], as: UTF8.self)
    }

    /// Puts the items at the positions `order` into the positions `slots`. Commas stay where they are.
    func movingInFlow(_ node: LayoutNode, _ slots: [Int], by order: [Int]) throws(EditProblem) -> [ByteEdit] {
        try checkFlow(node)
        let hasComments = hasComments(node)
        var edits: [ByteEdit] = []
        for (slot, index) in zip(slots, order) where slot != index {
            if hasComments {
                edits.append(try movingLines(node, index, to: slot))
            } else {
                let (place, item) = (node.items[slot], node.items[index])
                edits.append(ByteEdit(place.start..<place.end, Array(lines.bytes[item.start..<item.end])))
            }
        }
        return edits
    }

    /// Puts the lines of an item with its comments into the place of another one.
    private func movingLines(_ node: LayoutNode, _ index: Int, to slot: Int) throws(EditProblem) -> ByteEdit {
        let (item, place) = (flowItem(node, index), flowItem(node, slot))
        for one in [item, place] where !one.isFirst || !one.isLast || one.comma ?? one.end != one.end {
            throw problem(.refused, "comments stand between these items; edit the text of the file", at: one.start)
        }
        var bytes = Array(lines.bytes[start(ofLines: node, index)..<item.end])
        if place.comma != nil { bytes.append(UInt8(ascii: ",")) }
        bytes += lines.bytes[(item.comma.map { $0 + 1 } ?? item.end)..<lines.end(ofLineAt: item.behind)]
        return ByteEdit(start(ofLines: node, slot)..<lines.end(ofLineAt: place.behind), bytes)
    }

    /// Whether a comment stands between the brackets, outside of the items.
    private func hasComments(_ node: LayoutNode) -> Bool {
        var at = node.content + 1
        for item in node.items {
            if lines.bytes[at..<item.start].contains(UInt8(ascii: "#")) { return true }
            at = item.end
        }
        return lines.bytes[at..<node.end - 1].contains(UInt8(ascii: "#"))
    }
}
