import MIDI

/// Tempo by foot (K3): the mean of the last intervals, not rounded.
struct TapTempo {
    /// Taps needed before the tempo changes, 2...8.
    var needed = 2
    /// A tap later than this after the one before begins anew, in nanoseconds.
    var timeout: UInt64 = 2_000_000_000
    /// Times of the last taps, the newest last; as many as count, at most eight.
    private var times = InlineArray<8, UInt64>(repeating: 0)
    private(set) var count = 0
    /// Taps since it began anew: the first that changes the tempo begins a series (P5).
    private(set) var isFirstChange = true

    /// Of so many taps the mean is taken, or of `needed` if that is more.
    static let most = 4
    /// An interval further off the mean of those before, as a part of it, begins anew.
    static let tolerance = 0.35

    /// Whether bytes that were put in its place are taps.
    mutating func hasValidState(at now: UInt64) -> Bool {
        guard RawBytes.isBool(&isFirstChange), 2...8 ~= needed, 0...max(TapTempo.most, needed) ~= count else {
            return false
        }
        for index in 0..<count {
            if times[index] > now || index > 0 && times[index] <= times[index - 1] { return false }
        }
        return timeout <= 3_600_000_000_000
    }

    /// Takes a tap; the tempo it gives in beats a minute, or nil.
    mutating func tap(at now: UInt64) -> Double? {
        if count > 0 {
            let interval = now - times[count - 1]
            if interval == 0 || interval > timeout || isOutlier(Double(interval)) { count = 0 }
        }
        if count == 0 { isFirstChange = true }
        if count == max(TapTempo.most, needed) {
            for index in 1..<count { times[index - 1] = times[index] }
            count -= 1
        }
        times[count] = now
        count += 1
        if count < needed { return nil }
        return 60e9 / mean
    }

    /// The series has changed the tempo.
    mutating func hasChanged() { isFirstChange = false }

    /// What is tapped on changes the tempo as another series, so that it can be undone itself (P5).
    mutating func endSeries() { isFirstChange = true }

    private var mean: Double { Double(times[count - 1] - times[0]) / Double(count - 1) }

    private func isOutlier(_ interval: Double) -> Bool {
        if count < 2 { return false }
        let off = interval > mean ? interval - mean : mean - interval
        return off > TapTempo.tolerance * mean
    }
}
