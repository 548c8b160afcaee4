import MIDI
import Plan

// The box ends, or a configuration no longer uses a destination: nothing may be left sounding (E5).
extension Router {
    /// Stops the clock and brings every destination to rest. Nothing may be routed afterwards; messages that wait for a
    /// wire are sent by `advance` and `ready`.
    package mutating func end(at time: UInt64) {
        now = max(now, time)
        endAllWaits()
        byHand.onLoad.end(presetAddress)
        byHand.partMessages.end()
        finishLeaving()  // P10
        dropLists()  // A4: what they began is brought to rest below
        endClock()
        for port in PortIndex.all { giveUp(port) }
        sendAtEnd()  // P10
    }

    /// Gives up the destinations to which the `new` plan sends nothing.
    mutating func giveUpDestinations(without new: UnsafePointer<Plan>) {
        var left = plan.destinations & ~new.pointee.destinations
        while left != 0 {
            giveUp(PortIndex(left.trailingZeroBitCount))
            left &= left - 1
        }
    }

    /// Gives up a destination: closes a SysEx under way, drops waiting messages, stops the transport if it was started
    /// (H12), releases every sounding note, and brings pedals, bend and pressure to rest. Everything held there is
    /// forgotten, so later releases send nothing.
    private mutating func giveUp(_ port: PortIndex) {
        speakForItself()
        outputs.giveUp(port, at: now)
        forgetHeld(at: port.bit)
        outputs.resetChannels(of: port)
        outputs.stopStarted(port, at: now)
        if outputs.isPresent(port) { outputs.release(port, at: now) }
    }
}
