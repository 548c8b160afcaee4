import MIDI
import Plan

/// The clock divider and multiplier of each routing (K4), with the parts of multiplied ticks still to be sent.
struct ClockRates {
    private let rates: UnsafeMutablePointer<ClockRate>
    /// The source of the tick whose parts are still to be sent, indexed by routing.
    private let sources: UnsafeMutablePointer<UInt8>
    /// Routings that may have parts to send, one bit each.
    private var spreading: UInt64 = 0

    static let byteCount =
        Memory.byteCount(of: ClockRate.self, Limits.routings) + Memory.byteCount(of: UInt8.self, Limits.routings)

    init(_ memory: inout Memory) {
        rates = memory.take(Limits.routings, repeating: ClockRate())
        sources = memory.take(Limits.routings, repeating: Source.clock)
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(rates, Limits.routings))
        visit(.of(sources, Limits.routings))
    }

    /// Checks restored bytes: every rate and source must be valid.
    func hasValidState(at now: UInt64) -> Bool {
        for routing in 0..<Limits.routings {
            if !rates[routing].hasValidState(at: now) || Int(sources[routing]) >= Limits.sources { return false }
        }
        return true
    }

    /// Marks every routing of the running preset as possibly having parts, after bytes have been restored.
    mutating func settle(_ routings: Range<RoutingIndex>) {
        spreading = 0
        for routing in routings { spreading |= routing.bit }
    }

    /// Resets the routings of a loaded preset, so that the next tick of each passes.
    mutating func restart(_ routings: Range<RoutingIndex>) {
        spreading = 0
        for routing in routings { rates[routing.position].restart() }
    }

    /// Drops the unsent parts of multiplied ticks of all routings.
    mutating func end() { spreading = 0 }
}

// MARK: - Ticks

extension ClockRates {
    /// Counts one multiplied tick of a routing and returns whether the divider lets it pass.
    func count(_ routing: RoutingIndex, divide: UInt8) -> Bool { rates[routing.position].count(divide: max(divide, 1)) }

    /// Spreads the further parts of a multiplied tick over `interval` nanoseconds. Returns when the first part is due,
    /// in nanoseconds.
    mutating func spread(
        _ routing: RoutingIndex, _ multiply: UInt8, from source: UInt8, at now: UInt64, over interval: Double
    ) -> UInt64 {
        rates[routing.position].spread(multiply, from: now, over: interval)
        sources[routing.position] = source
        spreading |= routing.bit
        return rates[routing.position].nextAt
    }

    /// Removes a part of a routing's last tick, due or not. Returns the source of the tick; nil if no part is left.
    func takePart(_ routing: RoutingIndex) -> UInt8? {
        if rates[routing.position].left == 0 { return nil }
        rates[routing.position].partSent()
        return sources[routing.position]
    }

    /// Routings with a part that is due, one bit each.
    mutating func dueParts(at now: UInt64) -> UInt64 {
        var (due, left): (UInt64, UInt64) = (0, spreading)
        while left != 0 {
            let routing = left.trailingZeroBitCount
            left &= left - 1
            if rates[routing].left == 0 {
                spreading &= ~(1 << UInt64(routing))
            } else if rates[routing].nextAt <= now {
                due |= 1 << UInt64(routing)
            }
        }
        return due
    }

    /// When the next part is due, in nanoseconds; `UInt64.max` if none is.
    var nextPartAt: UInt64 {
        var (next, left) = (UInt64.max, spreading)
        while left != 0 {
            next = min(next, rates[left.trailingZeroBitCount].nextAt)
            left &= left - 1
        }
        return next
    }

    /// Drops the unsent parts of a source's multiplied ticks.
    func dropParts(of source: UInt8) {
        var left = spreading
        while left != 0 {
            dropParts(RoutingIndex(left.trailingZeroBitCount), of: source)
            left &= left - 1
        }
    }

    /// Sets the phase of a routing by transport: start resets it, continue computes it from the song position in
    /// sixteenths, stop drops parts.
    func locate(
        _ routing: RoutingIndex, _ kind: MessageKind, of source: UInt8, from sixteenths: UInt32,
        through: borrowing Routing
    ) {
        switch kind {
        case .start: rates[routing.position].restart()
        case .stop: dropParts(routing, of: source)
        case .continue:
            rates[routing.position].locate(
                sixteenths: sixteenths, multiply: max(through.multiply, 1), divide: max(through.divide, 1))
        default: break
        }
    }

    private func dropParts(_ routing: RoutingIndex, of source: UInt8) {
        if sources[routing.position] == source { rates[routing.position].dropParts() }
    }
}
