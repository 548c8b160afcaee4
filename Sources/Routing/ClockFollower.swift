/// What is known of the clock of one source: its interval and tempo, for reading (K5) and for multiplying (K4).
///
/// The tempo is the slope of a straight line through the times of up to `window` ticks: over four beats, jitter of a
/// tenth of a tick's interval leaves less than 0.1 BPM. When the last few intervals say clearly something else the
/// tempo has jumped, and only they count.
struct ClockFollower {
    static let window = 96
    /// Ticks whose mean shows a jump: enough that jitter does not look like one.
    static let recent = 8
    /// How far their mean is off when the tempo has jumped, as a part of it.
    static let jump = 0.04
    /// K5: without ticks for so long, or three intervals, the reading stops; in nanoseconds.
    static let silence: UInt64 = 500_000_000

    private var times = InlineArray<96, UInt64>(repeating: 0)
    private var next = 0
    private(set) var count = 0

    /// When the last tick came.
    var last: UInt64? { count == 0 ? nil : time(count - 1) }

    /// When the reading stops unless another tick comes.
    var silentAt: UInt64? {
        guard let last else { return nil }
        let intervals = interval.map { UInt64(3 * $0) } ?? 0
        return last + max(ClockFollower.silence, intervals)
    }

    mutating func tick(at now: UInt64) {
        if let silentAt, now >= silentAt { forget() }
        times[next] = now
        next = (next + 1) % ClockFollower.window
        count = min(count + 1, ClockFollower.window)
        if count > ClockFollower.recent + 1, let all = slope(of: count), let last = slope(of: ClockFollower.recent + 1),
            abs(last - all) > ClockFollower.jump * all
        {
            count = ClockFollower.recent + 1
        }
    }

    mutating func forget() {
        count = 0
        next = 0
    }

    /// Nanoseconds from tick to tick; nil before two ticks.
    var interval: Double? { slope(of: count) }

    /// Beats a minute; nil before enough ticks for a reading.
    var tempo: Double? {
        guard count >= ClockFollower.recent, let interval, interval > 0 else { return nil }
        return 60e9 / (interval * 24)
    }

    /// The n-th of the ticks that count, the oldest first.
    private func time(_ index: Int) -> UInt64 {
        times[(next - count + index + ClockFollower.window) % ClockFollower.window]
    }

    /// The slope of the straight line that fits the last `ticks` best (least squares).
    private func slope(of ticks: Int) -> Double? {
        if ticks < 2 { return nil }
        let first = time(count - ticks)
        let middle = Double(ticks - 1) / 2
        var sum = 0.0
        var squares = 0.0
        for index in 0..<ticks {
            let x = Double(index) - middle
            sum += x * Double(time(count - ticks + index) - first)
            squares += x * x
        }
        return sum / squares
    }
}
