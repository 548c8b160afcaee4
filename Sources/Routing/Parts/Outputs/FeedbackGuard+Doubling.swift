import MIDI
import Plan

// Feedback over cables of different lengths returns each message several times, and its messages multiply. Too many
// are under way to follow each of them, so the test sends a single one while all others are held back (R19).
extension FeedbackGuard {
    /// Compares an incoming message with the single one whose returns are awaited. Returns the number of that
    /// message; nil if something else arrived.
    mutating func compareWithSingle(_ message: Message, from source: UInt8, at now: UInt64) -> UInt32? {
        if let number = log.newest(message, test: test.sent, before: now) { return number }
        // Nothing that could return is under way: the source repeats the message by itself.
        if log.isWaiting(message, test: test.number) { acquit(from: source, at: now) }
        return nil
    }

    /// Processes a return of the single message.
    mutating func returnsDoubled(_ number: UInt32, from source: UInt8, at now: UInt64) {
        let delay = now - min(now, test.singleSentAt)
        coming.isInDoubt = true
        if !test.isLastOfDoubling {
            if !test.pattern.measure(source, after: delay) { return acquitDoubling(from: source, at: now) }
            test.lastReturnAt = now
            return
        }
        if !test.pattern.match(source, after: delay, from: log[number].destination) {
            return acquitDoubling(from: source, at: now)
        }
        if test.pattern.isMatched { proveDoubling() }
    }

    private mutating func acquitDoubling(from source: UInt8, at now: UInt64) {
        coming.isInDoubt = false
        acquit(from: source, at: now)
    }

    private mutating func proveDoubling() {
        coming.isInDoubt = false
        test.pattern.forEachClosedPath(to: test.answered) { source, destination in
            paths.mute(source, destination)
            closed |= 1 << UInt32(source)
        }
        test.end()
    }

    /// Performs the step of a doubling test that is due.
    mutating func advanceDoubling(to now: UInt64) {
        if test.phase == .holding {
            if !test.isLastOfDoubling { return test.releaseSingle(test.answered, at: now) }
            return nextSingle(at: now)
        }
        if test.isLastOfDoubling { return nextSingle(at: now) }
        if test.pattern.count == 0 { return giveUp(at: now) }
        if test.pattern.goingOn(to: test.answered).count > 1 { return test.holdAgain(at: now) }
        if !test.goesOnSingly(at: now) { failDoubling(at: now) }
    }

    /// Sends a single message to the next destination, the port of the source first.
    private mutating func nextSingle(at now: UInt64) {
        if test.singles == 0 { return failDoubling(at: now) }
        let own: UInt32 = 1 << UInt32(test.source)
        let next = test.singles & own != 0 ? own : test.singles & (0 &- test.singles)
        test.singles &= ~next
        test.releaseSingle(next, at: now)
    }

    private mutating func failDoubling(at now: UInt64) {
        let returns =
            test.pattern.goingOn(to: test.answered).count == 1 ? pauses[Int(test.source)].singleReturns &+ 1 : .max
        // Where equipment changes what returns by one of the cables, a later message returns by both.
        let isOver = returns > FeedbackGuard.retries
        pauses[Int(test.source)] =
            isOver
            ? Pause(until: now + FeedbackGuard.noDoubling)
            : Pause(until: now + FeedbackGuard.window, singleReturns: returns)
        test.end()
    }
}
