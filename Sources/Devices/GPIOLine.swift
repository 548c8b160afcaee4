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
    /// - Parameter flags: GPIO_V2_LINE_FLAG_… of linux/gpio.h.
    /// - Returns: the descriptor of the line.
    func request(_ flags: UInt64, activeLow: Bool) throws(DeviceError) -> Int32 {
        let name = "/dev/\(chip)"
        let opened = treadle_open(name, O_RDWR)
        guard opened >= 0 else { throw DeviceError(name, .gpio, doing: "opening", code: treadle_errno()) }
        defer { close(opened) }
        let low = activeLow ? UInt64(GPIO_V2_LINE_FLAG_ACTIVE_LOW.rawValue) : 0
        let fd = treadle_gpio_request(opened, offset, flags | low)
        if fd < 0 { throw DeviceError("\(name) line \(offset)", .gpio, doing: "requesting", code: -fd) }
        return fd
    }
}
