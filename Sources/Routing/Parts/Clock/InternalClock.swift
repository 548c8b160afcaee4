import MIDI

/// The box's own clock: a grid of absolute deadlines, 24 ticks a quarter (K1), and the transport (K2).
///
/// It sends nothing: `Clocks` returns the messages, and the router routes them. Times are in nanoseconds. Tick k of a grid is
/// due at `base` + k intervals, never at a sum of rounded intervals.
struct InternalClock {
    /// Beats a minute, 20...300; taps do not round it (K3).
    private(set) var tempo = 120.0
    /// `send-when-stopped`.
    var ticksWhenStopped = true
    private(set) var transport = Transport.stopped
    /// A grid is running.
    private(set) var isTicking = false
    private var base: UInt64 = 0
    private var index: UInt64 = 0
    /// When the last tick of this grid was sent.
    private var lastTick: UInt64?
    /// Number of ticks of the song that have been sent, and the index of the next.
    private(set) var position: UInt32 = 0
    /// Ticks since the beat was counted anew.
    private var beatTicks: UInt32 = 0
    /// Another clock is followed, and its ticks come (K5).
    private(set) var isFollowed = false
    /// The start or continue that waits for the next tick, because it came less than `guardTime` before it (K2).
    private(set) var waiting: Waiting?

    enum Waiting: UInt8 {
        case start, `continue`
    }

    /// K2: the downbeat comes at least this long after FA.
    static let guardTime: UInt64 = 1_000_000
    /// K1: ticks that are later than this are left out, in nanoseconds. A receiver takes such a gap for a stop too (K5).
    static let longStop: UInt64 = 500_000_000
    static let slowest = 20.0
    static let fastest = 300.0

    /// Nanoseconds from tick to tick.
    var interval: Double { 60e9 / (tempo * 24) }

    /// Whether recorded bytes are a clock of which all ticks due by `now` have been sent.
    mutating func hasValidState(at now: UInt64) -> Bool {
        if !RawBytes.isBool(&ticksWhenStopped) || !RawBytes.isBool(&isTicking) || !RawBytes.isBool(&isFollowed) {
            return false
        }
        if !RawBytes.isCase(&transport, of: 3) || !RawBytes.isCase(&waiting, of: 3) { return false }
        guard RawBytes.isOptional(&lastTick), lastTick ?? 0 <= now else { return false }
        guard InternalClock.slowest...InternalClock.fastest ~= tempo, index < 1 << 40, base <= now + 10_000_000_000
        else { return false }
        return !isTicking || now...now + 10_000_000_000 ~= nextTick
    }

    /// When the next tick is due; `UInt64.max` without a grid.
    var nextTick: UInt64 {
        isTicking ? base.plus(UInt64(saturating: Double(index) * interval + 0.5)) : UInt64.max
    }

    /// Ticks are sent: its own, or those of the clock that is followed.
    var sendsTicks: Bool { isTicking || isFollowed }

    /// D2: the first quarter of a beat, while ticks are sent, also before the first.
    var isOnBeat: Bool { sendsTicks && (beatTicks == 0 || (beatTicks - 1) % 24 < 6) }

    /// The song position of the next tick in sixteenths, rounded down, as F2 carries it.
    var sixteenths: UInt16 { UInt16(truncatingIfNeeded: position / 6) & 0x3FFF }
}

extension InternalClock {
    /// Begins to tick at once where the box ticks while stopped (K1).
    mutating func begin(at now: UInt64) {
        if ticksWhenStopped { openGrid(at: now) }
    }

    /// `send-when-stopped` may have changed.
    mutating func settle(at now: UInt64) {
        if transport == .running { return }
        if !ticksWhenStopped { endGrid() } else if !isTicking { openGrid(at: now) }
    }

    mutating func endGrid() { (isTicking, isFollowed) = (false, false) }

    /// Sets the tempo in BPM, clamped. The grid goes on from the last tick: the next one is its new k = 0 (K1).
    mutating func setTempo(_ wanted: Double, at now: UInt64) {
        // NaN is not faster than the slowest.
        tempo = wanted > InternalClock.slowest ? min(wanted, InternalClock.fastest) : InternalClock.slowest
        guard isTicking, let last = lastTick else { return }
        base = max(now, last.plus(UInt64(saturating: interval + 0.5)))
        index = 0
    }

    /// After a stop of the box that was longer than `longStop` the grid goes on from `now`, and the ticks of the stop are
    /// left out (K1). Returns whether that was so.
    mutating func goOn(afterStopUntil now: UInt64) -> Bool {
        if nextTick.plus(InternalClock.longStop) >= now { return false }
        base = now
        index = 0
        return true
    }

    /// The tick that is due has been sent at `now`.
    mutating func ticked(at now: UInt64) {
        lastTick = now
        index += 1
        beatTicks &+= 1
        if transport == .running { position &+= 1 }
    }

    /// Whether a start or continue must wait for the tick that is about to come. It is then remembered.
    mutating func mustWait(_ what: Waiting, at now: UInt64) -> Bool {
        waiting = nil
        if isTicking && nextTick < now.plus(InternalClock.guardTime) {
            waiting = what
            return true
        }
        return false
    }

    /// FA has been sent: from the beginning.
    mutating func start(at now: UInt64) {
        position = 0
        run(at: now)
    }

    /// FB has been sent, after the song position rounded down to a sixteenth.
    mutating func goOn(at now: UInt64) {
        position = position / 6 * 6
        run(at: now)
    }

    private mutating func run(at now: UInt64) {
        waiting = nil
        transport = .running
        beatTicks = position
        if !isTicking { openGrid(at: now.plus(InternalClock.guardTime)) }
    }

    /// FC has been sent, or a pause is forgotten.
    mutating func halt(_ how: Transport) {
        waiting = nil
        transport = how
        if !ticksWhenStopped { endGrid() }
    }

    private mutating func openGrid(at time: UInt64) {
        isTicking = true
        base = time
        index = 0
        lastTick = nil
        if transport != .running { beatTicks = 0 }
    }
}

// MARK: - Another clock

/// Repeats the followed clock, for the display (K5, D2).
extension InternalClock {
    mutating func followTick() {
        if !isFollowed { beatTicks = transport == .running ? position : 0 }
        isFollowed = true
        beatTicks &+= 1
        if transport == .running { position &+= 1 }
    }

    /// The followed clock starts or continues from a position in its song, in ticks.
    mutating func followRun(from position: UInt32) {
        transport = .running
        self.position = position
        beatTicks = position
    }

    mutating func followStop() { transport = .stopped }

    mutating func followSilence() { isFollowed = false }
}
