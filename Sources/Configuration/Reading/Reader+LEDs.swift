import Panel
import Plan

extension Reader {
    /// Reads the settings of the LED chain (I10).
    func readLEDs(_ node: YAMLNode) {
        var fields = fields(node, "the chain of LEDs", such: "count: 4")
        var chain = LEDChainConfiguration()
        if let bus = text(fields.take("bus"), "an SPI bus, such as /dev/spidev0.0") { chain.bus = bus.string }
        let count = required("count", in: &fields, "the number of LEDs in the chain")
        if let count = integer(count, 1...PanelLimits.chainedLEDs) { chain.count = count }
        if let brightness = integer(fields.take("brightness"), 1...255) { chain.brightness = UInt8(brightness) }
        fields.finish(log)
        box.leds = chain
    }

    /// Reads the LED of a footswitch: a position in the chain, from 1, or a GPIO line.
    func readLED(
        _ entry: YAMLNode.Entry, _ owner: String, _ lines: inout [(line: GPIOLine, owner: String)]
    ) -> LEDPlace? {
        guard let number = entry.value.text.flatMap({ Decimal.whole($0) }) else {
            return readLine(entry, "the LED of \(owner)", &lines).map { .line($0) }
        }
        guard let chain = box.leds else {
            wrong(entry, "a GPIO line, such as \"gpiochip0:22\", because the box has no chain of LEDs, `leds`")
            return nil
        }
        if !(1...chain.count ~= number) {
            wrong(entry, "an LED of the chain, 1..\(chain.count)")
            return nil
        }
        if let other = box.footswitches.first(where: { $0.led == .chain(number - 1) }) {
            wrong(entry, "an LED that nothing else uses; this is the LED of footswitch `\(other.name)`")
        }
        return .chain(number - 1)
    }

    static let colours: [(word: Text, colour: Colour)] = [
        ("red", Colour(255, 0, 0)), ("orange", Colour(255, 128, 0)), ("yellow", Colour(255, 220, 0)),
        ("green", Colour(0, 255, 0)), ("cyan", Colour(0, 255, 255)), ("blue", Colour(0, 0, 255)),
        ("purple", Colour(160, 0, 255)), ("pink", Colour(255, 64, 160)), ("white", Colour(255, 255, 255)),
    ]

    /// Reads a colour: a name, or "#rrggbb".
    func colour(_ entry: YAMLNode.Entry?) -> Colour? {
        guard let entry else { return nil }
        let text = entry.value.text ?? ""
        if let named = Reader.colours.first(where: { $0.word == text }) { return named.colour }
        if text.count == 7, text.first == UInt8(ascii: "#") {
            var value = 0
            for byte in text.from(1).bytes { value = value << 4 | (Reader.digit(byte) ?? 1 << 32) }
            if value < 1 << 24 {
                return Colour(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
            }
        }
        let words = Reader.colours.map { $0.word }
        wrong(entry, "such as \"#ff8800\", or \(listed(words))" + help(hint(text, among: words)))
        return nil
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 48
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 87
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 55
        default: nil
        }
    }
}
