import MIDI
import Program

extension Router {
    /// A message has been routed. Where it closed a path, what is held along it ends (H1).
    @inline(__always)
    mutating func leaveLoops(_ source: UInt8) {
        if !outputs.loops.hasReturned { return }
        let closed = outputs.loops.leave()
        if closed != 0 { endLooped(from: source, to: closed) }
    }

    @inline(never)
    private mutating func endLooped(from source: UInt8, to closed: UInt32) {
        releaseHeld(of: source, at: closed)
        outputs.dropSysEx(from: source, to: closed, at: now)
    }

    /// All ways are open again, or those of a port that has gone.
    mutating func openLoops(port: PortIndex? = nil) {
        if !outputs.loops.hasLoop && port != nil { return }
        if let port { outputs.loops.open(port: port) } else { outputs.loops.open() }
    }
}
