/// The clock divider and multiplier of one routing (K4): multiplying precedes dividing.
struct ClockRate {
    /// The number of multiplied ticks since the phase was set, modulo the divisor; the next tick passes if it is 0.
    private var phase: UInt32 = 0
    /// The number of parts of the last incoming tick that are still to be sent, and of those already sent.
    private(set) var left: UInt8 = 0
    private var done: UInt8 = 0
    /// When the next part is due, in nanoseconds; `UInt64.max` if none is.
    private(set) var nextAt = UInt64.max
    private var last: UInt64 = 0
    private var interval = 0.0

    /// Checks restored bytes: all counts and times must be in range.
    func hasValidState(at now: UInt64) -> Bool {
        phase <= 0xFFFF && Int(left) + Int(done) < 255 && (left > 0 || nextAt == UInt64.max) && last <= now
            && 0...1e12 ~= interval
    }

    /// Start and load: resets the phase, so that the next tick passes, and drops the remaining parts of the last tick.
    mutating func restart() {
        phase = 0
        dropParts()
    }

    /// Continue: sets the phase from the song position, in sixteenths of the incoming clock.
    mutating func locate(sixteenths: UInt32, multiply: UInt8, divide: UInt8) {
        phase = sixteenths &* 6 &* UInt32(multiply) % UInt32(divide)
        dropParts()
    }

    /// Stop and tempo change: drops the remaining parts of the last tick.
    mutating func dropParts() {
        left = 0
        nextAt = UInt64.max
    }

    /// Counts one multiplied tick. Returns whether it passes.
    mutating func count(divide: UInt8) -> Bool {
        let passes = phase == 0
        phase = (phase + 1) % UInt32(divide)
        return passes
    }

    /// Spreads `multiply` - 1 further parts of an incoming tick over `interval` nanoseconds. If the interval is unknown
    /// (0), the parts are sent at the next tick. No part is dropped.
    mutating func spread(_ multiply: UInt8, from now: UInt64, over interval: Double) {
        left = multiply - 1
        done = 0
        last = now
        self.interval = interval / Double(multiply)
        aim()
    }

    /// Counts a sent part, and computes when the next one is due.
    mutating func partSent() {
        left -= 1
        done += 1
        aim()
    }

    private mutating func aim() {
        let isUnknown = left == 0 || interval <= 0
        nextAt = isUnknown ? UInt64.max : last.plus(UInt64(saturating: Double(done + 1) * interval + 0.5))
    }
}
