import TestSupport

/// Times of ticks with jitter, in nanoseconds: each tick of a steady clock is early or late by up to a part of an
/// interval.
struct ShakyTicks {
    var dice: SplitMix
    /// The largest deviation, as a part of an interval.
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
