import CPlatform

/// A contact on a GPIO line that reports its edges: a plain handle the loop may copy.
public struct GPIOInput: BitwiseCopyable, Sendable {
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
    private let handle: GPIOHandle

    /// Requests both edges.
    ///
    /// - Parameter activeLow: the contact pulls the line to ground when closed.
    public init(_ line: GPIOLine, activeLow: Bool, pull: Pull) throws(DeviceError) {
        let opened = try line.open()
        let flags = GPIOInput.flags(activeLow: activeLow, pull)
        guard gpiod_line_request_both_edges_events_flags(opened.line, GPIOLine.consumer, flags) >= 0 else {
            let refusal = line.refusal()
            opened.close()
            throw refusal
        }
        handle = opened
        fd = gpiod_line_event_get_fd(opened.line)
        _ = treadle_never_wait(fd)
    }

    private static func flags(activeLow: Bool, _ pull: Pull) -> Int32 {
        let bias =
            switch pull {
            case .up: GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP
            case .down: GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN
            case .none: GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE
            case .unchanged: 0
            }
        return Int32(bias) | (activeLow ? Int32(GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW) : 0)
    }

    /// The next edge, nil when there is none (the kernel keeps 16). Called from the loop.
    public func readEdge() -> Edge? {
        var event = gpiod_line_event()
        guard gpiod_line_event_read(handle.line, &event) >= 0 else { return nil }
        let stamp = UInt64(clamping: event.ts.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: event.ts.tv_nsec)
        return Edge(
            closed: event.event_type == GPIOD_LINE_EVENT_RISING_EDGE,
            time: GPIOInput.monotonic(
                stamp, now: treadle_now(), wall: treadle_wall_clock()))
    }

    /// The contact now: 1 closed, 0 open, or `IOResult.gone`. Called from the loop, after the lock-out of rule F1.
    public var value: Int {
        let value = gpiod_line_get_value(handle.line)
        return value >= 0 ? Int(value) : IOResult.gone
    }

    public func close() {
        handle.close()
    }

    /// Turns a kernel's stamp into ns of CLOCK_MONOTONIC: since Linux 5.7 it is that already, before it was CLOCK_REALTIME.
    /// One that fits neither (the wall clock was set in between) counts as now.
    static func monotonic(_ stamp: UInt64, now: UInt64, wall: UInt64) -> UInt64 {
        if stamp <= now { return stamp }
        return stamp <= wall && wall - stamp <= now ? now - (wall - stamp) : now
    }
}
