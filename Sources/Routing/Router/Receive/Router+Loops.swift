import MIDI
import Program

extension Router {
    /// A message has been routed. Where it closed a path, what is held along it ends (H1).
    @inline(__always)
    mutating func leaveLoops() {
        if outputs.loops.hasReturned { leaveReturn() }
    }

    @inline(never)
    private mutating func leaveReturn() {
        let closed = outputs.leaveLoops(at: now)
        if closed.destinations != 0 { endLooped(from: closed.source, to: closed.destinations) }
    }

    /// The ticks of a source come round in a ring: mutes its paths to where they go.
    @inline(never)
    mutating func muteClock(of source: UInt8) {
        let destinations = outputs.loops.mute(source, clocks.heard.destinations(of: source))
        if destinations != 0 { endLooped(from: source, to: destinations) }
    }

    private mutating func endLooped(from source: UInt8, to closed: UInt32) {
        releaseHeld(of: source, at: closed)
        outputs.dropSysEx(from: source, to: closed, at: now)
    }

    /// All paths are open again, or those of a port that has gone.
    mutating func openLoops(port: PortIndex? = nil) {
        if outputs.loops.isQuiet && port != nil { return }
        outputs.openLoops(port: port, at: now)
    }
}
