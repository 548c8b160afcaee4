import MIDI

/// The box's own clock: a grid of absolute deadlines, 24 ticks per quarter (K1), and the transport (K2).
///
/// Sends nothing: `Clocks` returns the messages, and the router routes them. Times are in nanoseconds. Tick k of a grid
/// is due at `base` + k intervals, never at a sum of rounded intervals.
struct InternalClock {
    /// The tempo in BPM, 20...300; taps set it without rounding (K3).
    private(set) var tempo = 120.0
    /// The setting `send-when-stopped`.
    var ticksWhenStopped = true
    private(set) var transport = Transport.stopped
    /// Whether a grid is running.
    private(set) var isTicking = false
    private var base: UInt64 = 0
    private var index: UInt64 = 0
    /// When the last tick of this grid was sent, in nanoseconds.
    private var lastTick: UInt64?
    /// The number of song ticks sent, which is also the index of the next one.
    private(set) var position: UInt32 = 0
    /// The number of ticks since the beat was reset.
    private var beatTicks: UInt32 = 0
    /// Whether another clock is followed and ticks (K5).
    private(set) var isFollowed = false
    /// The start or continue that waits for the next tick, because it was requested less than `guardTime` before that
    /// tick (K2).
    private(set) var waiting: Waiting?

    enum Waiting: UInt8 {
        case start, `continue`
    }

    /// K2: minimum time from FA to the downbeat, in nanoseconds.
    static let guardTime: UInt64 = 1_000_000
    /// K1: ticks overdue by more than this are skipped, in nanoseconds. Receivers also treat such a gap as a stop (K5).
    static let longStop: UInt64 = 500_000_000
    static let slowest = 20.0
    static let fastest = 300.0

    /// The time from tick to tick in nanoseconds.
    var interval: Double { 60e9 / (tempo * 24) }

    /// Checks restored bytes: all values must be in range, and no tick may be overdue at `now`.
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

    /// When the next tick is due, in nanoseconds; `UInt64.max` without a grid.
    var nextTick: UInt64 {
        isTicking ? base.plus(UInt64(saturating: Double(index) * interval + 0.5)) : UInt64.max
    }

    /// Whether ticks are sent: the box's own, or those of the followed clock.
    var sendsTicks: Bool { isTicking || isFollowed }

    /// D2: whether the beat indicator is on: while ticks are sent, in the first quarter of a beat and before the first
    /// tick.
    var isOnBeat: Bool { sendsTicks && (beatTicks == 0 || (beatTicks - 1) % 24 < 6) }

    /// The song position of the next tick in sixteenths, rounded down, as sent in F2.
    var sixteenths: UInt16 { UInt16(truncatingIfNeeded: position / 6) & 0x3FFF }
}

extension InternalClock {
    /// Starts ticking at once if the box ticks while stopped (K1).
    mutating func begin(at now: UInt64) {
        if ticksWhenStopped { openGrid(at: now) }
    }

    /// Starts or ends the grid, after `ticksWhenStopped` may have changed.
    mutating func settle(at now: UInt64) {
        if transport == .running { return }
        if !ticksWhenStopped { endGrid() } else if !isTicking { openGrid(at: now) }
    }

    mutating func endGrid() { (isTicking, isFollowed) = (false, false) }

    /// Sets the tempo in BPM, clamped. The grid continues from the last tick: the next tick is the new k = 0 (K1).
    mutating func setTempo(_ wanted: Double, at now: UInt64) {
        // Written so that NaN results in `slowest`.
        tempo = wanted > InternalClock.slowest ? min(wanted, InternalClock.fastest) : InternalClock.slowest
        guard isTicking, let last = lastTick else { return }
        base = max(now, last.plus(UInt64(saturating: interval + 0.5)))
        index = 0
    }

    /// If the box was stopped for longer than `longStop`, restarts the grid at `now`, which skips the overdue ticks
    /// (K1). Returns whether it did.
    mutating func goOn(afterStopUntil now: UInt64) -> Bool {
        if nextTick.plus(InternalClock.longStop) >= now { return false }
        base = now
        index = 0
        return true
    }

    /// Counts the due tick, which was sent at `now`.
    mutating func ticked(at now: UInt64) {
        lastTick = now
        index += 1
        beatTicks &+= 1
        if transport == .running { position &+= 1 }
    }

    /// Whether a start or continue must wait for an imminent tick; if so, stores it.
    mutating func mustWait(_ what: Waiting, at now: UInt64) -> Bool {
        waiting = nil
        if isTicking && nextTick < now.plus(InternalClock.guardTime) {
            waiting = what
            return true
        }
        return false
    }

    /// Starts from the beginning, after FA was sent.
    mutating func start(at now: UInt64) {
        position = 0
        run(at: now)
    }

    /// Continues from the song position rounded down to a sixteenth, after FB was sent.
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

    /// Stops or pauses, after FC was sent; or turns a pause into a stop.
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

/// Mirrors the followed clock for the display (K5, D2).
extension InternalClock {
    mutating func followTick() {
        if !isFollowed { beatTicks = transport == .running ? position : 0 }
        isFollowed = true
        beatTicks &+= 1
        if transport == .running { position &+= 1 }
    }

    /// Starts or continues like the followed clock, from its song position in ticks.
    mutating func followRun(from position: UInt32) {
        transport = .running
        self.position = position
        beatTicks = position
    }

    mutating func followStop() { transport = .stopped }

    mutating func followSilence() { isFollowed = false }
}
