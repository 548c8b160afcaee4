import Panel

extension Reader {
    func readDisplay(_ node: YAMLNode) {
        if node.text == "none" { return }
        var fields = fields(node, "the display", such: "chip: hd44780")
        let chips = DisplayConfiguration.Chip.allCases
        let chip = chip(&fields, chips.map { $0.rawValue.asText { arena.copy($0) } } + ["none"])
        var display = DisplayConfiguration(chip.flatMap { $0 < chips.count ? chips[$0] : nil } ?? .hd44780)
        let isOLED = display.chip.oled != nil
        if let bus = text(fields.take("bus"), "an I2C bus, such as /dev/i2c-1") { display.bus = bus.string }
        if let address = address(fields.take("address")) { display.address = address }
        let columns = fields.take("columns")
        let rows = fields.take("rows")
        if isOLED {
            if let columns = integer(columns, 16...21) { display.columns = columns }
            _ = number(rows, of: [4])
            if let brightness = integer(fields.take("brightness"), 1...255) { display.brightness = UInt8(brightness) }
        } else {
            if let columns = number(columns, of: [16, 20]) { display.columns = columns }
            if let rows = number(rows, of: [2, 4]) { display.rows = rows }
            if let set = choice(fields.take("characters"), ["a00", "a02"]) { display.characters = [.a00, .a02][set] }
        }
        if let seconds = fields.take("backlight") {
            display.backlight = backlight(seconds) ?? 0
            display.isDimmed = false
        }
        fields.finish(log)
        let size = (display.columns, display.rows)
        if !isOLED, let entry = columns ?? rows, size != (16, 2), size != (20, 2), size != (20, 4) {
            log.error(entry.value.place, "the display is \(size.0)x\(size.1); it must be 16x2, 20x2 or 20x4")
        }
        if chip != chips.count { box.display = display }
    }

    /// Reads the time in seconds, with or without unit; 0 keeps the display on.
    private func backlight(_ entry: YAMLNode.Entry) -> UInt64? {
        if let text = entry.value.text, let seconds = Decimal.whole(text), 0...3600 ~= seconds {
            return UInt64(seconds) * 1_000_000_000
        }
        if let text = entry.value.text, let time = Reader.nanoseconds(text), time <= 3_600_000_000_000 {
            return UInt64(time)
        }
        wrong(entry, "seconds 0..3600 without an event until the backlight goes off, such as 60")
        return nil
    }

    /// Reads a number that must be one of several.
    private func number(_ entry: YAMLNode.Entry?, of numbers: [Int]) -> Int? {
        guard let entry else { return nil }
        if let number = entry.value.text.flatMap({ Decimal.whole($0) }), numbers.contains(number) { return number }
        wrong(entry, listed(numbers.map { "\($0)" }))
        return nil
    }
}
