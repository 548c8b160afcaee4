import MIDI
import Plan

extension Router {
    /// Silences every port. The clock continues.
    mutating func panic() {
        status.panicAt = now
        status.panicCount &+= 1
        outputs.forgetDrops()
        openFeedback()
        byHand.onLoad.end(presetAddress)
        byHand.leaving.progress.end()  // P10
        byHand.partMessages.end()  // P12
        dropLists()  // A4
        for port in PortIndex.all where outputs.isPresent(port) { silence(port) }
        // Keys stay pressed; their release sends nothing (R5).
        forgetHeld()
        stages.held.removeAll()
        countHeld()
        for source in 0..<UInt8(Limits.sources) { inputs.incoming.forget(source) }
        // Includes unplugged ports, which are brought to rest when plugged in again (H9).
        for port in PortIndex.all { outputs.resetChannels(of: port) }
    }

    /// Silences one port, because after a failure its state is unknown (E3).
    package mutating func silence(_ port: PortIndex, at time: UInt64) {
        now = max(now, time)
        silence(port)
    }

    private mutating func silence(_ port: PortIndex) {
        speakForItself()
        outputs.silence(port, at: now)
    }
}
