/// One routing's clock divider and multiplier (K4): multiplying comes before dividing.
struct ClockRate {
    /// Multiplied ticks since the phase was set, modulo the divisor; the next tick passes at 0.
    private var phase: UInt32 = 0
    /// Parts of the last incoming tick that are still to come, and how many have been sent.
    private(set) var left: UInt8 = 0
    private var done: UInt8 = 0
    /// When the next part is due, in nanoseconds.
    private(set) var nextAt = UInt64.max
    private var last: UInt64 = 0
    private var interval = 0.0

    /// Whether recorded bytes are a rate.
    func hasValidState(at now: UInt64) -> Bool {
        phase <= 0xFFFF && Int(left) + Int(done) < 255 && (left > 0 || nextAt == UInt64.max) && last <= now
            && 0...1e12 ~= interval
    }

    /// Start and load: the next tick passes, and no further part of the last one is sent.
    mutating func restart() {
        phase = 0
        dropParts()
    }

    /// Continue: sets the phase by the song position, in sixteenths of the incoming clock.
    mutating func locate(sixteenths: UInt32, multiply: UInt8, divide: UInt8) {
        phase = sixteenths &* 6 &* UInt32(multiply) % UInt32(divide)
        dropParts()
    }

    /// Stop and change of tempo: no further part of the last tick is sent.
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

    /// Spreads `multiply` − 1 further parts of an incoming tick over `interval` nanoseconds. With an interval of 0, which is not
    /// known yet, they wait for the next tick: no part is lost.
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
