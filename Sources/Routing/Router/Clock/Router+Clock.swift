import MIDI
import Program

// Routes what the clocks say is due (K1, K2, K5, K6).
extension Router {
    /// Begins to tick where the box does so while stopped.
    public mutating func beginClock(at time: UInt64) {
        now = max(now, time)
        clocks.takeSettings(of: program)
        clocks.begin(tempo: Double(program.pointee.tempo) / 100, at: now)
        clockChanged()
    }

    /// The tempo of the box's own clock, in hundredths of BPM, whatever is followed (K6).
    public var ownTempo: UInt32 { UInt32(saturating: clocks.own.tempo * 100 + 1e-7) }

    /// The tempo of the running preset, or else of the box file, in hundredths of BPM.
    public var tempoByFiles: UInt32 { program.pointee.tempo(of: status.preset) }

    /// The tempo that ran before a power cut comes back (P6). Undo does not count it as a step.
    public mutating func resume(tempo: UInt32) {
        changeTempo(Double(tempo) / 100)
        clockChanged()
    }

    /// Takes the clock settings of another program. A stop that follows is routed by the old one.
    mutating func changeClock(to new: UnsafePointer<Program>) { route(clocks.change(to: new, at: now)) }

    /// The loop goes on at `time`. Where it stood still for long, because its process was stopped or its machine suspended,
    /// the ticks that are overdue are left out, and the grid goes on from now (K1). Called before time runs up to `time`.
    /// Returns whether ticks were left out.
    ///
    /// A script lets time run from one deadline to the next, so its ticks are never overdue.
    public mutating func goOnAfterStop(at time: UInt64) -> Bool {
        if !clocks.goOn(afterStopUntil: time) { return false }
        schedule(at: clocks.deadline)
        return true
    }

    /// Sends the tick that is due, and parts of multiplied ticks.
    mutating func advanceClock() {
        route(clocks.advance(to: now))
        sendParts()
        clockChanged()
    }

    /// Routes messages of the box's own clock.
    private mutating func route(_ messages: ClockMessages) {
        var messages = messages
        while let message = messages.next() { system(message, from: Source.clock) }
    }

    /// Shows the clock on the display, and schedules what is due next.
    mutating func clockChanged() {
        status.transport = clocks.own.transport
        status.sendsTicks = clocks.own.sendsTicks
        status.tempo = clocks.shownTempo
        let isNewBeat = status.isOnBeat != clocks.own.isOnBeat
        status.isOnBeat = clocks.own.isOnBeat
        if isNewBeat && session.handSetLEDs.followsBeat { updateLEDs() }
        schedule(at: clocks.deadline)
    }

    /// Clock and transport of a port: relayed where it is followed (K5).
    mutating func externalClock(_ message: Message, from source: UInt8) {
        if !clocks.follow(message, from: source) { return }
        system(message, from: Source.clock)
        clockChanged()
    }

    /// E5: no tick comes any more.
    mutating func endClock() { route(clocks.end()) }
}

// MARK: - Actions (K2, K3)

extension Router {
    mutating func perform(_ action: Action.ClockAction) {
        // K5: a box that follows another clock has no transport of its own.
        if clocks.followsPort { return }
        switch action {
        case .tap: tap()
        case .tempo(let hundredths): setTempo(Double(hundredths) / 100)
        case .tempoBy(let hundredths): setTempo(clocks.own.tempo + Double(hundredths) / 100)
        default: route(clocks.perform(action, at: now))
        }
        clockChanged()
    }

    private mutating func tap() {
        guard let tap = clocks.tap(at: now) else { return }
        if tap.beginsSeries { remember(load: false) }
        changeTempo(tap.tempo)
    }

    private mutating func setTempo(_ tempo: Double) {
        remember(load: false)
        changeTempo(tempo)
    }

    mutating func changeTempo(_ tempo: Double) { clocks.setTempo(tempo, at: now) }
}
