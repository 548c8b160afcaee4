import MIDI
import Plan

extension FeedbackGuard {
    /// Whether any message could be blocked or held back now. Checked first, because it is rarely true.
    @inline(__always)
    var isAlert: Bool { paths.isAny || coming.isInDoubt || test.setsAside }

    /// Whether the path from a source to a destination is muted for the message being routed. If the message is in
    /// doubt, also marks the destination to be held back if the row passed through it. During a test of SysEx, marks
    /// the destinations of other sources.
    mutating func blocks(_ message: Message, from source: UInt8, to destination: PortIndex) -> Bool {
        if source >= Limits.ports { return false }
        if paths.isMuted(source, destination) { return true }
        if coming.isInDoubt && source == test.source && !test.isSingle && FeedbackGuard.counts(message) {
            test.held |= destination.bit & coming.origin.trail
        }
        if test.setsAside && source != test.source && !message.isRealTime && !isOfTest(message) {
            test.aside |= destination.bit & ~test.answered
        }
        return false
    }

    /// Whether the message being routed belongs to the test. A SysEx is known only at its end.
    private func isOfTest(_ message: Message) -> Bool {
        message == Message.sysExEnd() ? beginsLikeTested : coming.test == test.sent
    }

    /// Ends the routing of a message; later messages are the box's own. Returns the sources of paths muted meanwhile,
    /// one bit each.
    mutating func leave(at now: UInt64) -> UInt32 {
        defer { (coming, closed) = (Coming(), 0) }
        if coming.isInDoubt && !test.isSingle {
            test.held &= test.answered
            if test.held == 0 { test.end() } else { test.startHolding(at: now) }
        }
        return closed
    }

    /// Processes a message of the test that returned after the usual time.
    mutating func comesBack(at now: UInt64) {
        if !test.isLast {
            test.pass()
            test.beginNext(coming.origin)
            coming.isInDoubt = true
            return
        }
        paths.mute(test.source, PortIndex(test.releasing.trailingZeroBitCount))
        test.isProven = true
        closed |= 1 << UInt32(test.source)
        if !test.releaseNext(at: now) { test.end() }
    }

    /// Ends the test: the source keeps sending although its message is held back. It repeats that message by itself,
    /// and most likely the other waiting ones.
    mutating func acquit(from source: UInt8, at now: UInt64) {
        log.forEachWaiting { exemptions.add($0, at: now) }
        rows[Int(source)].endedAt = now
        rows[Int(test.source)].endedAt = now
        giveUp(at: now)
    }

    /// Ends a test that proved nothing, and exempts its message.
    mutating func giveUp(at now: UInt64) {
        exemptions.add(test.word, at: now)
        if test.isDoubling { pauses[Int(test.source)] = Pause(until: now + FeedbackGuard.noDoubling) }
        test.end()
    }

    /// Mutes the paths from a source to `destinations`, one bit each. Returns those that were open before.
    mutating func mute(_ source: UInt8, _ destinations: UInt32) -> UInt32 {
        var muted: UInt32 = 0
        if source >= Limits.ports { return muted }
        for destination in PortIndex.all
        where destinations & destination.bit != 0 && !paths.isMuted(source, destination) {
            paths.mute(source, destination)
            muted |= destination.bit
        }
        return muted
    }

    /// Performs the step that is due at `now`: sends what was held back, or ends the test.
    mutating func advance(to now: UInt64) {
        if now < test.until { return }
        if test.isDoubling && test.phase != .idle { return advanceDoubling(to: now) }
        switch test.phase {
        case .idle: break
        case .holding:
            if !test.isLast { return test.release(at: now) }
            if !test.releaseNext(at: now) { test.end() }
        case .awaiting:
            if test.held != 0 && test.releaseNext(at: now) { return }
            if test.isProven { test.end() } else { giveUp(at: now) }
        }
    }
}
