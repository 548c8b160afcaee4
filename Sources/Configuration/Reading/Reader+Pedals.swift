import Panel

extension Reader {
    func readFootswitches(_ entry: YAMLNode.Entry) {
        guard case .mapping(let entries) = entry.value.content else { return wrong(entry, "a mapping of names") }
        for (index, entry) in entries.enumerated() {
            if index == PanelLimits.switches {
                overLimit(entry.place, "footswitches", PanelLimits.switches, entries.count)
            }
            if index >= PanelLimits.switches { continue }
            if entry.key.isEmpty || entry.key.contains(UInt8(ascii: "+")) || entry.key.contains(32) {
                log.error(entry.place, "the name of a footswitch is one word without `+`")
            }
            checkName(entry.key, entry.place)
            switchNumbers[entry.key] = box.footswitches.count
            box.footswitches.append(readFootswitch(entry, &lines))
        }
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
        if let active = choice(fields.take("active"), ["low", "high"]) { footswitch.activeLow = active == 0 }
        if let pull = choice(fields.take("pull"), ["up", "down", "none"]) {
            footswitch.pull = [.up, .down, .none][pull]
        }
        if let time = duration(fields.take("debounce")) { footswitch.debounce = time }
        if let time = duration(fields.take("long")) { footswitch.long = time }
        if let time = duration(fields.take("double")) { footswitch.double = time }
        if let entry = fields.take("led") {
            footswitch.led = readLED(entry, fields.what, &lines)
            if case .line(let line) = footswitch.led { checkExpander(line, entry, isSwitch: false) }
        }
        footswitch.colour = colour(fields.take("colour"))
        fields.finish(log)
        return footswitch
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

    /// Reads an I2C address, the only number that may be hexadecimal.
    func address(_ entry: YAMLNode.Entry?) -> Int? {
        guard let entry else { return nil }
        if let text = entry.value.text, let value = Decimal.address(text), 0x08...0x77 ~= value { return value }
        wrong(entry, "an I2C address 0x08..0x77")
        return nil
    }
}
