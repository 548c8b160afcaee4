/// One routing's clock divider and multiplier (K4): multiplying comes before dividing.
struct ClockRate {
    /// Ticks, multiplied ones, since the phase was set; the next passes when it is a multiple of the divisor.
    private var phase: UInt32 = 0
    /// Parts of the last incoming tick that are still to come, and how many of it there have been.
    private(set) var left: UInt8 = 0
    private var done: UInt8 = 0
    /// When the next part is due, in nanoseconds.
    private(set) var nextAt = UInt64.max
    private var last: UInt64 = 0
    private var interval = 0.0

    /// Whether bytes that were put in its place are a rate of whose last tick parts may still come.
    func hasValidState(at now: UInt64) -> Bool {
        phase <= 0xFFFF && Int(left) + Int(done) < 255 && (left > 0 || nextAt == UInt64.max) && last <= now
            && 0...1e12 ~= interval
    }

    /// Start and loading: the next tick passes, what is still to come of a multiple does not come.
    mutating func restart() {
        phase = 0
        dropParts()
    }

    /// Continue: the phase by song position, in sixteenths of the incoming clock.
    mutating func locate(sixteenths: UInt32, multiply: UInt8, divide: UInt8) {
        phase = sixteenths &* 6 &* UInt32(multiply) % UInt32(divide)
        dropParts()
    }

    /// Stop and change of tempo.
    mutating func dropParts() {
        left = 0
        nextAt = UInt64.max
    }

    /// Counts one multiplied tick; whether it passes.
    mutating func count(divide: UInt8) -> Bool {
        let passes = phase == 0
        phase = (phase + 1) % UInt32(divide)
        return passes
    }

    /// An incoming tick of which `multiply` − 1 further parts are to come, spread over `interval` nanoseconds; where that
    /// is 0, since nobody knows it yet, they wait for the next tick, so that none is missing.
    mutating func spread(_ multiply: UInt8, from now: UInt64, over interval: Double) {
        left = multiply - 1
        done = 0
        last = now
        self.interval = interval / Double(multiply)
        aim()
    }

    /// A part has been sent.
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
