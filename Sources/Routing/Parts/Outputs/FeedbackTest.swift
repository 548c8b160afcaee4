import MIDI
import Plan

/// Proves feedback (R19): the suspicious messages are held back, and none may return meanwhile. Then they are sent, and
/// must return after the usual time. A player keeps playing during the hold, or does not resume at that very moment.
///
/// Feedback is proven after several tests with different hold times. The last test releases the destinations one by
/// one, so that only those through which the message returns are muted.
struct FeedbackTest {
    enum Phase {
        case idle
        /// Messages are held back, and none may return.
        case holding
        /// The held-back messages were sent, and must return.
        case awaiting
    }

    var phase = Phase.idle { didSet { setsAside = phase == .awaiting && isOfSysEx } }
    /// Test numbers 1...255: of the messages held back, and of those sent last. They distinguish messages of different
    /// tests.
    private(set) var number: UInt8 = 0
    private(set) var sent: UInt8 = 0
    /// The source and the word of the message in doubt.
    private(set) var source: UInt8 = 0
    private(set) var word: UInt32 = 0
    private var isOfSysEx = false
    /// The shortest and longest time in which messages of the row returned, in nanoseconds.
    private(set) var shortest: UInt64 = 0
    private(set) var longest: UInt64 = 0
    private var isSteady = false
    private var isSharp = false
    /// The number of tests passed before the current one.
    private(set) var passed = 0
    /// The current test has muted a path.
    var isProven = false
    /// Destinations that are held back, and those for which a message of the test waits, one bit each.
    var held: UInt32 = 0
    var answered: UInt32 = 0
    /// Whether messages of other sources are held back until the SysEx of the test returns. A program that repeats its
    /// request once it is answered is no feedback, and gets no answer meanwhile.
    private(set) var setsAside = false
    /// Destinations held back because of `setsAside`, one bit each.
    var aside: UInt32 = 0
    /// The destinations released last, one bit each.
    private(set) var releasing: UInt32 = 0
    /// Whether the test is one for feedback that multiplies its messages: while it waits for returns, it sends a single
    /// message to each destination.
    private(set) var isDoubling = false
    var pattern = DoublingPattern()
    /// Destinations of the last test for doubling that were not sent to yet, one bit each.
    var singles: UInt32 = 0
    /// When a single message was sent last, in nanoseconds.
    private(set) var singleSentAt: UInt64 = 0
    /// When the single message returned last, in nanoseconds.
    var lastReturnAt: UInt64 = 0
    /// When the phase ends, in nanoseconds; `max` when idle.
    private(set) var until = UInt64.max
    /// The latest arrival of copies already in transit when the test began, in nanoseconds.
    private var copiesUntil: UInt64 = 0
    private var lastNumber: UInt8 = 0

    private static let steadyHolds: InlineArray<3, UInt64> = [22_000_000, 25_000_000, 23_000_000]
    /// In nanoseconds. Longer, because a player's pause is more easily mistaken for feedback if return times vary.
    private static let unsteadyHold: UInt64 = 45_000_000
    private static let tests = 3
    private static let fewTests = 2
    private static let unsteadyTests = 8
    /// From this return time on, in nanoseconds, the feedback path counts as long.
    private static let long: UInt64 = 12_000_000

    /// Begins the first test of a series.
    mutating func begin(_ message: Message, _ origin: SentLog.Origin, isDoubling: Bool) {
        (word, source, passed) = (message.wordInFeedback, origin.source, 0)
        self.isDoubling = isDoubling
        isOfSysEx = message.type == MessageType.sysEx
        (isSteady, isSharp) = (origin.isSteady, origin.isSharp)
        beginNext(origin)
    }

    /// Begins the next test with a message that has returned.
    mutating func beginNext(_ origin: SentLog.Origin) {
        number = nextNumber()
        // A new row has no times yet, so the times of the previous test remain.
        if origin.isMeasured { (shortest, longest) = (UInt64(origin.shortest), UInt64(origin.longest)) }
        if !origin.isSteady { isSteady = false }
        if !origin.isSharp { isSharp = false }
        (held, answered, aside, phase, isProven) = (0, 0, 0, .idle, false)
    }

    /// Ends the test: nothing is held back any more.
    mutating func end() { (phase, held, aside, until) = (.idle, 0, 0, .max) }

    mutating func pass() { passed += 1 }

    /// Whether the next return proves feedback. If several destinations are tried one by one, or the return time is
    /// long, one test less suffices. Then all returns must match within 500 us, which no player achieves.
    var isLast: Bool {
        let isLong = longest >= FeedbackTest.long || !isOneDestination
        let tests =
            isSteady ? (isSharp && isLong ? FeedbackTest.fewTests : FeedbackTest.tests) : FeedbackTest.unsteadyTests
        return passed + 1 >= tests
    }

    private var isOneDestination: Bool { answered & (answered &- 1) == 0 }

    private mutating func nextNumber() -> UInt8 {
        lastNumber = lastNumber == .max ? 1 : lastNumber + 1
        return lastNumber
    }
}

// MARK: - Phases

extension FeedbackTest {
    /// How far a return time may deviate from those of the row, in nanoseconds.
    private var tolerance: UInt64 { isSharp ? 500_000 : isSteady ? 1_000_000 : FeedbackGuard.window }

    private var hold: UInt64 {
        isSteady || isDoubling
            ? FeedbackTest.steadyHolds[min(passed, FeedbackTest.tests - 1)] : FeedbackTest.unsteadyHold
    }

    /// Begins the phase `holding`.
    mutating func startHolding(at now: UInt64) {
        phase = .holding
        pattern = DoublingPattern()
        until = now + hold
        copiesUntil = now + FeedbackGuard.window
    }

    /// Handles an arriving message that is held back. Returns whether it can be a copy already in transit when the test
    /// began.
    mutating func admitsCopy(at now: UInt64) -> Bool {
        if now > copiesUntil { return false }
        until = max(until, now + hold)
        return true
    }

    /// Releases the held-back messages of all destinations.
    mutating func release(at now: UInt64) {
        held = 0
        expectReturns(at: now)
    }

    /// Releases one more destination, the port of the source first. Returns false if none is left.
    mutating func releaseNext(at now: UInt64) -> Bool {
        held &= answered
        if held == 0 { return false }
        let own: UInt32 = 1 << UInt32(source)
        releasing = held & own != 0 ? own : held & (0 &- held)
        held &= ~releasing
        expectReturns(at: now)
        return true
    }

    private mutating func expectReturns(at now: UInt64) {
        phase = .awaiting
        sent = nextNumber()
        // A provisional end, replaced when the message is really sent (`messageIsSent`).
        until = now + 2 * FeedbackGuard.window
    }

    /// Sets the end of the phase: a message of the test was sent now.
    mutating func messageIsSent(at now: UInt64) {
        if phase == .awaiting { until = now + longest + tolerance + 1 }
    }

    // MARK: - Doubling

    /// Whether a single message was released and its returns are awaited.
    var isSingle: Bool { isDoubling && phase == .awaiting }

    /// Whether the returns must equal those of the test before.
    var isLastOfDoubling: Bool { passed > 0 }

    /// Releases a single message of each of `destinations`, one bit each.
    mutating func releaseSingle(_ destinations: UInt32, at now: UInt64) {
        releasing = destinations
        held &= ~destinations
        expectReturns(at: now)
        number = nextNumber()
    }

    /// Holds a destination back again after its single message was sent.
    mutating func singleIsSent(to destination: PortIndex, at now: UInt64) {
        releasing &= ~destination.bit
        held |= destination.bit
        singleSentAt = now
        until = now + (isLastOfDoubling ? pattern.longest + DoublingPattern.tolerance : FeedbackGuard.window) + 1
    }

    /// Begins the last test, after the single message returned.
    mutating func holdAgain(at now: UInt64) {
        (phase, passed, singles, copiesUntil) = (.holding, 1, answered, 0)
        until = max(now, lastReturnAt + hold)
    }

    /// Goes on as a test of feedback that multiplies nothing, after the single message returned once. Returns false if
    /// it did not return after the usual time.
    mutating func goesOnSingly(at now: UInt64) -> Bool {
        let usual = max(shortest, tolerance) - tolerance...longest + tolerance
        let again = pattern.goingOn(to: answered)
        if !isSteady || again.count != 1 || again.source != source || !usual.contains(again.delay) { return false }
        (isDoubling, phase, passed, isProven) = (false, .holding, 1, false)
        (until, copiesUntil) = (max(now, lastReturnAt + hold), 0)
        return true
    }

    /// The range of times, in nanoseconds, at which a message of the test that returns now must have been sent.
    func sendTimes(of now: UInt64) -> ClosedRange<UInt64> {
        let (longest, shortest) = (longest + tolerance, max(shortest, tolerance + 1) - tolerance)
        return now - min(now, longest)...now - min(now, shortest)
    }
}
