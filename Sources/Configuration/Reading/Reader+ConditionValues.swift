import Routing

extension Reader {
    /// `mode` and its settings: how what comes in becomes the internal value (C3, R12, R13).
    func readConditionMode(_ fields: inout Fields, _ controller: Controller?, _ model: inout ConditionModel) {
        let top = controller?.top ?? 16383
        var mode = ValueMode()
        let kinds: [ValueMode.Kind] = [.direct, .increment, .latch]
        if let index = choice(fields.take("mode"), ["direct", "increment", "latch"]) { mode.kind = kinds[index] }
        mode.trigger = Int32(integer(fields.take("trigger"), 0...top) ?? (top + 1) / 2)
        let edges: [ValueMode.Edge] = [.rising, .falling, .both]
        if let index = choice(fields.take("edge"), ["rising", "falling", "both"]) { mode.edge = edges[index] }
        mode.by = Int32(integer(fields.take("by"), -top...top) ?? 1)
        let (start, end) = (fields.take("start"), fields.take("end"))
        mode.start = Int32(integer(start, 0...top) ?? 0)
        mode.end = Int32(integer(end, 0...top) ?? top)
        if mode.start > mode.end, let entry = end ?? start {
            wrong(entry, end == nil ? "at most `end`, \(mode.end)" : "at least `start`, \(mode.start)")
        }
        if let wraps = boolean(fields.take("wrap")) { mode.wraps = wraps }
        if let entry = fields.take("decrement"), let decrement = self.controller(entry, isInput: true), let controller {
            if !decrement.isSameType(as: controller) {
                wrong(entry, "a controller of the same type as `controller`")
            } else if let slot = conditionSlot(decrement, entry), mode.kind == .increment {
                model.decrement = slot
            }
        }
        model.condition.mode = mode
        model.condition.latched = Int32(top)
    }

    /// `when: ">= 50"`, `"<= 49"`, or a list of 0 and 1 (C3).
    func readWhen(_ entry: YAMLNode.Entry?, _ controller: Controller?, _ model: inout ConditionModel) {
        let top = controller?.top ?? 16383
        model.condition.lowest = top == 127 ? 50 : 6450
        model.condition.highest = Int32(top)
        guard let entry else { return }
        let must = "`>= n` or `<= n`, n a number 0..\(top), or a list of \(top + 1) values 0 or 1, or a file of them"
        let bytes = Array((entry.value.text ?? "").utf8)
        let sign = String(decoding: bytes.prefix(2), as: UTF8.self)
        if sign == ">=" || sign == "<=" {
            guard let value = Decimal.whole(Reader.trimmed(bytes[2...]), signed: false), value <= top else {
                return wrong(entry, must)
            }
            model.condition.lowest = sign == ">=" ? Int32(value) : 0
            model.condition.highest = sign == ">=" ? Int32(top) : Int32(value)
            return
        }
        if case .mapping = entry.value.content { return wrong(entry, must) }
        if let text = entry.value.text {
            let isComparison = "<>=".utf8.contains(bytes.first ?? UInt8(ascii: "="))
            if isComparison || Decimal.whole(text) != nil { return wrong(entry, must) }
        }
        // How long the list must be is the controller's to say.
        if controller == nil { return }
        model.list = valueList(entry, count: top + 1, range: 0...1)?.map { UInt8($0) }
    }
}

extension Controller {
    /// Whether it ever comes from a source.
    func comes(from source: UInt8) -> Bool {
        switch self {
        case .contact: source == Source.footswitches
        case .motion: source == Source.motion
        default: source < Source.clock
        }
    }

    /// Whether it is of one type with another: two Control Changes, two switches.
    func isSameType(as other: Controller) -> Bool {
        switch (self, other) {
        case (.controlChange, .controlChange), (.pair, .pair), (.key, .key), (.contact, .contact), (.motion, .motion):
            true
        case (.parameter(let a), .parameter(let b)): a == b
        case (.message(let a), .message(let b)): a.isFine == b.isFine
        default: self == other
        }
    }
}
