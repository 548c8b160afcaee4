import CPlatform

/// Requests GPIO lines.
enum GPIO {
    /// Requests a line for this program alone.
    ///
    /// - Parameters:
    ///   - chip: the name of the chip's device, without /dev/.
    ///   - line: the number of the line on its chip, from 0.
    /// - Returns: a handle for the functions of gpio_shims.h.
    static func request(
        _ chip: String, _ line: Int, _ use: treadle_gpio_use, activeLow: Bool
    ) throws(DeviceError) -> OpaquePointer {
        let name = "/dev/\(chip)"
        guard let opened = treadle_gpio_open(name) else {
            throw DeviceError(name, .gpio, doing: "opening", code: treadle_errno())
        }
        guard let handle = treadle_gpio_request(opened, UInt32(line), use, activeLow ? 1 : 0) else {
            throw DeviceError("\(name) line \(line)", .gpio, doing: "requesting", code: treadle_errno())
        }
        return handle
    }
}
