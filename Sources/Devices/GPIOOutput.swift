import CPlatform

/// A light on a GPIO line: a plain handle the loop may copy.
public struct GPIOOutput: BitwiseCopyable, Sendable {
    private let fd: Int32

    /// Requests the line, dark.
    ///
    /// - Parameter activeLow: the light is lit while the line is low.
    public init(_ line: GPIOLine, activeLow: Bool = false) throws(DeviceError) {
        fd = try line.request(UInt64(GPIO_V2_LINE_FLAG_OUTPUT.rawValue), activeLow: activeLow)
    }

    /// Switches it; `IOResult.gone` when the chip left, else 0.
    @discardableResult
    public func set(_ on: Bool) -> Int { treadle_gpio_set(fd, on ? 1 : 0) >= 0 ? 0 : IOResult.gone }

    /// Gives the line back.
    public func close() { CPlatform.close(fd) }
}
