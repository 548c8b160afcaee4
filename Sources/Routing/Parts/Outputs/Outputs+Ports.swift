import MIDI
import Plan

extension Outputs {
    /// Marks a port as able to receive. Returns whether it was absent before.
    ///
    /// - Parameters:
    ///   - isInterleaved: see `OutputPort.isInterleaved`.
    ///   - isLink: see `OutputPort.isLink`.
    mutating func appear(
        _ port: PortIndex, by wire: WireTiming, isInterleaved: Bool, isLink: Bool, speaks: PortProtocol
    ) -> Bool {
        defer { findWires() }
        if speaks.isUMP { translations.forget(port) }
        // Streams under way began while the port was away, so it would receive only their tail.
        long.end(to: port.bit)
        return outbox[port].appear(by: wire, isInterleaved: isInterleaved, isLink: isLink, speaks: speaks)
    }

    /// Stores the group of each UMP port, as set in the plan (U6), and the ports whose values are kept (R27).
    mutating func adoptGroups(of plan: UnsafePointer<Plan>) {
        sent.adopt(plan.pointee.trackedPorts)
        watchSent()
        for port in PortIndex.all { outbox[port].group = plan.pointee.ports[port.position].group & 0x0F }
    }

    /// Sends a returned destination what it missed: Note Offs for notes that sounded when it left and are no longer
    /// held, and rest for every pedal, pressure and bend that is at rest by now (H9).
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

    /// Marks a port as absent: drops what waits for it, and keeps the state it was sent for its return.
    ///
    /// - Parameter unheard: how long the port may have been gone already, in nanoseconds; 0 if it left just now.
    mutating func vanish(_ port: PortIndex, unheard: UInt64, at now: UInt64) {
        if unheard > 0 { heard[port].doubt(since: now - min(now, unheard)) }
        dropSysEx(to: port)
        forgetWaiting(for: port, realTimeToo: true)
        translations.forget(port)
        long.end(to: port.bit)
        sent.forget(port)
        outbox[port].vanish()
    }

    /// Closes a SysEx under way to a port, and drops everything that waits except real-time.
    mutating func giveUp(_ port: PortIndex, at now: UInt64) {
        let isOwned = !outbox[port].owner.isNone
        long.end(to: port.bit)
        dropSysEx(to: port)
        forgetWaiting(for: port, realTimeToo: false)
        if isOwned { queueEnd(to: port, at: now) }
    }

    /// Performs a panic for one port (H10): drops waiting messages, releases sounding notes, resets controllers.
    mutating func silence(_ port: PortIndex, at now: UInt64) {
        giveUp(port, at: now)
        for channel in 0..<UInt8(16) {
            for note in 0..<UInt8(128) where heard[port].isSounding(channel, note) {
                send(.noteOff(channel: channel, key: note), to: port, at: now)
            }
        }
        for channel in 0..<UInt8(16) {
            send(RetainedController.sustain.atRest(channel: channel), to: port, at: now)
            send(
                .controlChange(channel: channel, controller: ControllerNumber.allNotesOff, value: 0), to: port, at: now)
            send(
                .controlChange(channel: channel, controller: ControllerNumber.allSoundOff, value: 0), to: port, at: now)
            // Resets pitch bend, pressure, sostenuto and hold 2 only if they were moved. Sustain has already been
            // released above.
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
        // A copy, because sending changes the original.
        let heard = heard[port]
        heard.forEachRelease { send($0, to: port, at: now) }
        resetPerNote(at: port, at: now)
    }

    /// Ends all SysEx to this port; pieces that still arrive are ignored.
    private mutating func dropSysEx(to port: PortIndex) {
        sysEx.dropAll(to: port)
        outbox[port].own(by: .none)
    }

    private mutating func forgetWaiting(for port: PortIndex, realTimeToo: Bool) {
        if realTimeToo { _ = outbox.removeAll(of: port, lane: .realTime) { _, _ in true } }
        // An F7 that closes a started SysEx has no path, and must stay.
        _ = outbox.removeAll(of: port, lane: .stream) { _, path in realTimeToo || !path.isNone }
        _ = outbox.removeAll(of: port, lane: .sysEx) { _, _ in true }
        // Removing a note-on moves its note-offs to the lane `noteOff`, so that lane is emptied last.
        _ = outbox.removeAll(of: port, lane: .other) { _, _ in true }
        _ = outbox.removeAll(of: port, lane: .noteOff) { _, _ in true }
    }
}
