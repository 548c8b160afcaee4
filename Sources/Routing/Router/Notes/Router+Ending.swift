import MIDI
import Program

// What a box that ends leaves behind, and a configuration that gives a destination up: nothing that sounds (E5).
extension Router {
    /// Stops the clock, and brings every destination to rest. Nothing may be routed afterwards; what waits for a wire goes
    /// with `advance` and `ready`.
    public mutating func end(at time: UInt64) {
        now = max(now, time)
        endAllWaits()
        session.onLoad.end(preset)
        endClock()
        for port in PortIndex.all { giveUp(port) }
    }

    /// Gives up the destinations to which another program sends nothing.
    mutating func giveUpDestinations(without new: UnsafePointer<Program>) {
        var left = program.pointee.destinations & ~new.pointee.destinations
        while left != 0 {
            giveUp(PortIndex(left.trailingZeroBitCount))
            left &= left - 1
        }
    }

    /// Closes a SysEx under way to a destination, drops what waits for it, stops it where it was started (H12), releases every
    /// note that sounds there, and brings pedals, bend and pressure to rest. Whatever is held there ends: its release finds nothing.
    private mutating func giveUp(_ port: PortIndex) {
        speakForItself()
        outputs.giveUp(port, at: now)
        forgetHeld(at: port.bit)
        outputs.resetChannels(of: port)
        outputs.stopStarted(port, at: now)
        if outputs.isPresent(port) { outputs.release(port, at: now) }
    }
}
