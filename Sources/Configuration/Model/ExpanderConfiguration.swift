/// An I/O expander with lines for footswitches (I10).
package struct ExpanderConfiguration: Equatable, Sendable {
    /// The supported chips; the raw value is the word in the box file.
    package enum Chip: String, CaseIterable, Sendable {
        case mcp23017, pcf8575
    }

    /// The name that `line:` uses like that of a GPIO chip: `line: "more:3"`.
    package var name: String
    package var chip = Chip.mcp23017
    package var bus = "/dev/i2c-1"
    /// The I2C address, 0x20...0x27, set by the chip's address pins.
    package var address = 0x20

    package init(name: String) { self.name = name }

    /// The number of lines of either chip.
    package static let lines = 16
}
