import Panel

// Expanders for footswitches (I10).
extension Reader {
    func readExpanders(_ entry: YAMLNode.Entry) {
        for entry in named(entry, "an expander", without: ":", "expanders", PanelLimits.expanders) {
            box.expanders.append(readExpander(entry))
        }
    }

    private func readExpander(_ entry: YAMLNode.Entry) -> ExpanderConfiguration {
        var fields = fields(entry.value, "expander `\(clipped(entry.key))`", such: "chip: mcp23017")
        var expander = ExpanderConfiguration(name: entry.key.string)
        let chips = ExpanderConfiguration.Chip.allCases
        if let chip = chip(&fields, chips.map { $0.rawValue.asText { arena.copy($0) } }) { expander.chip = chips[chip] }
        if let bus = text(fields.take("bus"), "an I2C bus, such as /dev/i2c-1") { expander.bus = bus.string }
        if let address = address(fields.take("address"), 0x20...0x27) { expander.address = address }
        fields.finish(log)
        for other in box.expanders where other.bus == expander.bus && other.address == expander.address {
            log.error(entry.place, "expander `\(other.name)` has the same address")
        }
        return expander
    }

    /// Checks a GPIO line if it belongs to an expander.
    ///
    /// - Parameter isSwitch: whether a footswitch uses the line; LEDs and knobs need a line of the computer.
    func checkExpander(_ line: GPIOLine?, _ entry: YAMLNode.Entry, isSwitch: Bool) {
        guard let line, box.expanders.contains(where: { $0.name == line.chip }) else { return }
        if !isSwitch { return wrong(entry, "a line of the computer, because an expander is for footswitches only") }
        if line.line >= ExpanderConfiguration.lines {
            wrong(entry, "a line 0..\(ExpanderConfiguration.lines - 1) of the expander")
        }
    }
}
