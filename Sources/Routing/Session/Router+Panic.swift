import MIDI
import Program

extension Router {
    /// Silences every port. The clock goes on.
    mutating func panic() {
        status.panicAt = now
        status.panicCount &+= 1
        status.dropped = 0
        openLoops()
        session.onLoad.end(preset)
        for port in 0..<UInt8(Limits.ports) where outbox[Int(port)].isPresent { silence(port) }
        // The keys are still down; their release sends nothing (R5).
        forgetHeld()
        status.heldNotes = 0
        for source in 0..<UInt8(Limits.sources) { inputs.incoming.forget(source) }
        // Also of ports that are unplugged: plugged in again, they are brought to rest (H9).
        for index in 0..<Limits.ports * 16 { channels[index] = ChannelState() }
    }

    /// Silences one port: after a failure nobody knows what sounds there (E3).
    public mutating func silence(_ port: UInt8, at time: UInt64) {
        now = max(now, time)
        silence(port)
    }

    private mutating func silence(_ port: UInt8) {
        speakForItself()
        let isOwned = !outbox[Int(port)].owner.isNone
        abandonSysEx(to: port)
        forgetWaiting(for: Int(port), realTimeToo: false)
        if isOwned { close(Int(port)) }
        for channel in 0..<UInt8(16) {
            for note in 0..<UInt8(128) where heard[Int(port)].isSounding(channel, note) {
                send(Message(status: 0x80 | channel, note, 0x40), to: port)
            }
        }
        for channel in 0..<UInt8(16) {
            send(Message(status: 0xB0 | channel, 64, 0), to: port)
            send(Message(status: 0xB0 | channel, 123, 0), to: port)
            send(Message(status: 0xB0 | channel, 120, 0), to: port)
            // Pitch bend, pressure, sostenuto and hold 2 only where they were moved; sustain is released above.
            for raw in 0..<UInt8(RetainedController.count) {
                guard let controller = RetainedController(rawValue: raw), controller != .sustain else { continue }
                if heard[Int(port)].isMoved(channel, controller) {
                    send(controller.atRest(channel: channel), to: port)
                }
            }
        }
    }
}
