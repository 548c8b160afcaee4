import MIDI
import Plan

/// The box's own clock and transport (K1, K2), taps (K3), the clocks of the ports (K5), the song position of each
/// source, the rates of the routings (K4) and the clock that each destination receives (K7).
///
/// Sends nothing: the methods return messages that are due, and the router routes them.
///
/// Out-of-line methods are mutating even if they change nothing: otherwise each call would copy the whole struct.
struct Clocks {
    private(set) var own = InternalClock()
    private var taps = TapTempo()
    /// The measured clock of each port.
    private let followers: UnsafeMutablePointer<ClockFollower>
    /// The source of the clock that runs the box: its own, or a port's (K5).
    private var source = Source.clock
    var songs: SongPositions
    var rates: ClockRates
    var heard: HeardClocks

    static let byteCount =
        Memory.byteCount(of: ClockFollower.self, Limits.ports) + SongPositions.byteCount + ClockRates.byteCount
        + HeardClocks.byteCount

    init(_ memory: inout Memory) {
        followers = memory.take(Limits.ports, repeating: ClockFollower())
        rates = ClockRates(&memory)
        songs = SongPositions(&memory)
        heard = HeardClocks(&memory)
    }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeMutableBytes(of: &own, visit)
        withUnsafeMutableBytes(of: &taps, visit)
        visit(.of(followers, Limits.ports))
        rates.forEachTable(visit)
        songs.forEachTable(visit)
        heard.forEachTable(visit)
    }

    /// Checks restored bytes: every clock must be valid, and everything due at `now` already done.
    mutating func hasValidState(at now: UInt64) -> Bool {
        for port in 0..<Limits.ports where !followers[port].hasValidState(at: now) { return false }
        return own.hasValidState(at: now) && taps.hasValidState(at: now) && rates.hasValidState(at: now)
            && songs.hasValidState() && heard.hasValidState(at: now)
    }
}

// MARK: - Settings

extension Clocks {
    /// Stores the clock settings of a plan. The tempo is not included: it belongs to the box (K6).
    mutating func adoptSettings(of plan: UnsafePointer<Plan>) {
        source = plan.pointee.clockSource
        own.ticksWhenStopped = plan.pointee.ticksWhenStopped
        taps.needed = Int(plan.pointee.taps)
        taps.timeout = plan.pointee.tapTimeout
    }

    /// Starts ticking if the box ticks while stopped (K1), at `tempo` in BPM.
    mutating func begin(tempo: Double, at now: UInt64) {
        own.setTempo(tempo, at: now)
        if !followsPort { own.begin(at: now) }
    }

    /// Switches to the settings of another plan. If the box begins or ceases to follow a port, its transport stops
    /// first. A clock that remains the box's own continues; the new plan determines whether it ticks while stopped.
    mutating func change(to new: UnsafePointer<Plan>, at now: UInt64) -> ClockMessages {
        var messages = ClockMessages.none
        if source != new.pointee.clockSource {
            messages = stop(.stopped)
            own.endGrid()
        }
        adoptSettings(of: new)
        if !followsPort { own.settle(at: now) }
        return messages
    }

    /// Ends the clock (E5): no tick follows.
    mutating func end() -> ClockMessages {
        let messages = stop(.stopped)
        own.endGrid()
        rates.end()
        return messages
    }

    /// Skips the ticks that became overdue while the whole box was stopped until `now` (K1). Returns whether there were
    /// any.
    mutating func goOn(afterStopUntil now: UInt64) -> Bool { own.goOn(afterStopUntil: now) }
}

// MARK: - Time and tempo

extension Clocks {
    /// Whether the box follows the clock of a port instead of its own (K5).
    var followsPort: Bool { source != Source.clock }

    /// The displayed tempo in hundredths of BPM: that of the followed clock, or else the box's own (K6).
    var shownTempo: UInt32 {
        mutating get {
            // Truncated, not rounded: the display rounds once.
            let followed = followsPort ? followers[Int(source)].tempo : nil
            return UInt32(saturating: (followed ?? own.tempo) * 100 + 1e-7)
        }
    }

    /// When the own or the followed clock needs attention next, in nanoseconds; `UInt64.max` if never.
    var deadline: UInt64 {
        mutating get {
            let silentAt = followsPort ? followers[Int(source)].silentAt : nil
            return min(own.nextTick, silentAt ?? UInt64.max)
        }
    }

    /// Advances the clock to `now`. Returns the tick that is due, and the start or continue that waited for this tick
    /// (K2).
    mutating func advance(to now: UInt64) -> ClockMessages {
        if followsPort, let silentAt = followers[Int(source)].silentAt, silentAt <= now {
            followers[Int(source)].forget()
            own.followSilence()
        }
        if own.nextTick > now { return .none }
        own.ticked(at: now)
        return switch own.waiting {
        case .start: ClockMessages.tick.and(start(at: now))
        case .continue: ClockMessages.tick.and(goOn(at: now))
        case nil: .tick
        }
    }

    /// Sets the tempo of the own clock in BPM. Drops the remaining parts of its last tick.
    mutating func setTempo(_ tempo: Double, at now: UInt64) {
        own.setTempo(tempo, at: now)
        rates.dropParts(of: Source.clock)
    }

    /// Processes a tap (K3). Returns the resulting tempo in BPM, and whether this is the first change of its series;
    /// nil if there is none yet.
    mutating func tap(at now: UInt64) -> (tempo: Double, beginsSeries: Bool)? {
        guard let tempo = taps.tap(at: now) else { return nil }
        let beginsSeries = taps.isFirstChange
        taps.hasChanged()
        return (tempo, beginsSeries)
    }

    /// Makes the next tap that changes the tempo begin another series (P5).
    mutating func endTaps() { taps.endSeries() }

    /// The time between two ticks of a source in nanoseconds; 0 if not known yet.
    mutating func interval(of source: UInt8) -> Double {
        if source == Source.clock && !followsPort { return own.interval }
        return followers[Int(source == Source.clock ? self.source : source)].interval ?? 0
    }
}

// MARK: - Clock and transport of ports (K5)

extension Clocks {
    /// Measures a tick of a port. Returns whether its ticks are feedback (R19).
    mutating func measureTick(from port: UInt8, at now: UInt64) -> Bool {
        followers[Int(port)].tick(at: now)
        return heard.tick(from: port, at: now)
    }

    /// Applies clock or transport of a port to the box. Returns false if the box does not follow that port.
    mutating func follow(_ message: Message, from port: UInt8) -> Bool {
        if source != port { return false }
        switch message.kind {
        case .timingClock: own.followTick()
        case .start: own.followRun(from: 0)
        case .continue: own.followRun(from: songs.ticks(of: port))
        case .stop: own.followStop()
        default: break
        }
        return true
    }
}

// MARK: - Transport (K2)

extension Clocks {
    mutating func perform(_ action: Action.ClockAction, at now: UInt64) -> ClockMessages {
        let isRunning = own.transport == .running
        return switch action {
        case .start: startOrContinue(at: now)
        case .continue: goOn(at: now)
        case .stop: stop(.stopped)
        case .pause: isRunning ? stop(.paused) : .none
        case .togglePause: isRunning ? stop(.paused) : startOrContinue(at: now)
        case .toggleStop: isRunning ? stop(.stopped) : startOrContinue(at: now)
        case .tap, .tapAgo, .tempo, .tempoBy: .none
        }
    }

    private mutating func startOrContinue(at now: UInt64) -> ClockMessages {
        own.transport == .paused ? goOn(at: now) : start(at: now)
    }

    private mutating func start(at now: UInt64) -> ClockMessages {
        if own.mustWait(.start, at: now) { return .none }
        own.start(at: now)
        return .start
    }

    private mutating func goOn(at now: UInt64) -> ClockMessages {
        if own.transport == .running || own.mustWait(.continue, at: now) { return .none }
        let sixteenths = own.sixteenths
        own.goOn(at: now)
        return .continue(from: sixteenths)
    }

    private mutating func stop(_ how: Transport) -> ClockMessages {
        let wasRunning = own.transport == .running
        own.halt(how)
        return wasRunning ? .stop : .none
    }
}
