/// Numbers that look random and are the same every time (splitmix64).
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// Evenly from -1 to 1.
    mutating func deviation() -> Double { Double(next() >> 11) / Double(1 << 52) - 1 }
}

/// Times of ticks in nanoseconds: a steady clock, of which each tick comes early or late by up to a part of an interval.
struct ShakyTicks {
    var dice: Dice
    /// A part of an interval.
    var jitter: Double
    private var ideal: Double
    private var last: UInt64 = 0

    init(seed: UInt64, jitter: Double, from start: Double = 1e9) {
        dice = Dice(seed: seed)
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
