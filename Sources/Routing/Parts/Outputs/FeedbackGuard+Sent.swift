import MIDI
import Plan

extension FeedbackGuard {
    /// Remembers a message of one word that is sent.
    ///
    /// - Parameter isAnswer: false if the message being routed is known not to be a return.
    @inline(__always)
    mutating func remember(_ message: Message, to destination: PortIndex, at now: UInt64, isAnswer: Bool) {
        if message.type == MessageType.sysEx { return remember(sysEx: message, to: destination, at: now) }
        if !message.isRealTime { rememberCounting(message, to: destination, at: now, isAnswer: isAnswer) }
    }

    /// Remembers a message of one word that is known to be neither real-time nor SysEx.
    @inline(__always)
    mutating func rememberCounting(_ message: Message, to destination: PortIndex, at now: UInt64, isAnswer: Bool) {
        log.append(message.word0, to: destination, at: now)
        if isAnswer && watches { setOrigin(at: now) }
    }

    /// Remembers a SysEx that is sent: one of a single UMP, or the message that stands for a longer one.
    @inline(never)
    mutating func remember(sysEx message: Message, to destination: PortIndex, at now: UInt64) {
        if FeedbackGuard.counts(message) { remember(ump: message, to: destination, at: now) }
    }

    /// Remembers a UMP that is sent.
    mutating func remember(ump: Message, to destination: PortIndex, at now: UInt64) {
        log.append(ump, to: destination, at: now)
        if watches { setOrigin(at: now) }
    }

    @inline(never)
    private mutating func setOrigin(at now: UInt64) {
        if !coming.origin.isReturn { return }
        log.setOrigin(coming.origin, test: coming.test, routedAt: now)
        log.markIfChanged(from: coming.word)
        if test.isSingle && coming.test == test.sent {
            test.pattern.route(coming.source, to: PortIndex(log.newestDestination))
        }
    }

    /// Remembers a message that must wait for its port, so that its origin is preserved.
    @inline(__always)
    mutating func rememberWaiting(_ message: Message, to destination: PortIndex, at now: UInt64) {
        if watches && FeedbackGuard.counts(message) { addWaiting(message, to: destination, at: now) }
    }

    @inline(never)
    private mutating func addWaiting(_ message: Message, to destination: PortIndex, at now: UInt64) {
        let begins = coming.isInDoubt && test.held & destination.bit != 0
        if begins { test.answered |= destination.bit }
        if begins && test.isSingle { test.pattern.route(coming.source, to: destination) }
        log.append(message, to: destination, at: now)
        log.setOrigin(coming.origin, test: begins ? test.number : coming.test, routedAt: now)
        if coming.origin.isReturn { log.markIfChanged(from: coming.word) }
        log.letWait()
    }

    /// Remembers a message that is sent after waiting.
    @inline(__always)
    mutating func rememberWaited(_ message: Message, to destination: PortIndex, at now: UInt64) {
        if !FeedbackGuard.counts(message) { return }
        if watches {
            addWaited(message, to: destination, at: now)
        } else {
            log.append(message, to: destination, at: now)
        }
    }

    @inline(never)
    private mutating func addWaited(_ message: Message, to destination: PortIndex, at now: UInt64) {
        let number = log.appendWaited(message, to: destination, at: now)
        if test.isSingle && test.releasing & destination.bit != 0 {
            log.markNewest(test.sent)
            return test.singleIsSent(to: destination, at: now)
        }
        if test.isDoubling { return }
        if test.phase != .awaiting || test.answered & destination.bit == 0 { return }
        // All held-back messages may return now, as may the message in doubt.
        log.markNewest(test.sent)
        if number == test.number { test.messageIsSent(at: now) }
    }
}
