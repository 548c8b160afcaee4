/// Measures the tempo of taps on a key or a footswitch.
struct LearntTaps {
    private var first: UInt64 = 0
    private var last: UInt64 = 0
    private var count: UInt64 = 0

    /// The longest time between two taps of a series, in nanoseconds: one beat at 20 BPM.
    private static let longestBeat: UInt64 = 3_000_000_000

    /// Adds a tap; returns the tempo of the series in whole BPM, 20..300, or nil for the first tap.
    mutating func tap(at time: UInt64) -> String? {
        let isNew = count == 0 || time &- last > LearntTaps.longestBeat
        if isNew { (first, count) = (time, 0) }
        (last, count) = (time, count + 1)
        if isNew || time == first { return nil }
        let interval = max((time - first) / (count - 1), 1)
        return "\(min(max((60_000_000_000 + interval / 2) / interval, 20), 300))"
    }
}
