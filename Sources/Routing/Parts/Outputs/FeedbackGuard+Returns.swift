import MIDI
import Plan

extension FeedbackGuard {
    /// The number of returns from which a message is suspicious: for a steady delay, and for a varying one.
    private static let few: UInt8 = 3
    private static let fewUnsteady: UInt8 = 12
    /// A row becomes suspicious after this time in nanoseconds or this many messages, so that a fast repetition is not
    /// tested at once.
    private static let span: UInt64 = 50_000_000
    private static let length: UInt32 = 32
    /// A new message of the source ends a row, unless at least this many returns preceded it. No instrument repeats so
    /// many messages between two new ones; feedback multiplies them.
    private static let crowd: UInt32 = 8
    /// From this many returns on, feedback may be doubling its messages: two rounds of doubling make six returns.
    private static let several: UInt32 = 6
    /// After this many repetitions of a message that the box did not send, the source itself is known to repeat it.
    private static let proof: UInt32 = 16

    /// Whether an incoming message of one word may have been sent just now. Rarely true.
    @inline(__always)
    func mayBeReturn(_ message: Message, from source: UInt8, at now: UInt64) -> Bool {
        log.isSent(message.word0, within: FeedbackGuard.window, at: now) && source < Limits.ports
            && FeedbackGuard.counts(message)
    }

    /// Compares an incoming message with the sent ones: finds out whether it is a return.
    @inline(never)
    mutating func compare(_ message: Message, from source: UInt8, at now: UInt64) {
        if source >= Limits.ports || !FeedbackGuard.counts(message) { return }
        // The held-back message arrives, and no copy can be in transit any more: the source repeats it by itself.
        if test.phase == .holding && log.isWaiting(message, test: test.number) && !test.admitsCopy(at: now) {
            acquit(from: source, at: now)
            return noticeNew(message, from: source, at: now)
        }
        let ofTest = test.phase == .awaiting ? ofTest(message, from: source, at: now) : nil
        let since = now - min(now, FeedbackGuard.window)
        guard
            let found = ofTest
                ?? log.oldestUnreturned(message, from: source, after: latest(of: source), since: since, before: now)
                ?? log.newestChanged(message, since: since, before: now)
        else {
            if log.isSent(message.wordInFeedback, within: FeedbackGuard.window, at: now) {
                rows[Int(source)].growth.add(at: now)
            }
            return noticeNew(message, from: source, at: now)
        }
        rows[Int(source)].growth.add(at: now)
        (watches, lastReturnAt) = (true, now)
        noticeReturn(found, as: message, from: source, isOfTest: ofTest != nil, at: now)
    }

    /// Finds the message of the test that a source returns now, or nil. At the tested source it must arrive after the
    /// usual time, and no message sent outside the test may explain it: an instrument that echoes what others play is
    /// no feedback.
    private mutating func ofTest(_ message: Message, from source: UInt8, at now: UInt64) -> UInt32? {
        if test.isSingle { return compareWithSingle(message, from: source, at: now) }
        let recent = now - min(now, FeedbackGuard.window)
        if source != test.source {
            return log.passed(message, test: test.sent, during: recent...now, before: now, from: source)
        }
        if log.isSentOutsideTests(message, since: recent, before: now, notBackAt: source) { return nil }
        return log.passed(message, test: test.sent, during: test.sendTimes(of: now), before: now, from: source)
    }

    /// Processes an incoming message that the box has not sent.
    private mutating func noticeNew(_ message: Message, from source: UInt8, at now: UInt64) {
        if rows[Int(source)].length < FeedbackGuard.crowd { rows[Int(source)].endedAt = now }
        rows[Int(source)].length = 0
        if now <= lastReturnAt + FeedbackGuard.window { return }
        if paths.isMuted(source) { countRepeated(message, from: source, at: now) }
        if test.phase == .idle { watches = paths.isAny }
    }

    private mutating func noticeReturn(
        _ number: UInt32, as message: Message, from source: UInt8, isOfTest: Bool, at now: UInt64
    ) {
        let entry = log[number]
        let latest = latest(of: source) + Int(entry.destination)
        if Int32(bitPattern: number &- latest.pointee) > 0 { latest.pointee = number }
        lengthenRow(of: source, at: now)
        var origin = log.origin(of: number)
        if !origin.isReturn || origin.began < rows[Int(origin.source)].endedAt {
            origin = SentLog.Origin(from: source, began: max(entry.sentAt, rows[Int(source)].endedAt))
        }
        if log.isReturnedElsewhere(number, than: source) { rows[Int(origin.source)].sharedAt = now }
        origin.trail |= log.markReturned(number, as: message, from: source)
        if origin.source == source { origin.goRound(at: now) }
        coming = Coming(origin: origin, source: source, word: message.wordInFeedback)
        if isOfTest && (test.isSingle || source != test.source) { coming.test = test.sent }
        if isOfTest && test.isSingle { return returnsDoubled(number, from: source, at: now) }
        if isOfTest && source == test.source { return comesBack(at: now) }
        if test.phase != .idle || origin.source != source { return }
        let isDoubling =
            now >= pauses[Int(source)].until && mayBeDoubling(origin, rows[Int(source)], at: now)
        if !isDoubling && !isInDoubt(origin, rows[Int(source)], at: now) { return }
        if exemptions.contains(message.wordInFeedback, at: now) { return }
        test.begin(message, origin, isDoubling: isDoubling)
        coming.isInDoubt = true
    }

    private func lengthenRow(of source: UInt8, at now: UInt64) {
        let row = rows + Int(source)
        if now > row.pointee.lastAt + FeedbackGuard.window { row.pointee.length = 0 }
        row.pointee.length &+= 1
        row.pointee.lastAt = now
    }

    private func isInDoubt(_ origin: SentLog.Origin, _ row: Row, at now: UInt64) -> Bool {
        origin.rounds >= (origin.isSteady ? FeedbackGuard.few : FeedbackGuard.fewUnsteady)
            && isLong(origin, row, at: now)
    }

    private func isLong(_ origin: SentLog.Origin, _ row: Row, at now: UInt64) -> Bool {
        now >= origin.began + FeedbackGuard.span || row.length >= FeedbackGuard.length
    }

    /// Whether the returns may be those of feedback that doubles them: there are many, their number grows fast, or they
    /// arrive at several sources.
    private func mayBeDoubling(_ origin: SentLog.Origin, _ row: Row, at now: UInt64) -> Bool {
        if row.growth.isExponential { return true }
        let isShared = row.sharedAt > 0 && now <= row.sharedAt + FeedbackGuard.window
        return origin.rounds >= FeedbackGuard.few && (isShared || row.length >= FeedbackGuard.several)
            && isLong(origin, row, at: now)
    }

    /// Counts repetitions by a muted source. Feedback falls silent once its path is muted and all copies have arrived.
    /// A source that still repeats a message which nobody sent is probably no feedback, so its paths open again.
    private mutating func countRepeated(_ message: Message, from source: UInt8, at now: UInt64) {
        let goesOn = message.wordInFeedback == repeated.word && now <= repeated.at + FeedbackGuard.window
        repeated = (message.wordInFeedback, goesOn ? repeated.count + 1 : 1, now)
        if repeated.count < FeedbackGuard.proof { return }
        exemptions.add(message.wordInFeedback, at: now)
        paths.open(source: source)
    }
}
