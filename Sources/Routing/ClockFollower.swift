/// What is known of the clock of one source: its interval and tempo, for reading (K5) and for multiplying (K4).
///
/// The tempo is the slope of a straight line through the times of up to `window` ticks: over ten beats, jitter of a tenth
/// of a tick's interval leaves less than 0.1 BPM, at 300 BPM too. When the last few intervals say clearly something else
/// the tempo has jumped, and only they count. What is clear depends on how much the ticks jitter.
struct ClockFollower {
    static let window = 240
    /// Intervals whose slope shows a jump.
    static let recent = 8
    /// How far that slope must be off, as a part of the interval: at least and at most. A jitter of a tenth stays below.
    static let leastJump = 0.0003
    static let mostJump = 0.04
    /// So much further than ticks that jitter would put it. A slope over `recent` intervals errs by 1 / 7.75 of the error
    /// of a tick, of which second differences are 1.95 (in the mean of their sizes).
    static let clearly = 7 / 7.75 / 1.95
    /// Second differences of which the mean is taken.
    static let noiseTicks = 32
    /// K5: without ticks for so long, or three intervals, the reading stops; in nanoseconds.
    static let silence: UInt64 = 500_000_000

    private var times = InlineArray<240, UInt64>(repeating: 0)
    private var next = 0
    private(set) var count = 0
    /// Nanoseconds from tick to tick; nil before two ticks.
    private(set) var interval: Double?
    /// Mean size of the second differences of times, of so many.
    private var noise = 0.0
    private var noiseCount = 0

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
        measureNoise()
        interval = slope(of: count)
        if count > ClockFollower.recent + 1 { lookForJump() }
    }

    mutating func forget() {
        count = 0
        next = 0
        interval = nil
        forgetNoise()
    }

    private mutating func measureNoise() {
        if count < 3 { return }
        let earlier = Double(time(count - 2) - time(count - 3))
        let later = Double(time(count - 1) - time(count - 2))
        noiseCount = min(noiseCount + 1, ClockFollower.noiseTicks)
        noise += (abs(later - earlier) - noise) / Double(noiseCount)
    }

    private mutating func forgetNoise() {
        noise = 0
        noiseCount = 0
    }

    private mutating func lookForJump() {
        guard let interval, let last = slope(of: ClockFollower.recent + 1) else { return }
        let clear = max(ClockFollower.clearly * noise, ClockFollower.leastJump * interval)
        if abs(last - interval) <= min(clear, ClockFollower.mostJump * interval) { return }
        count = ClockFollower.recent + 1
        self.interval = last
        // The jump itself is no jitter.
        forgetNoise()
    }

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
