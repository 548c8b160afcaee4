import TestSupport

/// Times of ticks in nanoseconds: a steady clock, of which each tick comes early or late by up to a part of an interval.
struct ShakyTicks {
    var dice: SplitMix
    /// A part of an interval.
    var jitter: Double
    private var ideal: Double
    private var last: UInt64 = 0

    init(seed: UInt64, jitter: Double, from start: Double = 1e9) {
        dice = SplitMix(state: seed)
        self.jitter = jitter
        ideal = start
    }

    mutating func next(_ tempo: Double) -> UInt64 {
        let interval = 60e9 / (tempo * 24)
        ideal += interval
        last = max(last, UInt64(ideal + dice.deviation() * jitter * interval))
        return last
    }
}
