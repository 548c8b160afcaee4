/// Random numbers from a seed (SplitMix64).
package struct RandomNumbers: Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// Mixes a number into the state, so that two devices with the same seed get different numbers.
    package mutating func mix(_ number: UInt64) { state ^= number }

    package mutating func next() -> UInt32 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return UInt32(truncatingIfNeeded: mixed >> 32)
    }
}
