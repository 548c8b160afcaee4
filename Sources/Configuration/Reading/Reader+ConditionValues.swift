import Plan

extension Reader {
    /// Reads `when: ">= 50"`, `"<= 49"`, `20..96`, or a list of values 0 and 1 (C3).
    func readWhen(_ entry: YAMLNode.Entry?, _ controller: Controller?, _ model: inout ConditionModel) {
        let top = controller?.top ?? 16383
        model.condition.when = .range(lowest: top == 127 ? 50 : 6450, highest: Int16(top))
        if case .variable(let variable) = controller { return readWhen(of: variable, entry, &model) }
        guard let entry else { return }
        var must: String {
            let number = controller == .noteValue ? noteMust : "a number 0..\(top)"
            return "`>= n`, `<= n` or `n..n`, n \(number), or a list of \(top + 1) values 0 or 1, or a file of them"
        }
        let text = entry.value.text ?? ""
        let isBelow = text.begins(with: "<=")
        if isBelow || text.begins(with: ">=") {
            let limit = text.from(2).trimmed
            guard let value = value(limit, of: controller), value <= top else {
                let isNote = controller == .noteValue
                return wrong(entry, isNote ? ambiguity(limit) ?? must : must)
            }
            model.condition.when = .range(
                lowest: isBelow ? 0 : Int16(value), highest: isBelow ? Int16(value) : Int16(top))
            return
        }
        // If the ends are not values, the text is a file path, which may contain two dots.
        if let ends = Reader.ends(text), let low = value(ends.low, of: controller),
            let high = value(ends.high, of: controller)
        {
            guard low <= high, high <= top else { return wrong(entry, must) }
            model.condition.when = .range(lowest: Int16(low), highest: Int16(high))
            return
        }
        if case .mapping = entry.value.content { return wrong(entry, must) }
        if let text = entry.value.text {
            let isComparison = "<>=".utf8.contains(text.first ?? UInt8(ascii: "="))
            if isComparison || Decimal.whole(text) != nil { return wrong(entry, must) }
        }
        // Without a valid controller, the length of the list is unknown.
        if controller == nil { return }
        guard let values = valueList(entry, count: top + 1, range: 0...1) else { return }
        let name = entry.value.text
        if let name, let known = listFiles[name]?.decisions, known.count == values.count {
            model.list = known
            return
        }
        let decisions = values.map { UInt8($0) }
        model.list = decisions
        // Conditions with one list file share the values.
        if let name { listFiles[name]?.decisions = decisions }
    }
}

extension Controller {
    /// Whether a source can send the controller.
    func comes(from source: UInt8) -> Bool {
        switch self {
        case .contact: source == Source.footswitches
        case .motion: source == Source.motion
        case .pedal: source == Source.pedals
        case .knob: source == Source.knobs
        case .variable: source == Source.variables
        default: source < Source.clock
        }
    }

    /// Whether both controllers are of one type, such as two Control Changes or two switches.
    func isSameType(as other: Controller) -> Bool {
        switch (self, other) {
        case (.controlChange, .controlChange), (.pair, .pair), (.key, .key), (.contact, .contact), (.motion, .motion),
            (.pedal, .pedal), (.knob, .knob), (.variable, .variable), (.machineControl, .machineControl):
            true
        case (.relative(_, let a), .relative(_, let b)): a == b
        case (.parameter(let a), .parameter(let b)): a.isFine == b.isFine
        case (.message(let a), .message(let b)): a.isFine == b.isFine
        default: self == other
        }
    }
}
