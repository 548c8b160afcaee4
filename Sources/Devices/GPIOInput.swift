import CPlatform

/// A contact on a GPIO line that reports its edges: a plain handle the loop may copy.
public struct GPIOInput: BitwiseCopyable, @unchecked Sendable {
    /// Which resistor the chip puts on the line.
    public enum Pull: Sendable {
        case up, down, none
        /// As the device tree left it; for chips that have no resistors.
        case unchanged
    }

    /// One edge.
    public struct Edge: Equatable, Sendable {
        /// The contact is closed afterwards.
        public let closed: Bool
        /// When, as the kernel saw it: ns of CLOCK_MONOTONIC (rule F1).
        public let time: UInt64
    }

    /// To wait for, readable.
    public let fd: Int32
    private let handle: OpaquePointer

    /// Requests both edges.
    ///
    /// - Parameter activeLow: the contact pulls the line to ground when closed.
    public init(_ line: GPIOLine, activeLow: Bool, pull: Pull) throws(DeviceError) {
        let use =
            switch pull {
            case .up: TREADLE_GPIO_INPUT_PULL_UP
            case .down: TREADLE_GPIO_INPUT_PULL_DOWN
            case .none: TREADLE_GPIO_INPUT_NO_PULL
            case .unchanged: TREADLE_GPIO_INPUT
            }
        handle = try line.request(use, activeLow: activeLow)
        fd = treadle_gpio_descriptor(handle)
    }

    /// The next edge, nil when there is none. Called from the loop.
    public func readEdge() -> Edge? {
        var active: Int32 = 0
        var time: UInt64 = 0
        guard treadle_gpio_next_edge(handle, &active, &time) == 1 else { return nil }
        return Edge(closed: active != 0, time: min(time, treadle_now()))
    }

    /// The contact now: 1 closed, 0 open, or `IOResult.gone`. Called from the loop, after the lock-out of rule F1.
    public var value: Int {
        let value = treadle_gpio_value(handle)
        return value >= 0 ? Int(value) : IOResult.gone
    }

    /// Gives the line back.
    public func close() { treadle_gpio_close(handle) }
}
