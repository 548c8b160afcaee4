import MIDI
import Plan

extension Outputs {
    /// Compares an incoming message with the sent ones, to find feedback (R19).
    @inline(__always)
    mutating func compare(_ message: Message, from source: UInt8, at now: UInt64) {
        if feedback.watches || feedback.mayBeReturn(message, from: source, at: now) {
            compareClosely(message, from: source, at: now)
        }
    }

    /// Same as `compare(_:from:at:)`, for a UMP of group 0.
    @inline(__always)
    mutating func compare(ump: Message, from source: UInt8, at now: UInt64) {
        if feedback.watches || feedback.log.isSent(ump.wordInFeedback, within: FeedbackGuard.window, at: now) {
            compareClosely(ump, from: source, at: now)
        }
    }

    /// Same as `compare(_:from:at:)`, for a piece of a SysEx, which is compared when its last piece arrives.
    mutating func compare(sysEx message: Message, from source: UInt8, at now: UInt64) {
        var whole = message
        switch message.sysExStatus {
        case .start:
            feedback.beginsLikeTested = feedback.sysEx.isStart(message, of: feedback.test.source)
            return feedback.sysEx.begin(message, from: source)
        case .continue: return feedback.sysEx.mix(message, from: source)
        case .end: whole = feedback.sysEx.end(message, from: source)
        default: break
        }
        if feedback.watches || feedback.log.isSent(whole.wordInFeedback, within: FeedbackGuard.window, at: now) {
            compareClosely(whole, from: source, at: now)
        }
    }

    /// Compares a message that may be a return, and holds destinations back as the test requires.
    @inline(never)
    private mutating func compareClosely(_ message: Message, from source: UInt8, at now: UInt64) {
        // A test must never cause a message to be dropped for lack of room.
        if heldBack != 0 && outbox.freeCount < Limits.waiting / 2 { feedback.giveUp(at: now) }
        feedback.compare(message, from: source, at: now)
        holdBack(at: now)
    }

    /// Ends the routing of a message. Returns the sources of paths muted meanwhile, one bit each.
    mutating func leaveLoops(at now: UInt64) -> UInt32 {
        let closed = feedback.leave(at: now)
        holdBack(at: now)
        return closed
    }

    /// Performs the steps of the feedback test that are due at `now`.
    @inline(never)
    mutating func advanceFeedback(to now: UInt64) {
        feedback.advance(to: now)
        holdBack(at: now)
    }

    /// Opens all muted paths (`port` is nil), or those of a port that has been removed.
    mutating func openFeedback(port: PortIndex?, at now: UInt64) {
        if let port { feedback.open(port: port) } else { feedback.open() }
        holdBack(at: now)
    }

    /// Whether a message must not be sent from a source to a destination because of feedback (R19).
    @inline(__always)
    mutating func isFeedback(_ message: Message, from source: UInt8, to destination: PortIndex, at now: UInt64) -> Bool
    {
        feedback.isAlert && blocksFeedback(message, from: source, to: destination, at: now)
    }

    @inline(never)
    private mutating func blocksFeedback(
        _ message: Message, from source: UInt8, to destination: PortIndex, at now: UInt64
    ) -> Bool {
        let blocks = feedback.blocks(message, from: source, to: destination)
        if blocks { tracer.report(.feedback, to: destination, at: now) } else { holdBack(at: now) }
        return blocks
    }

    /// Holds a destination back if the SysEx that ends now is in doubt.
    mutating func holdBackEnd(of whole: Message, from source: UInt8, to destination: PortIndex, at now: UInt64) {
        if !feedback.isAlert { return }
        _ = feedback.blocks(whole, from: source, to: destination)
        holdBack(at: now)
    }

    /// Holds back the destinations that the test requires, and sends the waiting messages of the released ones.
    mutating func holdBack(at now: UInt64) {
        let held = feedback.test.held | feedback.test.aside
        var changed = heldBack ^ held
        heldBack = held
        while changed != 0 {
            let port = PortIndex(changed.trailingZeroBitCount)
            changed &= changed - 1
            outbox[port].holdBack(heldBack & port.bit != 0)
            if heldBack & port.bit == 0 { drain(port, at: now) }
        }
        schedule(at: feedback.test.until)
    }

    /// Drops the open SysEx streams of a source to `destinations`, one bit each.
    mutating func dropSysEx(from source: UInt8, to destinations: UInt32, at now: UInt64) {
        var path = sysEx.first(of: source)
        while !path.isNone {
            let next = sysEx.next(after: path)
            if sysEx[path].state == .open && destinations & sysEx[path].destination.bit != 0 {
                dropSysEx(path, at: now)
            }
            path = next
        }
    }
}
