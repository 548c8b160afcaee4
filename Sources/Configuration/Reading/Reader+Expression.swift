import Panel

// Expression pedals and knobs (I10).
extension Reader {
    func readPedals(_ entry: YAMLNode.Entry) {
        for (number, entry) in numbered(entry, "pedals", PanelLimits.pedals) {
            let pedal = readPedal(number, entry)
            for other in box.pedals where other.bus == pedal.bus && other.address == pedal.address {
                if other.input == pedal.input {
                    log.error(entry.place, "pedal \(number) and pedal \(other.number) are at the same input of a chip")
                } else if other.chip != pedal.chip {
                    log.error(entry.place, "pedal \(number) and pedal \(other.number) name one chip differently")
                }
            }
            box.pedals.append(pedal)
        }
    }

    private func readPedal(_ number: Int, _ entry: YAMLNode.Entry) -> PedalConfiguration {
        var pedal = PedalConfiguration(number: number)
        // A pedal without settings (`1:`) has all defaults.
        if entry.value.isEmpty { return pedal }
        var fields = fields(entry.value, "pedal \(number)", such: "input: 0")
        let chips = PedalConfiguration.Chip.allCases
        if let chip = choice(fields.take("chip"), chips.map { $0.rawValue.asText { arena.copy($0) } }) {
            pedal.chip = chips[chip]
        }
        if let bus = text(fields.take("bus"), "an I2C bus, such as /dev/i2c-1") { pedal.bus = bus.string }
        if let address = address(fields.take("address"), 0x48...0x4B) { pedal.address = address }
        if let input = integer(fields.take("input"), 0...3, "an input of the chip") { pedal.input = input }
        let most = PanelLimits.pedalMillivolts
        if let entry = fields.take("range"), let ends = range(entry, -most...most, downwards: true) {
            let length = max(ends.low, ends.high) - min(ends.low, ends.high)
            if length < PanelLimits.leastPedal {
                wrong(entry, "a range of at least \(PanelLimits.leastPedal) millivolts")
            } else {
                pedal.setup.range = PedalRange(from: Int16(ends.low), to: Int16(ends.high))
            }
        }
        if let part = integer(fields.take("heel"), 0...40, "a percentage") { pedal.setup.heel = UInt8(part) }
        if let part = integer(fields.take("toe"), 0...40, "a percentage") { pedal.setup.toe = UInt8(part) }
        if let noise = integer(fields.take("hysteresis"), 0...100, "millivolts") {
            pedal.setup.hysteresis = UInt8(noise)
        }
        fields.finish(log)
        return pedal
    }

    func readKnobs(_ entry: YAMLNode.Entry) {
        for (number, entry) in numbered(entry, "knobs", PanelLimits.knobs) {
            box.knobs.append(readKnob(number, entry))
        }
    }

    private func readKnob(_ number: Int, _ entry: YAMLNode.Entry) -> KnobConfiguration {
        var fields = fields(entry.value, "knob \(number)", such: "a: \"gpiochip0:5\", b: \"gpiochip0:6\"")
        var knob = KnobConfiguration(number: number)
        let (a, b) = (fields.take("a"), fields.take("b"))
        if let a { knob.a = readLine(a, fields.what, &lines) } else { missing("a", fields, "a GPIO line") }
        if let b { knob.b = readLine(b, fields.what, &lines) } else { missing("b", fields, "a GPIO line") }
        if let a { checkExpander(knob.a, a, isSwitch: false) }
        if let b { checkExpander(knob.b, b, isSwitch: false) }
        readContact(&fields, &knob.activeLow, &knob.pull)
        if let entry = fields.take("changes") {
            switch entry.value.text {
            case "4": knob.setup.changes = 4
            case "2": knob.setup.changes = 2
            default: wrong(entry, "4 or 2, the changes of both contacts together from one detent to the next")
            }
        }
        if let fast = integer(fields.take("fast"), 1...16, "steps") { knob.setup.fast = UInt8(fast) }
        fields.finish(log)
        return knob
    }

    /// Returns the entries of a mapping with keys 1...most; reports others.
    private func numbered(_ entry: YAMLNode.Entry, _ limit: String, _ most: Int) -> [(Int, YAMLNode.Entry)] {
        guard case .mapping(let entries) = entry.value.content else {
            wrong(entry, "a mapping of numbers 1..\(most)")
            return []
        }
        var found: [(Int, YAMLNode.Entry)] = []
        for entry in entries {
            guard let number = Decimal.whole(entry.key, signed: false), number > 0 else {
                log.error(entry.place, "`\(clipped(entry.key))` must be a number 1..\(most)")
                continue
            }
            if number > most { overLimit(entry.place, limit, most, number) } else { found.append((number, entry)) }
        }
        return found
    }

    /// Parses the number of a pedal.
    func pedal(_ words: [Word]) -> ControllerReading {
        let numbers = box.pedals.map { $0.number }
        guard words.count == 1, let number = Decimal.whole(words[0].text, signed: false), numbers.contains(number)
        else {
            return .bad("pedal and the number of a pedal" + among(numbers, "pedals"))
        }
        return .good(.pedal(number - 1))
    }

    /// Parses the number of a knob, optionally followed by `left` or `right`.
    func knob(_ words: [Word]) -> ControllerReading {
        let numbers = box.knobs.map { $0.number }
        guard let number = words.first.flatMap({ Decimal.whole($0.text, signed: false) }), numbers.contains(number)
        else {
            return .bad("knob and the number of a knob" + among(numbers, "knobs"))
        }
        if words.count == 1 { return .good(.knob(3 * (number - 1))) }
        let sides: [Text] = ["left", "right"]
        guard words.count == 2, let side = sides.firstIndex(of: words[1].text) else {
            return .bad("knob \(number), or left or right behind it")
        }
        box.turns |= 1 << UInt16(2 * (number - 1) + side)
        return .good(.knob(3 * (number - 1) + 1 + side))
    }

    private func among(_ numbers: [Int], _ key: String) -> String {
        help(numbers.isEmpty ? "; the box file has no `\(key)`" : "; there is \(listed(numbers.map { "\($0)" }))")
    }
}
