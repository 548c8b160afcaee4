import MIDI

/// A linear map (R10): values below `low` become `from`, above `high` they become `to`, and between them they are
/// rounded to nearest, halves away from zero. `from` may be greater than `to`.
package struct LinearMap: Equatable, Sendable {
    // No mapped value has more than 14 bits.
    private var lowBits: Int16 = 0
    private var highBits: Int16 = 127
    private var fromBits: Int16 = 0
    private var toBits: Int16 = 127

    package init() {}
    package init(low: Int32, high: Int32, from: Int32, to: Int32) {
        (lowBits, highBits, fromBits, toBits) = (Int16(low), Int16(high), Int16(from), Int16(to))
    }

    package var low: Int32 { Int32(lowBits) }
    package var high: Int32 { Int32(highBits) }
    package var from: Int32 { Int32(fromBits) }
    package var to: Int32 { Int32(toBits) }

    @inline(__always)
    package func callAsFunction(_ value: Int32) -> Int32 {
        if value < low { return from }
        if value >= high { return to }
        // Fast path: most maps change nothing.
        if from == low && to == high { return value }
        // Outputs are never negative, so adding half before the truncating division rounds halves away from zero. The
        // sum is rounded, not the step, which matters for falling maps. The sum is at most 2^30.
        let span = high - low
        return (2 * from * span + 2 * (value - low) * (to - from) + span) / (2 * span)
    }
}
