extension Hints {
    /// Finds mappings in mode increment with a shorter form, in a preset or in assignments: step messages of an
    /// endless knob (R26), and lists of which a part is stepped through (R30).
    func read(incrementsIn node: YAMLNode, _ log: DiagnosticLog) {
        switch node.content {
        case .scalar: break
        case .sequence(let items): for item in items { read(incrementsIn: item, log) }
        case .mapping(let entries):
            if node.entry("mode")?.value.text == "increment", !read(stepsOf: node, log) { read(listOf: node, log) }
            for entry in entries { read(incrementsIn: entry.value, log) }
        }
    }

    /// Notes two free messages, one a step up and the other a step down of a Control Change; returns whether it did.
    private func read(stepsOf node: YAMLNode, _ log: DiagnosticLog) -> Bool {
        guard let key = (["from", "controller"] as [Text]).first(where: { node.entry($0)?.value.stepMessage != nil }),
            let up = node.entry(key)?.value.stepMessage, let down = node.entry("decrement")?.value.stepMessage,
            up.status == down.status, up.number == down.number,
            !(["trigger", "edge", "rearm", "list"] as [Text]).contains(where: { node.entry($0) != nil })
        else { return false }
        let form: String
        switch (up.value, down.value) {
        case (1, 127): form = ""
        case (65, 63): form = " 64"
        case (1, 65): form = " sign"
        case (1, 0): form = " step"
        default: return false
        }
        var channel = ""
        if up.channel > 0 && key == "controller" {
            if node.entry("channel") != nil { return false }
            channel = ", channel: \(up.channel)"
        }
        let channels = up.channel > 0 && key == "from" ? ", from all channels that the routing hears" : ""
        log.note(
            node.entry(key)?.value.place ?? node.place,
            "these are the steps of an endless knob; `\(key): cc \(up.number) relative\(form)\(channel)` says both, "
                + "without `decrement`, and counts fast turns too\(channels)")
        return true
    }

    /// Notes a list of all values of its input of which few are stepped through.
    private func read(listOf node: YAMLNode, _ log: DiagnosticLog) {
        guard let list = node.entry("list")?.value, list.items.count == 128 || list.items.count == 16384,
            let end = node.entry("end")?.value.text.flatMap({ Decimal.whole($0) }), end < list.items.count
        else { return }
        let start = node.entry("start").map { $0.value.text.flatMap { Decimal.whole($0) } ?? -1 } ?? 0
        guard start >= 0, end > start, end - start < Hints.fewSteps else { return }
        let values = list.items[start...end].map { $0.typed }
        log.note(
            list.place,
            "this list has \(list.items.count) values, of which \(values.count) are stepped through; they are enough, "
                + "without `start` and `end`: `list: [\(values.joined(separator: ", "))]`")
    }

    /// The number of values up to which a list is worth shortening, and a message can show all of them.
    private static let fewSteps = 32
}

extension YAMLNode {
    /// A free message that is one value of a Control Change: `message "B[CH] 14 01"`; nil for others. The channel is 0
    /// for `[CH]`.
    fileprivate var stepMessage: (status: Text, channel: Int, number: Int, value: Int)? {
        guard let text, let words = Word.split(text), words.count == 2, words[0].text == "message", words[1].quoted,
            let bytes = Word.split(words[1].text), bytes.count == 3, let number = bytes[1].text.hexByte,
            let value = bytes[2].text.hexByte
        else { return nil }
        let status = bytes[0].text
        if status == "B[CH]" { return (status, 0, number, value) }
        guard let byte = status.hexByte, byte >> 4 == 0xB else { return nil }
        return (status, byte & 15 + 1, number, value)
    }
}

extension Text {
    /// The value of two hex digits.
    fileprivate var hexByte: Int? {
        guard count == 2, let high = Digits.value(ofHex: bytes[0]), let low = Digits.value(ofHex: bytes[1]) else {
            return nil
        }
        return Int(high) << 4 | Int(low)
    }
}
