import Plan

extension Hints {
    /// Returns groups of assignments that are equal but for one entry and that one assignment could replace: nothing
    /// between them acts at the same messages, so the order of actions stays (A1).
    func alike(_ assignments: YAMLNode, but key: Text) -> [[YAMLNode]] {
        let items = assignments.items.prefix(Limits.assignments)
        var groups: [[YAMLNode]] = []
        var newest: [Int: (group: Int, indices: [Int])] = [:]
        for (index, item) in items.enumerated() {
            guard item.entry(key) != nil, let hash = item.hash(without: key) else { continue }
            if let (group, indices) = newest[hash],
                (indices[0]..<index).allSatisfy({ indices.contains($0) || items[$0].isApart(from: item) })
            {
                groups[group].append(item)
                newest[hash] = (group, indices + [index])
            } else {
                newest[hash] = (groups.count, [index])
                groups.append([item])
            }
        }
        return groups.filter { $0.count > 1 }
    }

    /// Returns `value, value, …` as it is typed in brackets or braces, cut after a few.
    func shown(_ values: [String]) -> String {
        values.prefix(Hints.shownValues).joined(separator: ", ") + (values.count > Hints.shownValues ? ", …" : "")
    }

    static let shownValues = 4
}

extension YAMLNode {
    /// Whether two assignments are sure to hear different messages: of other sources, or of other controllers of one
    /// kind.
    fileprivate func isApart(from other: YAMLNode) -> Bool {
        guard let from = entry("from")?.value.text, let others = other.entry("from")?.value.text else { return false }
        if from != others { return from != "input keyboard" && others != "input keyboard" }
        guard let mine = entry("controller")?.value, let theirs = other.entry("controller")?.value,
            let kind = mine.controllerKind
        else { return false }
        return kind == theirs.controllerKind && mine.text != theirs.text
    }

    /// The kind of a controller of which several may stand in a list, and the number of its words; nil for others.
    var controllerKind: [Text]? {
        guard let text, !text.contains(UInt8(ascii: "/")), let words = Word.split(text), words.count > 1 else {
            return nil
        }
        let kinds: [Text] = ["cc", "key", "switch", "motion", "pedal", "knob", "variable"]
        return kinds.contains(words[0].text) ? [words[0].text] + words.dropFirst(2).map { $0.text } : nil
    }

    /// The text of a value in a list in brackets, in quotes if it needs them.
    var typed: String {
        guard let text else { return "…" }
        let special: [UInt8] = Array(",:#[]{}'".utf8)
        if !text.bytes.contains(where: { special.contains($0) }) && text.first != UInt8(ascii: "\"") {
            return clipped(text)
        }
        var quoted: [UInt8] = []
        for byte in text.bytes { quoted += byte == UInt8(ascii: "'") ? [byte, byte] : [byte] }
        return "'\(clipped(String(decoding: quoted, as: UTF8.self)))'"
    }
}
