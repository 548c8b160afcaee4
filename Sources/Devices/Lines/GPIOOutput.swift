import CPlatform

/// An LED on a GPIO line: a plain handle the loop may copy.
package struct GPIOOutput: BitwiseCopyable, @unchecked Sendable {
    private let handle: OpaquePointer

    /// Requests a line and switches its LED off.
    ///
    /// - Parameters:
    ///   - chip: the name of the chip's device, without /dev/.
    ///   - line: the number of the line on its chip, from 0.
    ///   - activeLow: whether the LED is on while the line is low.
    package init(chip: String, line: Int, activeLow: Bool = false) throws(DeviceError) {
        handle = try GPIO.request(chip, line, TREADLE_GPIO_OUTPUT, activeLow: activeLow)
    }

    /// Switches the LED. Returns 0, or `IOResult.gone` if the chip was removed.
    @discardableResult
    package func set(_ on: Bool) -> Int { treadle_gpio_set(handle, on ? 1 : 0) >= 0 ? 0 : IOResult.gone }
}
