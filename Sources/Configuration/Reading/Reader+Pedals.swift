import Settings
import Panel

extension Reader {
    func readFootswitches(_ entry: YAMLNode.Entry) {
        for entry in named(entry, "a footswitch", without: "+", "footswitches", PanelLimits.switches) {
            switchNumbers[entry.key] = box.footswitches.count
            box.footswitches.append(readFootswitch(entry, &lines))
        }
    }

    /// Returns the entries of a mapping whose keys are names of one word; reports other names, and more than `most`.
    func named(
        _ entry: YAMLNode.Entry, _ what: String, without mark: Text, _ limit: String, _ most: Int
    ) -> Slice<UnsafeBufferPointer<YAMLNode.Entry>> {
        guard case .mapping(let entries) = entry.value.content else {
            wrong(entry, "a mapping of names")
            return UnsafeBufferPointer(start: nil, count: 0)[...]
        }
        if entries.count > most { overLimit(entries[most].place, limit, most, entries.count) }
        for entry in entries.prefix(most) {
            if entry.key.isEmpty || entry.key.contains(mark.bytes[0]) || entry.key.contains(32) {
                log.error(entry.place, "the name of \(what) is one word without `\(mark)`")
            }
            checkName(entry.key, entry.place)
        }
        return entries.prefix(most)
    }

    private func readFootswitch(
        _ entry: YAMLNode.Entry, _ lines: inout [(line: GPIOLine, owner: String)]
    ) -> FootswitchConfiguration {
        var fields = fields(entry.value, "footswitch `\(clipped(entry.key))`", such: "line: \"gpiochip0:17\"")
        var footswitch = FootswitchConfiguration(name: entry.key.string)
        if let entry = fields.take("line") {
            footswitch.line = readLine(entry, fields.what, &lines)
            checkExpander(footswitch.line, entry, isSwitch: true)
        } else {
            missing("line", fields, "a GPIO line, such as \"gpiochip0:17\"")
        }
        readContact(&fields, &footswitch.activeLow, &footswitch.pull)
        if let time = duration(fields.take("debounce")) { footswitch.debounce = time }
        if let time = duration(fields.take("long")) { footswitch.long = time }
        if let time = duration(fields.take("double")) { footswitch.double = time }
        if let entry = fields.take("led") {
            footswitch.led = readLED(entry, fields.what, &lines)
            if case .line(let line) = footswitch.led { checkExpander(line, entry, isSwitch: false) }
        }
        footswitch.colour = colour(fields.take("colour"))
        box.lit.append(readLit(fields.take("lit"), footswitch))
        fields.finish(log)
        return footswitch
    }

    /// Reads `active` and `pull` of a contact.
    func readContact(_ fields: inout Fields, _ activeLow: inout Bool, _ pull: inout LinePull) {
        if let isLow = choice(fields.take("active"), from: [("low", true), ("high", false)]) { activeLow = isLow }
        let pulls: [(Text, LinePull)] = [("up", .up), ("down", .down), ("none", .none)]
        if let word = choice(fields.take("pull"), from: pulls) { pull = word }
    }

    /// Reads a GPIO line. Reports a line that another footswitch, LED or knob already uses.
    func readLine(
        _ entry: YAMLNode.Entry, _ owner: String, _ lines: inout [(line: GPIOLine, owner: String)]
    ) -> GPIOLine? {
        let text = entry.value.text ?? ""
        guard let colon = text.bytes.lastIndex(of: UInt8(ascii: ":")), colon > 0,
            let number = Decimal.whole(text.from(colon + 1), signed: false), number < 1024
        else {
            wrong(entry, "a GPIO line, chip and number, such as \"gpiochip0:17\"")
            return nil
        }
        let line = GPIOLine(chip: text.upTo(colon).string, line: number)
        for other in lines where other.line == line {
            wrong(entry, "a line that nothing else uses; this is the line of \(other.owner)")
        }
        lines.append((line, owner))
        return line
    }

    func chip(_ fields: inout Fields, _ chips: [Text]) -> Int? {
        if let entry = fields.take("chip") { return choice(entry, chips) }
        missing("chip", fields, listed(chips))
        return nil
    }

    /// Reads an I2C address within `limits`, the addresses that a chip can have.
    func address(_ entry: YAMLNode.Entry?, _ limits: ClosedRange<Int>) -> Int? {
        guard let entry, let address = address(entry) else { return nil }
        if limits ~= address { return address }
        let (first, last) = (Digits.hex(UInt32(limits.lowerBound), 2), Digits.hex(UInt32(limits.upperBound), 2))
        wrong(entry, "an I2C address 0x\(first)..0x\(last)")
        return nil
    }

    /// Reads an I2C address, the only number that may be hexadecimal.
    func address(_ entry: YAMLNode.Entry?) -> Int? {
        guard let entry else { return nil }
        if let text = entry.value.text, let value = Decimal.address(text), 0x08...0x77 ~= value { return value }
        wrong(entry, "an I2C address 0x08..0x77")
        return nil
    }
}
