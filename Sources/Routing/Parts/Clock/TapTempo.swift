import MIDI

/// Tempo from taps (K3): the mean of the last intervals, not rounded.
struct TapTempo {
    /// The number of taps needed before the tempo changes, 2...8.
    var needed = 2
    /// The maximum interval between taps in nanoseconds; a later tap begins a new series.
    var timeout: UInt64 = 2_000_000_000
    /// Times of the last `count` taps in nanoseconds, the newest last.
    private var times = InlineArray<8, UInt64>(repeating: 0)
    private(set) var count = 0
    /// Whether no tap of this series has changed the tempo yet: the first change is a step of undo (P5).
    private(set) var isFirstChange = true

    /// The number of taps in the mean, unless `needed` is more.
    static let most = 4
    /// The maximum deviation from the mean of the previous intervals, as a fraction of that mean; a larger one begins a
    /// new series.
    static let tolerance = 0.35

    /// Checks restored bytes: counts and times must be in range, and times must increase.
    mutating func hasValidState(at now: UInt64) -> Bool {
        guard RawBytes.isBool(&isFirstChange), 2...8 ~= needed, 0...max(TapTempo.most, needed) ~= count else {
            return false
        }
        for index in 0..<count {
            if times[index] > now || index > 0 && times[index] <= times[index - 1] { return false }
        }
        return timeout <= 3_600_000_000_000
    }

    /// Processes a tap. Returns the resulting tempo in BPM; nil if there are too few taps. A tap that is earlier than
    /// the last one does not count.
    mutating func tap(at time: UInt64) -> Double? {
        if count > 0 {
            if time < times[count - 1] { return nil }
            let interval = time - times[count - 1]
            if interval == 0 || interval > timeout || isOutlier(Double(interval)) { count = 0 }
        }
        if count == 0 { isFirstChange = true }
        if count == max(TapTempo.most, needed) {
            for index in 1..<count { times[index - 1] = times[index] }
            count -= 1
        }
        times[count] = time
        count += 1
        if count < needed { return nil }
        return 60e9 / mean
    }

    /// Records that a tap of the series has changed the tempo.
    mutating func hasChanged() { isFirstChange = false }

    /// Makes the next tempo change count as the first of a series, so that it can be undone separately (P5).
    mutating func endSeries() { isFirstChange = true }

    private var mean: Double { Double(times[count - 1] - times[0]) / Double(count - 1) }

    private func isOutlier(_ interval: Double) -> Bool {
        if count < 2 { return false }
        let off = interval > mean ? interval - mean : mean - interval
        return off > TapTempo.tolerance * mean
    }
}
