import MIDI
import Program

extension Outputs {
    /// A port can be sent to (again). Whether it could not before.
    ///
    /// - Parameter isInterleaved: see `OutputPort.isInterleaved`.
    mutating func appear(_ port: PortIndex, by wire: Wire, isInterleaved: Bool, speaks: PortProtocol) -> Bool {
        defer { findWires() }
        if speaks.isPackets { translations.forget(port) }
        // What is under way began while the port was away.
        long.end(to: port.bit)
        return outbox[port].appear(by: wire, isInterleaved: isInterleaved, speaks: speaks)
    }

    /// Takes the groups in which ports of packets are sent to (U6).
    mutating func takeGroups(of program: UnsafePointer<Program>) {
        for port in PortIndex.all { outbox[port].group = program.pointee.ports[port.position].group & 0x0F }
    }

    /// A destination has come back: it hears what it missed, Note Offs for what sounded when it left and is no longer held,
    /// and rest for every pedal, pressure and bend that is at rest by now (H9).
    mutating func sendMissed(to port: PortIndex, _ held: SoundingNotes, at now: UInt64) {
        for channel in 0..<UInt8(16) {
            for note in 0..<UInt8(128) where heard[port].isSounding(channel, note) {
                if !held.isHeld(HeldNotes.sound(port, channel, note)) {
                    send(.noteOff(channel: channel, key: note), to: port, at: now)
                }
            }
            for raw in 0..<UInt8(RetainedController.count) {
                guard let controller = RetainedController(rawValue: raw) else { continue }
                if !heard[port].isMoved(channel, controller) { continue }
                if channels.isAtRest(port, channel, controller) {
                    send(controller.atRest(channel: channel), to: port, at: now)
                }
            }
        }
    }

    /// A port can no longer be sent to: what waits for it is gone, what it has heard is remembered for its return.
    ///
    /// - Parameter unheard: for how long before it may have been gone already, in nanoseconds: 0 where that is known.
    mutating func vanish(_ port: PortIndex, unheard: UInt64, at now: UInt64) {
        if unheard > 0 { heard[port].doubt(since: now - min(now, unheard)) }
        dropSysEx(to: port)
        forgetWaiting(for: port, realTimeToo: true)
        translations.forget(port)
        long.end(to: port.bit)
        outbox[port].vanish()
    }

    /// Closes a SysEx under way to a port, and drops what waits for the port but for real-time.
    mutating func giveUp(_ port: PortIndex, at now: UInt64) {
        let isOwned = !outbox[port].owner.isNone
        long.end(to: port.bit)
        dropSysEx(to: port)
        forgetWaiting(for: port, realTimeToo: false)
        if isOwned { sendEnd(to: port, at: now) }
    }

    /// Panic for one port (H10).
    mutating func silence(_ port: PortIndex, at now: UInt64) {
        giveUp(port, at: now)
        for channel in 0..<UInt8(16) {
            for note in 0..<UInt8(128) where heard[port].isSounding(channel, note) {
                send(.noteOff(channel: channel, key: note), to: port, at: now)
            }
        }
        for channel in 0..<UInt8(16) {
            send(RetainedController.sustain.atRest(channel: channel), to: port, at: now)
            send(.controlChange(channel: channel, controller: Controller.allNotesOff, value: 0), to: port, at: now)
            send(.controlChange(channel: channel, controller: Controller.allSoundOff, value: 0), to: port, at: now)
            // Pitch bend, pressure, sostenuto and hold 2 only where they were moved; sustain is down already.
            for raw in 0..<UInt8(RetainedController.count) {
                guard let controller = RetainedController(rawValue: raw), controller != .sustain else { continue }
                if heard[port].isMoved(channel, controller) {
                    send(controller.atRest(channel: channel), to: port, at: now)
                }
            }
        }
        resetPerNote(at: port, at: now)
    }

    /// Releases every note that sounds at a port, and brings pedals, bend, pressure and per-note values to rest.
    mutating func release(_ port: PortIndex, at now: UInt64) {
        // A copy: what is sent changes it.
        let heard = heard[port]
        heard.forEachRelease { send($0, to: port, at: now) }
        resetPerNote(at: port, at: now)
    }

    /// No SysEx goes on to this port, and what still comes of it is ignored.
    private mutating func dropSysEx(to port: PortIndex) {
        sysEx.dropAll(to: port)
        outbox[port].own(by: .none)
    }

    private mutating func forgetWaiting(for port: PortIndex, realTimeToo: Bool) {
        if realTimeToo { _ = outbox.removeAll(of: port, lane: .realTime) { _, _ in true } }
        // An F7 that closes what has begun is of no path, and stays.
        _ = outbox.removeAll(of: port, lane: .stream) { _, path in realTimeToo || !path.isNone }
        _ = outbox.removeAll(of: port, lane: .sysEx) { _, _ in true }
        // Note-ons leave their note-offs to the lane that is emptied last.
        _ = outbox.removeAll(of: port, lane: .other) { _, _ in true }
        _ = outbox.removeAll(of: port, lane: .noteOff) { _, _ in true }
    }
}
