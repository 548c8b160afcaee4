import MIDI
import Program

extension Router {
    /// A port can be sent to (again). A destination that comes back hears what it missed: Note Offs for what sounded
    /// when it left and is no longer held, rest for every pedal, pressure and bend that is at rest by now (H9).
    /// - Parameters:
    ///   - byteTime: nanoseconds a byte takes on its wire; 0 where it is faster than anything sent to it.
    ///   - lead: how far ahead of the wire it may be given messages, in nanoseconds (S9).
    public mutating func outputCame(_ port: UInt8, byteTime: UInt64, lead: UInt64, at time: UInt64) {
        now = max(now, time)
        let isNew = outbox[Int(port)].appear(by: Wire(byteTime: byteTime, lead: lead))
        findWires()
        if !isNew { return }
        speakForItself()
        for channel in 0..<UInt8(16) {
            for note in 0..<UInt8(128) where heard[Int(port)].isSounding(channel, note) {
                if !ledger.notes.sounding.isHeld(HeldNotes.index(port, channel, note)) {
                    send(Message(status: 0x80 | channel, note, 0x40), to: port)
                }
            }
            for raw in 0..<UInt8(RetainedController.count) {
                guard let controller = RetainedController(rawValue: raw) else { continue }
                if !heard[Int(port)].isMoved(channel, controller) { continue }
                if channels[Int(port) << 4 | Int(channel)].isAtRest(controller) {
                    send(controller.atRest(channel: channel), to: port)
                }
            }
        }
        stopReturned(port)
    }

    mutating func findWires() {
        wires = 0
        for port in 0..<Limits.ports where outbox[port].wire.isSlow { wires |= 1 << UInt32(port) }
    }

    /// A port can no longer be sent to: what waits for it is gone, what it has heard is remembered for its return.
    ///
    /// - Parameter unheard: for how long before it may have been gone already, in nanoseconds: 0 where that is known.
    public mutating func outputWent(_ port: UInt8, unheard: UInt64, at time: UInt64) {
        now = max(now, time)
        if !outbox[Int(port)].isPresent { return }
        if unheard > 0 { heard[Int(port)].doubt(since: now - min(now, unheard)) }
        openLoops(port: port)
        abandonSysEx(to: port)
        forgetWaiting(for: Int(port), realTimeToo: true)
        outbox[Int(port)].vanish()
    }

    /// A source is gone or silent (H9, S7): its keys are released and its controllers brought to rest wherever they
    /// went, unless its port says otherwise. A SysEx of its is closed by its parser before.
    public mutating func inputWent(_ port: UInt8, at time: UInt64) {
        now = max(now, time)
        openLoops(port: port)
        if !program.pointee.ports[Int(port)].releasesOnUnplug { return }
        endWaits(of: port)
        speakForItself()
        releaseHeld(of: port)
        ledger.notes.pressed.clear(port)
    }

    public mutating func traits(of port: UInt8) -> PortTraits { program.pointee.ports[Int(port)] }

    /// The program that runs.
    public var runningProgram: UnsafePointer<Program> { program }

    /// The preset that `next` would load (P2); nil when that is the one that runs, or there is none.
    public var nextPreset: UnsafePointer<Preset>? {
        guard let next = preset(steps: +1), next != status.preset else { return nil }
        return program.pointee.presets + Int(next)
    }

    /// The preset that runs.
    public var runningPreset: UnsafePointer<Preset> { preset }

    /// Whether anything can be sent to a port now.
    public mutating func isPresent(_ port: UInt8) -> Bool { outbox[Int(port)].isPresent }

    /// Whether messages wait for a port, for its wire or for a SysEx to end.
    public mutating func hasWaiting(_ port: UInt8) -> Bool { !outbox[Int(port)].isIdle }

    /// Messages that may still wait before whole ones are dropped (S8).
    public var room: Int { outbox.freeCount }

    /// No SysEx goes on to this port, and none of what still comes.
    mutating func abandonSysEx(to port: UInt8) {
        sysEx.dropAll(to: port)
        outbox[Int(port)].owner = .none
    }

    mutating func forgetWaiting(for port: Int, realTimeToo: Bool) {
        if realTimeToo { _ = outbox.removeAll(of: port, lane: .realTime) { _, _ in true } }
        _ = outbox.removeAll(of: port, lane: .stream) { _, _ in true }
        // Note-ons leave their note-offs to the lane that is emptied last.
        _ = outbox.removeAll(of: port, lane: .other) { _, _ in true }
        _ = outbox.removeAll(of: port, lane: .noteOff) { _, _ in true }
    }
}
