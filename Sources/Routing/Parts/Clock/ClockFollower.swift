import MIDI

/// Measures the clock of one source, interval and tempo, for the display (K5) and for multiplying (K4).
///
/// The tempo is the slope of a straight line through the times of up to `window` ticks. Over ten beats, jitter of a
/// tenth of an interval causes an error below 0.1 BPM, even at 300 BPM. If the slope of the last few ticks clearly
/// differs, the tempo has jumped, and only those ticks count from then on. The more the ticks jitter, the larger the
/// difference must be.
struct ClockFollower {
    static let window = 240
    /// Number of recent ticks whose slope reveals a jump.
    static let recent = 9
    /// Minimum and maximum slope difference for a jump, as a fraction of the interval. Jitter of a tenth stays below
    /// the maximum.
    static let leastJump = 0.0003
    static let mostJump = 0.04
    /// Slope difference for a jump, as a multiple of `noise`: seven times the error that jitter alone causes. A slope
    /// over eight intervals has 1 / 7.75 of the error of one tick; the mean absolute second difference is 1.95 times
    /// that error.
    static let clearly = 7 / 7.75 / 1.95
    /// Maximum number of second differences in their mean.
    static let noiseTicks = 32
    /// K5: the reading stops this long after the last tick, or after three intervals, in nanoseconds.
    static let silence: UInt64 = 500_000_000
    /// The greatest measured tempo, in BPM: the display has no room for more (D2).
    static let fastest = 999.9

    /// The time from tick to tick in nanoseconds; nil before two ticks.
    private(set) var interval: Double?
    /// The time of the last tick, and its distance from the tick before, in nanoseconds.
    private var lastTick: UInt64 = 0
    private var lastStep: UInt64 = 0
    /// The mean absolute second difference, in nanoseconds, of the last `noiseCount` tick times.
    private var noise = 0.0
    private var noiseCount = 0
    /// The lines through all ticks that count, and through the most recent ones.
    private var line = Line()
    private var recentLine = Line()
    private var times = InlineArray<240, UInt64>(repeating: 0)
    private var next = 0

    /// Number of ticks that count.
    @inline(__always)
    var count: Int { line.count }

    /// The time of the last tick in nanoseconds; nil if no tick counts.
    @inline(__always)
    var last: UInt64? { count == 0 ? nil : lastTick }

    /// When the reading stops unless another tick arrives, in nanoseconds; nil if it has stopped.
    @inline(__always)
    var silentAt: UInt64? {
        if count == 0 { return nil }
        let intervals = interval.map { UInt64(saturating: 3 * $0) } ?? 0
        return lastTick.plus(max(ClockFollower.silence, intervals))
    }

    /// The tempo in BPM, at most `fastest`; nil before enough ticks.
    @inline(__always)
    var tempo: Double? {
        guard count >= ClockFollower.recent - 1, let interval, interval > 0 else { return nil }
        return min(60e9 / (interval * 24), ClockFollower.fastest)
    }

    /// Checks restored bytes: the sums must match the stored tick times.
    mutating func hasValidState(at now: UInt64) -> Bool {
        if !RawBytes.isOptional(&interval) || !(interval.map { 0...1e12 ~= $0 } ?? true) { return false }
        guard lastTick <= now, lastStep <= now, 0...1e18 ~= noise, 0...ClockFollower.noiseTicks ~= noiseCount,
            0..<ClockFollower.window ~= next, 0...ClockFollower.window ~= line.count,
            0...min(ClockFollower.recent, line.count) ~= recentLine.count
        else { return false }
        return isSum(line, until: now) && isSum(recentLine, until: now)
    }

    private func isSum(_ line: Line, until now: UInt64) -> Bool {
        var (sum, before) = (Line(), UInt64(0))
        for ago in (0..<line.count).reversed() {
            let index = next - 1 - ago
            let time = times[index < 0 ? index + ClockFollower.window : index]
            if time < before || time > now { return false }
            before = time
            sum.add(time)
        }
        return sum == line
    }

    mutating func tick(at now: UInt64) {
        if let silentAt, now >= silentAt { forget() }
        if line.count == ClockFollower.window { line.dropFirst(times[next]) }
        if recentLine.count == ClockFollower.recent { recentLine.dropFirst(time(ago: ClockFollower.recent)) }
        times[next] = now
        next = next == ClockFollower.window - 1 ? 0 : next + 1
        line.add(now)
        recentLine.add(now)
        measureNoise(now)
        if count < 2 { return }
        let interval = line.slope
        self.interval = interval
        if count > ClockFollower.recent { lookForJump(interval) }
    }

    mutating func forget() {
        line = Line()
        recentLine = Line()
        next = 0
        interval = nil
        forgetNoise()
    }

    @inline(__always)
    private mutating func measureNoise(_ now: UInt64) {
        let (step, before) = (now &- lastTick, lastStep)
        (lastTick, lastStep) = (now, step)
        if count < 3 { return }
        noiseCount = min(noiseCount + 1, ClockFollower.noiseTicks)
        noise += (abs(Double(step) - Double(before)) - noise) / Double(noiseCount)
    }

    private mutating func forgetNoise() {
        noise = 0
        noiseCount = 0
    }

    @inline(__always)
    private mutating func lookForJump(_ interval: Double) {
        let last = recentLine.slope
        let clear = max(ClockFollower.clearly * noise, ClockFollower.leastJump * interval)
        if abs(last - interval) <= min(clear, ClockFollower.mostJump * interval) { return }
        line = recentLine
        self.interval = last
        // The jump itself must not count as jitter.
        forgetNoise()
    }

    /// The time of a past tick, counted back from `next`.
    @inline(__always)
    private mutating func time(ago ticks: Int) -> UInt64 {
        times[next >= ticks ? next - ticks : next - ticks + ClockFollower.window]
    }
}

/// The least-squares straight line through a series of times, stored as sums: adding a time has a constant cost.
///
/// The sums wrap, but their difference, which gives the slope, does not: the slope is exact.
private struct Line: Equatable {
    private(set) var count = 0
    /// The sum of all times in nanoseconds, and the sum of each time multiplied by its position from 0.
    private var sum: UInt64 = 0
    private var weighted: UInt64 = 0

    @inline(__always)
    mutating func add(_ time: UInt64) {
        sum &+= time
        weighted &+= UInt64(count) &* time
        count += 1
    }

    /// Removes the first time; all other positions decrease by one.
    @inline(__always)
    mutating func dropFirst(_ time: UInt64) {
        sum &-= time
        weighted &-= sum
        count -= 1
    }

    /// The time between neighbours in nanoseconds. There must be at least two times.
    @inline(__always)
    var slope: Double {
        // Positions count from the middle, in halves, so that only differences of times remain.
        let halves = Int64(bitPattern: 2 &* weighted &- UInt64(count - 1) &* sum)
        return Double(halves) / 2 / (Double(count * (count * count - 1)) / 12)
    }
}
