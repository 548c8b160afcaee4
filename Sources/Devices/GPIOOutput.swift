import CPlatform

/// A light on a GPIO line: a plain handle the loop may copy.
public struct GPIOOutput: BitwiseCopyable, Sendable {
    private let handle: GPIOHandle

    /// Requests the line, dark.
    ///
    /// - Parameter activeLow: the light is lit while the line is low.
    public init(_ line: GPIOLine, activeLow: Bool = false) throws(DeviceError) {
        let opened = try line.open()
        let flags = activeLow ? Int32(GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW) : 0
        guard gpiod_line_request_output_flags(opened.line, GPIOLine.consumer, flags, 0) >= 0 else {
            let refusal = line.refusal()
            opened.close()
            throw refusal
        }
        handle = opened
    }

    /// Switches it; `IOResult.gone` when the chip left, else 0.
    @discardableResult
    public func set(_ on: Bool) -> Int {
        gpiod_line_set_value(handle.line, on ? 1 : 0) >= 0 ? 0 : IOResult.gone
    }

    public func close() {
        handle.close()
    }
}
