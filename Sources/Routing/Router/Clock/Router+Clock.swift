import MIDI
import Plan

// Routes the clock messages that are due (K1, K2, K5, K6).
extension Router {
    /// Starts ticking if the box ticks while stopped.
    package mutating func beginClock(at time: UInt64) {
        now = max(now, time)
        clocks.adoptSettings(of: planAddress)
        clocks.begin(tempo: Double(plan.tempo) / 100, at: now)
        clockChanged()
    }

    /// The tempo of the box's own clock in hundredths of BPM, even while a port is followed (K6).
    package var ownTempo: UInt32 { UInt32(saturating: clocks.own.tempo * 100 + 1e-7) }

    /// The tempo of the running preset, or else of the box file, in hundredths of BPM.
    package var tempoByFiles: UInt32 { planAddress.pointee.tempo(of: status.preset) }

    /// Restores the tempo from before a power cut, in hundredths of BPM (P6). This is no step of undo.
    package mutating func resume(tempo: UInt32) {
        changeTempo(Double(tempo) / 100)
        clockChanged()
    }

    /// Applies the clock settings of another plan. The old plan still routes a resulting stop.
    mutating func changeClock(to new: UnsafePointer<Plan>) { route(clocks.change(to: new, at: now)) }

    /// Continues the loop at `time`, in nanoseconds. If the loop stood still for long, because its process was stopped
    /// or its machine suspended, skips the overdue ticks and restarts the grid at `time` (K1). Call before
    /// `advance(to:)`. Returns whether ticks were skipped.
    ///
    /// A script advances time from one deadline to the next, so its ticks are never overdue.
    package mutating func goOnAfterStop(at time: UInt64) -> Bool {
        if !clocks.goOn(afterStopUntil: time) { return false }
        schedule(at: clocks.deadline)
        return true
    }

    /// Sends the tick that is due, and the due parts of multiplied ticks.
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

    /// Updates the displayed clock state, and schedules the next deadline.
    mutating func clockChanged() {
        status.transport = clocks.own.transport
        status.sendsTicks = clocks.own.sendsTicks
        status.tempo = clocks.shownTempo
        let isNewBeat = status.isOnBeat != clocks.own.isOnBeat
        status.isOnBeat = clocks.own.isOnBeat
        if isNewBeat && byHand.handSetLEDs.followsBeat { updateLEDs() }
        schedule(at: clocks.deadline)
    }

    /// Relays clock and transport of a followed port as the box's own (K5).
    mutating func externalClock(_ message: Message, from source: UInt8) {
        if !clocks.follow(message, from: source) { return }
        system(message, from: Source.clock)
        clockChanged()
    }

    /// E5: ends the clock; no tick follows.
    mutating func endClock() { route(clocks.end()) }
}

// MARK: - Actions (K2, K3)

extension Router {
    mutating func perform(_ action: Action.ClockAction) {
        // K5: a box that follows another clock has no transport of its own.
        if clocks.followsPort { return }
        switch action {
        case .tap: tap(at: now)
        case .tapAgo(let microseconds): tap(at: now - min(now, UInt64(microseconds) * 1000))
        case .tempo(let hundredths): setTempo(Double(hundredths) / 100)
        case .tempoBy(let hundredths): setTempo(clocks.own.tempo + Double(hundredths) / 100)
        default: route(clocks.perform(action, at: now))
        }
        clockChanged()
    }

    private mutating func tap(at time: UInt64) {
        guard let tap = clocks.tap(at: time) else { return }
        if tap.beginsSeries { remember(load: false) }
        changeTempo(tap.tempo)
    }

    private mutating func setTempo(_ tempo: Double) {
        remember(load: false)
        changeTempo(tempo)
    }

    mutating func changeTempo(_ tempo: Double) { clocks.setTempo(tempo, at: now) }
}
