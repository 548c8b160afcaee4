import CPlatform

/// A GPIO line as the box file writes it: "gpiochip0:17".
public struct GPIOLine: Equatable, Sendable {
    /// The chip's device name, without /dev/.
    public let chip: String
    /// The number of the line on its chip, from 0.
    public let offset: UInt32

    public init(chip: String, offset: UInt32) {
        self.chip = chip
        self.offset = offset
    }

    public init(_ text: String) throws(DeviceError) {
        let halves = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty, let offset = UInt32(String(Substring(halves[1]))) else {
            throw DeviceError.malformed(text, expected: "a chip and a line, like gpiochip0:17")
        }
        self.init(chip: String(Substring(halves[0])), offset: offset)
    }

    /// Requests the line for this program alone.
    ///
    /// - Returns: what the functions of gpio_shims.h take.
    func request(_ use: treadle_gpio_use, activeLow: Bool) throws(DeviceError) -> OpaquePointer {
        let name = "/dev/\(chip)"
        guard let opened = treadle_gpio_open(name) else {
            throw DeviceError(name, .gpio, doing: "opening", code: treadle_errno())
        }
        guard let line = treadle_gpio_request(opened, offset, use, activeLow ? 1 : 0) else {
            throw DeviceError("\(name) line \(offset)", .gpio, doing: "requesting", code: treadle_errno())
        }
        return line
    }
}
