import CPlatform
import Settings

/// A contact on a GPIO line that reports its edges: a plain handle the loop may copy.
package struct GPIOInput: BitwiseCopyable, @unchecked Sendable {
    /// One edge.
    package struct Edge: Equatable, Sendable {
        /// Whether the contact is closed after the edge.
        package let closed: Bool
        /// The kernel's time stamp, in ns of CLOCK_MONOTONIC (rule F1).
        package let time: UInt64
    }

    /// The descriptor, readable when there is an edge.
    package let fd: Int32
    private let handle: OpaquePointer

    /// Requests a line that reports both edges.
    ///
    /// - Parameters:
    ///   - chip: the name of the chip's device, without /dev/.
    ///   - line: the number of the line on its chip, from 0.
    ///   - activeLow: whether a closed contact pulls the line to ground.
    ///   - pull: the pull resistor of the line.
    package init(
        chip: String, line: Int, activeLow: Bool, pull: LinePull
    ) throws(DeviceError) {
        let use =
            switch pull {
            case .up: TREADLE_GPIO_INPUT_PULL_UP
            case .down: TREADLE_GPIO_INPUT_PULL_DOWN
            case .none: TREADLE_GPIO_INPUT_NO_PULL
            }
        handle = try GPIO.request(chip, line, use, activeLow: activeLow)
        fd = treadle_gpio_descriptor(handle)
    }

    /// Reads the next edge; nil if there is none. Called from the loop.
    package func readEdge() -> Edge? {
        var active: Int32 = 0
        var time: UInt64 = 0
        guard treadle_gpio_next_edge(handle, &active, &time) == 1 else { return nil }
        return Edge(closed: active != 0, time: min(time, treadle_now()))
    }

    /// The state of the contact: 1 closed, 0 open, or `IOResult.gone`. Called from the loop after the lock-out of rule
    /// F1.
    package var value: Int {
        let value = treadle_gpio_value(handle)
        return value >= 0 ? Int(value) : IOResult.gone
    }
}
