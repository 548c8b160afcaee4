import MIDI
import Program

/// The test by which a ring is proven (R19): what comes back in a row is held back, and nothing may come back meanwhile; then it is
/// sent, and has to come back after the usual time. A player goes on while it is held back, or does not begin anew at that moment.
///
/// A ring is proven when it has passed several tests, each held back for another time. In the last one the destinations are sent to
/// one after another, so that only those are muted by which it comes back.
struct RingTest {
    enum Phase {
        case idle
        /// Messages are held back, and nothing may come back.
        case holding
        /// They have been sent, and have to come back.
        case awaiting
    }

    var phase = Phase.idle
    /// Tells what is held back, and what of it has been sent last, from messages of other tests: 1...255.
    private(set) var number: UInt8 = 0
    private(set) var sent: UInt8 = 0
    /// The source of the message in doubt, and its word.
    private(set) var source: UInt8 = 0
    private(set) var word: UInt32 = 0
    /// How long the messages of the row took to come back, in nanoseconds.
    private(set) var shortest: UInt64 = 0
    private(set) var longest: UInt64 = 0
    private var isSteady = false
    private var isSharp = false
    /// Tests passed before this one.
    private(set) var passed = 0
    /// A path was muted by it.
    var isProven = false
    /// The destinations that are held back, and those for which a message of the test waits, a bit each.
    var held: UInt32 = 0
    var answered: UInt32 = 0
    /// The destination that was sent to last.
    private(set) var releasing = PortIndex(0)
    /// When the phase ends, in nanoseconds. Without a phase: never.
    private(set) var until = UInt64.max
    /// Copies that were on their way when the test began have come back by then, in nanoseconds.
    private var copiesUntil: UInt64 = 0
    private var lastNumber: UInt8 = 0

    private static let steadyHolds: InlineArray<3, UInt64> = [22_000_000, 25_000_000, 23_000_000]
    /// Where the time to come back varies, a pause of a player is more easily taken for a ring.
    private static let unsteadyHold: UInt64 = 45_000_000
    private static let tests = 3
    private static let fewTests = 2
    private static let unsteadyTests = 8
    /// In nanoseconds.
    private static let long: UInt64 = 12_000_000

    /// Begins the first test of a row.
    mutating func begin(_ word: UInt32, _ origin: SentLog.Origin) {
        (self.word, source, passed) = (word, origin.source, 0)
        (isSteady, isSharp) = (origin.isSteady, origin.isSharp)
        beginNext(origin)
    }

    /// Begins the next test with a message that has come back.
    mutating func beginNext(_ origin: SentLog.Origin) {
        number = nextNumber()
        // A row that began anew has no times yet: those of the test before it hold.
        if origin.isMeasured { (shortest, longest) = (UInt64(origin.shortest), UInt64(origin.longest)) }
        if !origin.isSteady { isSteady = false }
        if !origin.isSharp { isSharp = false }
        (held, answered, phase, isProven) = (0, 0, .idle, false)
    }

    /// Ends it: nothing is held back.
    mutating func end() { (phase, held, until) = (.idle, 0, .max) }

    mutating func pass() { passed += 1 }

    /// Whether the next message that comes back proves the ring. Where several destinations are tried one by one, or the ring is
    /// long, there is time for one test less. Then all must come back to half a millisecond, which no hand does.
    var isLast: Bool {
        let isLong = longest >= RingTest.long || !isOneDestination
        let tests = isSteady ? (isSharp && isLong ? RingTest.fewTests : RingTest.tests) : RingTest.unsteadyTests
        return passed + 1 >= tests
    }

    private var isOneDestination: Bool { answered & (answered &- 1) == 0 }

    private mutating func nextNumber() -> UInt8 {
        lastNumber = lastNumber == .max ? 1 : lastNumber + 1
        return lastNumber
    }
}

// MARK: - Phases

extension RingTest {
    /// How late a message may come back that is one of the row, in nanoseconds.
    private var tolerance: UInt64 { isSharp ? 500_000 : isSteady ? 1_000_000 : LoopGuard.window }

    private var hold: UInt64 {
        isSteady ? RingTest.steadyHolds[min(passed, RingTest.tests - 1)] : RingTest.unsteadyHold
    }

    /// Begins to hold back.
    mutating func startHolding(at now: UInt64) {
        phase = .holding
        until = now + hold
        copiesUntil = now + LoopGuard.window
    }

    /// A message comes that is held back. Whether it can be a copy that was on its way when the test began.
    mutating func takesCopy(at now: UInt64) -> Bool {
        if now > copiesUntil { return false }
        until = max(until, now + hold)
        return true
    }

    /// Sends what was held back for all destinations.
    mutating func release(at now: UInt64) {
        held = 0
        expectReturns(at: now)
    }

    /// Sends what was held back for one more destination, the source's own first. False: there is none any more.
    mutating func releaseNext(at now: UInt64) -> Bool {
        held &= answered
        if held == 0 { return false }
        let own: UInt32 = 1 << UInt32(source)
        releasing = PortIndex((held & own != 0 ? own : held).trailingZeroBitCount)
        held &= ~releasing.bit
        expectReturns(at: now)
        return true
    }

    private mutating func expectReturns(at now: UInt64) {
        phase = .awaiting
        sent = nextNumber()
        // Until it really is on its way.
        until = now + 2 * LoopGuard.window
    }

    /// A message of the test is on its way.
    mutating func messageIsSent(at now: UInt64) {
        if phase == .awaiting { until = now + longest + tolerance + 1 }
    }

    /// When a message of the test must have been sent that comes back now, after the usual time: in nanoseconds.
    func sendTimes(of now: UInt64) -> ClosedRange<UInt64> {
        let (longest, shortest) = (longest + tolerance, max(shortest, tolerance + 1) - tolerance)
        return now - min(now, longest)...now - min(now, shortest)
    }
}
