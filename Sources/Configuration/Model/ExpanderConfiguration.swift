/// A chip with more lines for footswitches (I10).
public struct ExpanderConfiguration: Equatable, Sendable {
    /// The chips by their words in the box file.
    public enum Chip: String, CaseIterable, Sendable {
        case mcp23017, pcf8575
    }

    /// Stands in the place of a GPIO chip: `line: "more:3"`.
    public var name: String
    public var chip = Chip.mcp23017
    public var bus = "/dev/i2c-1"
    /// 0x20...0x27: as the address pins of the chip are wired.
    public var address = 0x20

    public init(name: String) { self.name = name }

    /// The lines of either chip.
    public static let lines = 16
}
