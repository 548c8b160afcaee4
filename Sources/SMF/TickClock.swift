/// Converts ticks to nanoseconds. Each time is computed from the last change of tempo, so that rounding errors do not
/// add up.
struct TickClock {
    let division: MIDIFile.Division
    private var baseTick: UInt64 = 0
    private var base: UInt64
    /// The fraction of a nanosecond at the base, as a numerator, so that changes of tempo add no rounding error.
    private var rest: UInt64 = 0
    /// Nanoseconds a quarter note: by default 120 BPM.
    private var nanoseconds: UInt64 = 500_000_000

    /// - Parameter start: the time of tick 0.
    init(division: MIDIFile.Division, start: UInt64) {
        self.division = division
        base = start
    }

    func time(of tick: UInt64) -> UInt64 { compute(tick).time }

    /// Changes the tempo.
    ///
    /// - Parameter nanoseconds: the length of a quarter note, below 2^36.
    mutating func change(to nanoseconds: UInt64, at tick: UInt64) {
        (base, rest) = compute(tick)
        baseTick = tick
        self.nanoseconds = nanoseconds
    }

    private func compute(_ tick: UInt64) -> (time: UInt64, rest: UInt64) {
        let ticks = tick - baseTick
        switch division {
        case .ticksOfQuarter(let parts): return compute(ticks, nanoseconds, UInt64(parts))
        case .ticksOfFrame(let frames, let parts):
            // 29 means 30000/1001 frames a second.
            let isDrop = frames == 29
            let second: UInt64 = isDrop ? 1_001_000_000_000 : 1_000_000_000
            return compute(ticks, second, (isDrop ? 30_000 : UInt64(frames)) * UInt64(parts))
        }
    }

    /// Returns the time ticks · numerator / denominator nanoseconds after the base, or `UInt64.max / 2` on overflow.
    private func compute(_ ticks: UInt64, _ numerator: UInt64, _ denominator: UInt64) -> (UInt64, UInt64) {
        let product = ticks.multipliedFullWidth(by: numerator)
        let (low, carry) = product.low.addingReportingOverflow(rest)
        let high = product.high + (carry ? 1 : 0)
        if high >= denominator { return (UInt64.max / 2, 0) }
        let (quotient, remainder) = denominator.dividingFullWidth((high, low))
        let (time, overflow) = base.addingReportingOverflow(quotient)
        return overflow ? (UInt64.max / 2, 0) : (time, remainder)
    }
}
