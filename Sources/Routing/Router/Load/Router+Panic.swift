import MIDI
import Program

extension Router {
    /// Silences every port. The clock goes on.
    mutating func panic() {
        status.panicAt = now
        status.panicCount &+= 1
        outputs.forgetDrops()
        openLoops()
        session.onLoad.end(preset)
        for port in PortIndex.all where outputs.isPresent(port) { silence(port) }
        // The keys are still down; their release sends nothing (R5).
        forgetHeld()
        stages.held.removeAll()
        countHeld()
        for source in 0..<UInt8(Limits.sources) { inputs.incoming.forget(source) }
        // Also of ports that are unplugged: plugged in again, they are brought to rest (H9).
        for port in PortIndex.all { outputs.resetChannels(of: port) }
    }

    /// Silences one port: after a failure nobody knows what sounds there (E3).
    public mutating func silence(_ port: PortIndex, at time: UInt64) {
        now = max(now, time)
        silence(port)
    }

    private mutating func silence(_ port: PortIndex) {
        speakForItself()
        outputs.silence(port, at: now)
    }
}
