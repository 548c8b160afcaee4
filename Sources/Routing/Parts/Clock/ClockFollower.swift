import MIDI

/// Measures the clock of one source: its interval and tempo, for the display (K5) and for multiplying (K4).
///
/// The tempo is the slope of a straight line through the times of up to `window` ticks: over ten beats, jitter of a tenth
/// of a tick's interval leaves less than 0.1 BPM, at 300 BPM too. Where the slope of the last few ticks is clearly another, the
/// tempo has jumped, and only those ticks count. The more the ticks jitter, the larger the difference must be.
struct ClockFollower {
    static let window = 240
    /// Ticks whose slope shows a jump.
    static let recent = 9
    /// How far that slope must differ to be a jump, as a part of the interval: at least and at most. A jitter of a tenth stays
    /// below.
    static let leastJump = 0.0003
    static let mostJump = 0.04
    /// How far it must differ, as a multiple of `noise`: seven times as far as jitter alone puts it. A slope over eight intervals
    /// errs by 1 / 7.75 of the error of a tick; the mean size of second differences is 1.95 of it.
    static let clearly = 7 / 7.75 / 1.95
    /// Number of second differences in their mean.
    static let noiseTicks = 32
    /// K5: the reading stops this long after the last tick, or after three intervals, in nanoseconds.
    static let silence: UInt64 = 500_000_000
    /// The greatest tempo that is read, in BPM: the display has no room for more (D2).
    static let fastest = 999.9

    /// Nanoseconds from tick to tick; nil before two ticks.
    private(set) var interval: Double?
    /// When the last tick came, and how long after the tick before, in nanoseconds.
    private var lastTick: UInt64 = 0
    private var lastStep: UInt64 = 0
    /// Mean size of the second differences of `noiseCount` times.
    private var noise = 0.0
    private var noiseCount = 0
    /// The lines through all ticks that count, and through the last few.
    private var line = Line()
    private var recentLine = Line()
    private var times = InlineArray<240, UInt64>(repeating: 0)
    private var next = 0

    /// Number of ticks that count.
    @inline(__always)
    var count: Int { line.count }

    /// When the last tick came.
    @inline(__always)
    var last: UInt64? { count == 0 ? nil : lastTick }

    /// When the reading stops unless another tick comes, in nanoseconds; nil: it has stopped.
    @inline(__always)
    var silentAt: UInt64? {
        if count == 0 { return nil }
        let intervals = interval.map { UInt64(saturating: 3 * $0) } ?? 0
        return lastTick.plus(max(ClockFollower.silence, intervals))
    }

    /// Beats a minute, at most `fastest`; nil before enough ticks for a reading.
    @inline(__always)
    var tempo: Double? {
        guard count >= ClockFollower.recent - 1, let interval, interval > 0 else { return nil }
        return min(60e9 / (interval * 24), ClockFollower.fastest)
    }

    /// Whether recorded bytes are a reading that agrees with its own ticks.
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
        // The jump itself does not count as jitter.
        forgetNoise()
    }

    /// The time of a tick, counted back from the next one.
    @inline(__always)
    private mutating func time(ago ticks: Int) -> UInt64 {
        times[next >= ticks ? next - ticks : next - ticks + ClockFollower.window]
    }
}

/// The straight line that fits times best (least squares), kept as sums: adding a time costs the same however many there are.
///
/// The sums wrap, but the difference from which the slope is made does not: the slope is exact.
private struct Line: Equatable {
    private(set) var count = 0
    /// The sum of all times, in nanoseconds, and the sum of each multiplied by its place, from 0.
    private var sum: UInt64 = 0
    private var weighted: UInt64 = 0

    @inline(__always)
    mutating func add(_ time: UInt64) {
        sum &+= time
        weighted &+= UInt64(count) &* time
        count += 1
    }

    /// Drops the first time; all others move up one place.
    @inline(__always)
    mutating func dropFirst(_ time: UInt64) {
        sum &-= time
        weighted &-= sum
        count -= 1
    }

    /// Nanoseconds from one time to the next. There must be two times at least.
    @inline(__always)
    var slope: Double {
        // Places count from the middle, in halves: so the sum is one of differences of times.
        let halves = Int64(bitPattern: 2 &* weighted &- UInt64(count - 1) &* sum)
        return Double(halves) / 2 / (Double(count * (count * count - 1)) / 12)
    }
}
