/// An I/O expander with lines for footswitches (I10).
public struct ExpanderConfiguration: Equatable, Sendable {
    /// The supported chips; the raw value is the word in the box file.
    public enum Chip: String, CaseIterable, Sendable {
        case mcp23017, pcf8575
    }

    /// The name that `line:` uses like that of a GPIO chip: `line: "more:3"`.
    public var name: String
    public var chip = Chip.mcp23017
    public var bus = "/dev/i2c-1"
    /// The I2C address, 0x20...0x27, set by the chip's address pins.
    public var address = 0x20

    public init(name: String) { self.name = name }

    /// The number of lines of either chip.
    public static let lines = 16
}
