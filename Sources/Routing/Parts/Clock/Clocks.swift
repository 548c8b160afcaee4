import MIDI
import Program

/// The box's own clock and transport (K1, K2), taps (K3), the clocks of the ports (K5), the song position of each source,
/// the rates of the routings (K4) and the clock that each destination hears (K7).
///
/// It sends nothing: its methods return the messages that are due, and the router routes them.
///
/// Out-of-line methods are mutating, also those that change nothing: otherwise each call would copy the whole struct.
struct Clocks {
    private(set) var own = InternalClock()
    private var taps = TapTempo()
    /// By port, what its ticks say.
    private let followers: UnsafeMutablePointer<ClockFollower>
    /// The source whose clock runs the box: its own, or a port's (K5).
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

    /// Whether recorded bytes are clocks of which everything due by `now` is done.
    mutating func hasValidState(at now: UInt64) -> Bool {
        for port in 0..<Limits.ports where !followers[port].hasValidState(at: now) { return false }
        return own.hasValidState(at: now) && taps.hasValidState(at: now) && rates.hasValidState(at: now)
            && songs.hasValidState() && heard.hasValidState(at: now)
    }
}

// MARK: - Settings

extension Clocks {
    /// Takes the settings of a program. The tempo is not one of them: it belongs to the box (K6).
    mutating func takeSettings(of program: UnsafePointer<Program>) {
        source = program.pointee.clockSource
        own.ticksWhenStopped = program.pointee.ticksWhenStopped
        taps.needed = Int(program.pointee.taps)
        taps.timeout = program.pointee.tapTimeout
    }

    /// Begins to tick where the box ticks while stopped (K1).
    mutating func begin(tempo: Double, at now: UInt64) {
        own.setTempo(tempo, at: now)
        if !followsPort { own.begin(at: now) }
    }

    /// Takes the settings of another program. A box that begins to follow a port, or ceases to, stops first. A clock that stays
    /// the box's own goes on; whether it ticks while stopped is the new program's choice.
    mutating func change(to new: UnsafePointer<Program>, at now: UInt64) -> ClockMessages {
        var messages = ClockMessages.none
        if source != new.pointee.clockSource {
            messages = stop(.stopped)
            own.endGrid()
        }
        takeSettings(of: new)
        if !followsPort { own.settle(at: now) }
        return messages
    }

    /// Ends the clock with the box (E5): no tick comes any more.
    mutating func end() -> ClockMessages {
        let messages = stop(.stopped)
        own.endGrid()
        rates.end()
        return messages
    }

    /// Leaves out the ticks of a stop of the whole box until `now` (K1). Returns whether there were any.
    mutating func goOn(afterStopUntil now: UInt64) -> Bool { own.goOn(afterStopUntil: now) }
}

// MARK: - Time and tempo

extension Clocks {
    /// Another clock than the box's own runs it (K5).
    var followsPort: Bool { source != Source.clock }

    /// The tempo that the display shows, in hundredths of BPM: of the clock that is followed, or the box's own (K6).
    var shownTempo: UInt32 {
        mutating get {
            // Cut, not rounded: the display rounds once.
            let followed = followsPort ? followers[Int(source)].tempo : nil
            return UInt32(saturating: (followed ?? own.tempo) * 100 + 1e-7)
        }
    }

    /// When something of the own clock or the followed one is due, in nanoseconds; `UInt64.max`: nothing is.
    var deadline: UInt64 {
        mutating get {
            let silentAt = followsPort ? followers[Int(source)].silentAt : nil
            return min(own.nextTick, silentAt ?? UInt64.max)
        }
    }

    /// Lets time run up to `now`. Returns the tick that is due, and the start or continue that has waited for it (K2).
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

    /// Sets the tempo of the own clock, in BPM. Parts of its ticks that are still to come do not come.
    mutating func setTempo(_ tempo: Double, at now: UInt64) {
        own.setTempo(tempo, at: now)
        rates.dropParts(of: Source.clock)
    }

    /// Takes a tap (K3). Returns the tempo that it gives, in BPM, and whether it is the first of its series; nil: none.
    mutating func tap(at now: UInt64) -> (tempo: Double, beginsSeries: Bool)? {
        guard let tempo = taps.tap(at: now) else { return nil }
        let beginsSeries = taps.isFirstChange
        taps.hasChanged()
        return (tempo, beginsSeries)
    }

    /// The next tap that changes the tempo begins another series (P5).
    mutating func endTaps() { taps.endSeries() }

    /// Nanoseconds between two ticks of a source; 0: not known yet.
    mutating func interval(of source: UInt8) -> Double {
        if source == Source.clock && !followsPort { return own.interval }
        return followers[Int(source == Source.clock ? self.source : source)].interval ?? 0
    }
}

// MARK: - Clock and transport of ports (K5)

extension Clocks {
    /// Measures a tick of a port.
    mutating func measureTick(from port: UInt8, at now: UInt64) -> Bool {
        followers[Int(port)].tick(at: now)
        return heard.tick(from: port, at: now)
    }

    /// Takes over clock or transport of a port. Returns whether the box follows the port.
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
        case .tap, .tempo, .tempoBy: .none
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
