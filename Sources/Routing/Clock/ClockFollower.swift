import MIDI

/// What is known of the clock of one source: its interval and tempo, for reading (K5) and for multiplying (K4).
///
/// The tempo is the slope of a straight line through the times of up to `window` ticks: over ten beats, jitter of a tenth
/// of a tick's interval leaves less than 0.1 BPM, at 300 BPM too. When the last few intervals say clearly something else
/// the tempo has jumped, and only they count. What is clear depends on how much the ticks jitter.
struct ClockFollower {
    static let window = 240
    /// Ticks whose slope shows a jump.
    static let recent = 9
    /// How far that slope must be off, as a part of the interval: at least and at most. A jitter of a tenth stays below.
    static let leastJump = 0.0003
    static let mostJump = 0.04
    /// So much further than ticks that jitter would put it. A slope over eight intervals errs by 1 / 7.75 of the error
    /// of a tick, of which second differences are 1.95 (in the mean of their sizes).
    static let clearly = 7 / 7.75 / 1.95
    /// Second differences of which the mean is taken.
    static let noiseTicks = 32
    /// K5: without ticks for so long, or three intervals, the reading stops; in nanoseconds.
    static let silence: UInt64 = 500_000_000
    /// The greatest tempo that is read, in beats a minute: what the display has room for (D2).
    static let fastest = 999.9

    /// Nanoseconds from tick to tick; nil before two ticks.
    private(set) var interval: Double?
    /// When the last tick came, and how long after the one before.
    private var lastTick: UInt64 = 0
    private var lastStep: UInt64 = 0
    /// Mean size of the second differences of times, of so many.
    private var noise = 0.0
    private var noiseCount = 0
    /// Through all ticks that count, and through the last few.
    private var line = Line()
    private var recentLine = Line()
    private var times = InlineArray<240, UInt64>(repeating: 0)
    private var next = 0

    /// Ticks that count.
    @inline(__always)
    var count: Int { line.count }

    /// When the last tick came.
    @inline(__always)
    var last: UInt64? { count == 0 ? nil : lastTick }

    /// When the reading stops unless another tick comes.
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

    /// Whether bytes that were put in its place are what somebody knows who has heard those ticks.
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
        // The jump itself is no jitter.
        forgetNoise()
    }

    /// Of the tick that came so many before the next.
    @inline(__always)
    private mutating func time(ago ticks: Int) -> UInt64 {
        times[next >= ticks ? next - ticks : next - ticks + ClockFollower.window]
    }
}

/// The straight line that fits times best (least squares), one time after the other, kept as sums: so a time costs the same
/// however many there are.
///
/// The sums wrap. What the slope is made of does not: it is exact, whatever came before.
private struct Line: Equatable {
    private(set) var count = 0
    /// All times, in nanoseconds, and the same each multiplied by its place, 0 the first.
    private var sum: UInt64 = 0
    private var weighted: UInt64 = 0

    @inline(__always)
    mutating func add(_ time: UInt64) {
        sum &+= time
        weighted &+= UInt64(count) &* time
        count += 1
    }

    /// The first of the times counts no longer, and all others move up.
    @inline(__always)
    mutating func dropFirst(_ time: UInt64) {
        sum &-= time
        weighted &-= sum
        count -= 1
    }

    /// Nanoseconds from one to the next; of two times at least.
    @inline(__always)
    var slope: Double {
        // With places counted from the middle, in halves, the sum is that of differences of times.
        let halves = Int64(bitPattern: 2 &* weighted &- UInt64(count - 1) &* sum)
        return Double(halves) / 2 / (Double(count * (count * count - 1)) / 12)
    }
}
