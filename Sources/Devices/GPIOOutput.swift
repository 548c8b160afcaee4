import CPlatform

/// A light on a GPIO line: a plain handle the loop may copy.
public struct GPIOOutput: BitwiseCopyable, @unchecked Sendable {
    private let handle: OpaquePointer

    /// Requests the line, dark.
    ///
    /// - Parameter activeLow: the light is lit while the line is low.
    public init(_ line: GPIOLine, activeLow: Bool = false) throws(DeviceError) {
        handle = try line.request(TREADLE_GPIO_OUTPUT, activeLow: activeLow)
    }

    /// Switches it; `IOResult.gone` when the chip left, else 0.
    @discardableResult
    public func set(_ on: Bool) -> Int { treadle_gpio_set(handle, on ? 1 : 0) >= 0 ? 0 : IOResult.gone }

    /// Gives the line back.
    public func close() { treadle_gpio_close(handle) }
}
