import MIDI
import Plan

extension Router {
    /// Ends the routing of a message. If a path was muted meanwhile, ends everything held along that path (H1).
    @inline(__always)
    mutating func leaveLoops() {
        if outputs.feedback.hasReturned { leaveReturn() }
    }

    @inline(never)
    private mutating func leaveReturn() {
        var closed = outputs.leaveLoops(at: now)
        while closed != 0 {
            let source = UInt8(closed.trailingZeroBitCount)
            closed &= closed - 1
            endFeedback(from: source, to: outputs.feedback.paths.destinations(of: source))
        }
    }

    /// Mutes the paths from a source to the destinations of its clock, because its ticks return as feedback.
    @inline(never)
    mutating func muteClock(of source: UInt8) {
        let destinations = outputs.feedback.mute(source, clocks.heard.destinations(of: source))
        if destinations != 0 { endFeedback(from: source, to: destinations) }
    }

    private mutating func endFeedback(from source: UInt8, to closed: UInt32) {
        releaseHeld(of: source, at: closed)
        outputs.dropSysEx(from: source, to: closed, at: now)
    }

    /// Opens all paths again, or those of a port that has been removed.
    mutating func openFeedback(port: PortIndex? = nil) {
        if outputs.feedback.isQuiet && port != nil { return }
        outputs.openFeedback(port: port, at: now)
    }
}
