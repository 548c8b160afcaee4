import MIDI
import Program

// The box's own clock (K1, K2, K6), what it follows (K5), and the rates of routings (K4).
extension Router {
    /// Begins to tick where the box does so while stopped.
    public mutating func beginClock(at time: UInt64) {
        now = max(now, time)
        readClockSettings(program)
        clock.setTempo(Double(program.pointee.tempo) / 100, at: now)
        if program.pointee.clockSource == Source.clock { clock.begin(at: now) }
        clockChanged()
    }

    /// The tempo of the box's own clock, in hundredths of BPM, whatever is followed (K6).
    public var ownTempo: UInt32 { UInt32(saturating: clock.tempo * 100 + 1e-7) }

    /// What the preset that runs, or else the box file, says of it.
    public var tempoByFiles: UInt32 { program.pointee.tempo(of: status.preset) }

    /// The tempo that ran before a power cut comes back (P6): no step that undo knows of.
    public mutating func resume(tempo: UInt32) {
        changeTempo(Double(tempo) / 100)
        clockChanged()
    }

    /// What a program says of the clock; the tempo belongs to the box (K6).
    private mutating func readClockSettings(_ program: UnsafePointer<Program>) {
        clock.ticksWhenStopped = program.pointee.ticksWhenStopped
        taps.needed = Int(program.pointee.taps)
        taps.timeout = program.pointee.tapTimeout
    }

    /// The clock as a new program has it. Who begins to follow a port, or ceases to, stops first, by the old program; a
    /// clock that stays the box's own goes on, and only ticks while stopped, or not, as it says now.
    mutating func changeClock(to new: UnsafePointer<Program>) {
        let isOwn = new.pointee.clockSource == Source.clock
        if program.pointee.clockSource != new.pointee.clockSource {
            stopClock(.stopped)
            clock.endGrid()
        }
        readClockSettings(new)
        if isOwn { clock.settle(at: now) }
    }

    /// The loop goes on at `time`. Where it stood still for long, because its process was stopped or its machine suspended,
    /// the ticks that are overdue are left out, and the grid goes on from now (K1). Called before time runs up to `time`.
    /// Returns whether ticks were left out.
    ///
    /// A script lets time run from one deadline to the next, so that no tick of it is ever overdue.
    public mutating func goOnAfterStop(at time: UInt64) -> Bool {
        if !clock.goOn(afterStopUntil: time) { return false }
        schedule(at: clock.nextTick)
        return true
    }

    /// Ticks that are due, and parts of multiplied ones.
    mutating func advanceClock() {
        if clock.nextTick <= now { tick() }
        sendParts()
        if let silentAt = followed?.pointee.silentAt, silentAt <= now {
            followed?.pointee.forget()
            clock.followSilence()
        }
        clockChanged()
    }

    private mutating func tick() {
        clock.ticked(at: now)
        system(Message(status: 0xF8), from: Source.clock)
        switch clock.waiting {
        case .start: startClock()
        case .continue: continueClock()
        case nil: break
        }
    }

    /// What the display shows of the clock, and when it is needed next.
    mutating func clockChanged() {
        let transport: RouterStatus.Transport =
            switch clock.transport {
            case .stopped: .stopped
            case .running: .running
            case .paused: .paused
            }
        status.transport = transport
        let isNewBeat = status.isOnBeat != clock.isOnBeat
        status.isOnBeat = clock.isOnBeat
        if isNewBeat && handLights.followsBeat { updateLights() }
        status.sendsTicks = clock.sendsTicks
        // Cut, not rounded: the display rounds once.
        status.tempo = UInt32(saturating: (followed?.pointee.tempo ?? clock.tempo) * 100 + 1e-7)
        schedule(at: clock.nextTick)
        if let silentAt = followed?.pointee.silentAt { schedule(at: silentAt) }
    }

    /// The clock of the port that is followed (K5); nil where the box has its own.
    private var followed: UnsafeMutablePointer<ClockFollower>? {
        mutating get {
            let source = program.pointee.clockSource
            return source < Limits.ports ? followers + Int(source) : nil
        }
    }

    /// Clock and transport of a port: relayed where it is followed (K5).
    mutating func externalClock(_ message: Message, from source: UInt8) {
        if program.pointee.clockSource != source { return }
        switch message.kind {
        case .timingClock: clock.followTick()
        case .start: clock.followRun(from: 0)
        case .continue: clock.followRun(from: songTicks[Int(source)])
        case .stop: clock.followStop()
        default: break
        }
        system(message, from: Source.clock)
        clockChanged()
    }
}

// MARK: - Transport (K2)

extension Router {
    mutating func perform(_ action: Action.ClockAction) {
        // Who follows another clock has no transport of its own (K5).
        if program.pointee.clockSource != Source.clock { return }
        switch action {
        case .start: clock.transport == .paused ? continueClock() : startClock()
        case .continue: continueClock()
        case .stop: stopClock(.stopped)
        case .pause: if clock.transport == .running { stopClock(.paused) }
        case .togglePause: clock.transport == .running ? stopClock(.paused) : continueOrStart()
        case .toggleStop: clock.transport == .running ? stopClock(.stopped) : perform(.start)
        case .tap: tap()
        case .tempo(let hundredths): setTempo(Double(hundredths) / 100)
        case .tempoBy(let hundredths): setTempo(clock.tempo + Double(hundredths) / 100)
        }
        clockChanged()
    }

    private mutating func continueOrStart() {
        clock.transport == .paused ? continueClock() : startClock()
    }

    private mutating func startClock() {
        if clock.mustWait(.start, at: now) { return }
        system(Message(status: 0xFA), from: Source.clock)
        clock.start(at: now)
    }

    private mutating func continueClock() {
        if clock.transport == .running { return }
        if clock.mustWait(.continue, at: now) { return }
        let position = clock.sixteenths
        system(Message(status: 0xF2, UInt8(position & 0x7F), UInt8(position >> 7)), from: Source.clock)
        system(Message(status: 0xFB), from: Source.clock)
        clock.goOn(at: now)
    }

    /// E5: no tick comes any more.
    mutating func endClock() {
        stopClock(.stopped)
        clock.endGrid()
        spreading = 0
    }

    private mutating func stopClock(_ how: InternalClock.Transport) {
        if clock.transport == .running { system(Message(status: 0xFC), from: Source.clock) }
        clock.halt(how)
    }

    private mutating func tap() {
        guard let tempo = taps.tap(at: now) else { return }
        if taps.isFirstChange { remember(load: false) }
        taps.hasChanged()
        changeTempo(tempo)
    }

    private mutating func setTempo(_ tempo: Double) {
        remember(load: false)
        changeTempo(tempo)
    }

    mutating func changeTempo(_ tempo: Double) {
        clock.setTempo(tempo, at: now)
        dropClockParts(of: Source.clock)
    }
}
