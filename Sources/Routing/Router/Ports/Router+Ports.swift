import MIDI
import Program

extension Router {
    /// A port can be sent to (again). A destination that comes back hears what it missed: Note Offs for what sounded
    /// when it left and is no longer held, rest for every pedal, pressure and bend that is at rest by now (H9).
    /// - Parameters:
    ///   - byteTime: nanoseconds a byte takes on its wire; 0 where it is faster than anything sent to it.
    ///   - lead: how far ahead of the wire it may be given messages, in nanoseconds (S9).
    ///   - speaks: the protocol of the port. Packets need no wire: `byteTime` is 0 for them.
    public mutating func outputCame(
        _ port: PortIndex, byteTime: UInt64, lead: UInt64, speaks: PortProtocol = .bytes, at time: UInt64
    ) {
        now = max(now, time)
        let wire = Wire(byteTime: byteTime, lead: lead)
        let isInterleaved = program.pointee.ports[port.position].isNetwork
        if !outputs.appear(port, by: wire, isInterleaved: isInterleaved, speaks: speaks) { return }
        speakForItself()
        outputs.sendMissed(to: port, ledger.notes.sounding, at: now)
        stopReturned(port)
    }

    /// A port can no longer be sent to: what waits for it is gone, what it has heard is remembered for its return.
    ///
    /// - Parameter unheard: for how long before it may have been gone already, in nanoseconds: 0 where that is known.
    public mutating func outputWent(_ port: PortIndex, unheard: UInt64, at time: UInt64) {
        now = max(now, time)
        if !outputs.isPresent(port) { return }
        openLoops(port: port)
        outputs.vanish(port, unheard: unheard, at: now)
    }

    /// The port can take messages again.
    public mutating func ready(port: PortIndex, at time: UInt64) {
        now = max(now, time)
        outputs.ready(port, at: now)
    }

    /// A source is gone or silent (H9, S7): its keys are released and its controllers brought to rest wherever they
    /// went, unless its port says otherwise. A SysEx of its is closed by its parser before.
    public mutating func inputWent(_ port: PortIndex, at time: UInt64) {
        now = max(now, time)
        openLoops(port: port)
        outputs.long.end(from: port.rawValue)
        clocks.heard.forget(port.rawValue)  // K7
        if !program.pointee.ports[port.position].releasesOnUnplug { return }
        endWaits(of: port.rawValue)
        dropHeldValues(of: port.rawValue)
        speakForItself()
        releaseHeld(of: port.rawValue)
        ledger.notes.pressed.clear(port.rawValue)
        inputs.lastValues.forget(port.rawValue)  // P9
    }

    public mutating func traits(of port: PortIndex) -> PortTraits { program.pointee.ports[port.position] }

    /// Whether the configuration names a turn of a knob (I10): 0 the first to the left, 1 to the right, 2 the second to
    /// the left, and so on.
    // Mutating, because the compiler copies the whole router for a call that only reads it.
    public mutating func hearsTurn(_ turn: Int) -> Bool { program.pointee.turns & 1 << UInt16(turn) != 0 }

    /// Whether the configuration names the short press of a footswitch, 0..<16 (F2).
    // Mutating for the same reason.
    public mutating func hearsShort(_ footswitch: Int) -> Bool {
        program.pointee.shorts & 1 << UInt16(footswitch) != 0
    }

    /// The program that runs.
    public var runningProgram: UnsafePointer<Program> { program }

    /// The preset that `next` would load (P2); nil when that is the one that runs, or there is none.
    public var nextPreset: UnsafePointer<Preset>? {
        mutating get {
            guard let next = preset(steps: +1), next != status.preset else { return nil }
            return program.pointee.presets.at(next)
        }
    }

    /// The preset that runs.
    public var runningPreset: UnsafePointer<Preset> { preset }

    /// Whether anything can be sent to a port now.
    public mutating func isPresent(_ port: PortIndex) -> Bool { outputs.isPresent(port) }

    /// Whether messages wait for a port, for its wire or for a SysEx to end.
    public mutating func hasWaiting(_ port: PortIndex) -> Bool { outputs.hasWaiting(port) }

    /// Messages that may still wait before whole ones are dropped (S8).
    public var room: Int { outputs.room }
}
