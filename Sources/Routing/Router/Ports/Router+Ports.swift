import MIDI
import Plan

extension Router {
    /// Marks a port as able to receive (again). A returned destination is sent what it missed: Note Offs for notes that
    /// sounded when it left and are no longer held, and rest for every pedal, pressure and bend that is at rest by now
    /// (H9).
    /// - Parameters:
    ///   - byteTime: nanoseconds per byte on its wire; 0 if the port is faster than anything sent to it.
    ///   - lead: how early before the wire is free it may be handed messages, in nanoseconds (S9).
    ///   - speaks: the protocol of the port. UMP ports have no wire: `byteTime` must be 0.
    package mutating func outputCame(
        _ port: PortIndex, byteTime: UInt64, lead: UInt64, speaks: PortProtocol = .bytes, at time: UInt64
    ) {
        now = max(now, time)
        let wire = WireTiming(byteTime: byteTime, lead: lead)
        let traits = plan.ports[port.position]
        let (isInterleaved, isLink) = (traits.isNetwork, traits.isBluetooth)
        if !outputs.appear(port, by: wire, isInterleaved: isInterleaved, isLink: isLink, speaks: speaks) { return }
        speakForItself()
        outputs.sendMissed(to: port, ledger.notes.sounding, at: now)
        stopReturned(port)
    }

    /// Marks a port as absent: drops its waiting messages, and keeps the state that it was sent for its return.
    ///
    /// - Parameter unheard: how long the port may have been gone already, in nanoseconds; 0 if it left just now.
    package mutating func outputWent(_ port: PortIndex, unheard: UInt64, at time: UInt64) {
        now = max(now, time)
        if !outputs.isPresent(port) { return }
        openFeedback(port: port)
        outputs.vanish(port, unheard: unheard, at: now)
    }

    /// Unblocks a port whose driver is ready again, and sends its waiting messages.
    package mutating func ready(port: PortIndex, at time: UInt64) {
        now = max(now, time)
        outputs.ready(port, at: now)
    }

    /// Ends a source that is gone or silent (H9, S7): releases its keys and rests its controllers at all destinations,
    /// unless the port's settings forbid it. Its parser has already closed an open SysEx.
    package mutating func inputWent(_ port: PortIndex, at time: UInt64) {
        now = max(now, time)
        openFeedback(port: port)
        outputs.long.end(from: port.rawValue)
        clocks.heard.forget(port.rawValue)  // K7
        if !plan.ports[port.position].releasesOnUnplug { return }
        endWaits(of: port.rawValue)
        dropHeldValues(of: port.rawValue)
        forgetHeldAssignments(of: port.rawValue)  // A5
        speakForItself()
        releaseHeld(of: port.rawValue)
        ledger.notes.pressed.clear(port.rawValue)
        inputs.lastValues.forget(port.rawValue)  // P9
    }

    package mutating func traits(of port: PortIndex) -> PortTraits { plan.ports[port.position] }

    /// Whether the configuration uses a turn of a knob (I10): 0 is the first knob to the left, 1 to the right, 2 the
    /// second to the left, and so on.
    // Mutating, because the compiler copies the whole router for a call that only reads it.
    package mutating func hearsTurn(_ turn: Int) -> Bool { plan.turns & 1 << UInt16(turn) != 0 }

    /// Whether the configuration uses the short press of a footswitch, 0..<16 (F2).
    // Mutating, because the compiler copies the whole router for a call that only reads it.
    package mutating func hearsShort(_ footswitch: Int) -> Bool {
        plan.shorts & 1 << UInt16(footswitch) != 0
    }

    /// The footswitches whose single press the configuration uses, one bit each (F6).
    package var singles: UInt16 {
        mutating get { plan.singles }
    }

    package var runningPlan: UnsafePointer<Plan> { planAddress }

    /// The preset that `next` would load (P2); nil if it is the running preset, or there is none.
    package var nextPreset: UnsafePointer<Preset>? {
        mutating get {
            guard let next = preset(steps: +1), next != status.preset else { return nil }
            return plan.presets.at(next)
        }
    }

    package var runningPreset: UnsafePointer<Preset> { presetAddress }

    /// Whether messages wait for a port, for its wire or for a SysEx to end.
    package mutating func hasWaiting(_ port: PortIndex) -> Bool { outputs.hasWaiting(port) }

    /// How many more messages may wait before whole ones are dropped (S8).
    package var room: Int { outputs.room }
}
