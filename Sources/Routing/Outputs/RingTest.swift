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
    /// Tells the messages of this test from those of others, 1...255.
    private(set) var number: UInt8 = 0
    /// The source of the message in doubt, and its word.
    private(set) var source: UInt8 = 0
    private(set) var word: UInt32 = 0
    /// How long the messages of the row took to come back, in nanoseconds.
    private(set) var shortest: UInt64 = 0
    private(set) var longest: UInt64 = 0
    private var isSteady = false
    /// Tests passed before this one.
    private(set) var passed = 0
    /// A path was muted by it.
    var isProven = false
    /// The destinations that are held back, and those for which a message of the test waits, a bit each.
    var held: UInt32 = 0
    var answered: UInt32 = 0
    /// When the phase ends, in nanoseconds. Without a phase: never.
    private(set) var until = UInt64.max
    /// Copies that were on their way when the test began have come back by then, in nanoseconds.
    private var copiesUntil: UInt64 = 0

    private static let steadyHolds: InlineArray<3, UInt64> = [22_000_000, 25_000_000, 23_000_000]
    /// Where the time to come back varies, a pause of a player is more easily taken for a ring.
    private static let unsteadyHold: UInt64 = 45_000_000
    private static let unsteadyTests = 5

    /// Begins the first test of a row.
    mutating func begin(_ word: UInt32, from source: UInt8, _ origin: SentLog.Origin) {
        (self.word, passed, isSteady) = (word, 0, origin.isSteady)
        beginNext(from: source, origin)
    }

    /// Begins the next test with a message that has come back.
    mutating func beginNext(from source: UInt8, _ origin: SentLog.Origin) {
        number = number == .max ? 1 : number + 1
        self.source = source
        (shortest, longest) = (UInt64(origin.shortest), UInt64(origin.longest))
        if !origin.isSteady { isSteady = false }
        (held, answered, phase, isProven) = (0, 0, .idle, false)
    }

    /// Ends it: nothing is held back.
    mutating func end() { (phase, held, until) = (.idle, 0, .max) }

    mutating func pass() { passed += 1 }

    /// Whether the next message that comes back proves the ring. Where several destinations are tried one by one, there is time
    /// for one test less.
    var isLast: Bool {
        let tests = isSteady ? RingTest.steadyHolds.count : RingTest.unsteadyTests
        return passed + 1 >= (isOneDestination ? tests : tests - 1)
    }

    private var isOneDestination: Bool { answered & (answered &- 1) == 0 }
}

// MARK: - Phases

extension RingTest {
    /// How late a message may come back that is one of the row, in nanoseconds.
    private var tolerance: UInt64 { isSteady ? 1_000_000 : LoopGuard.window }

    private var hold: UInt64 {
        isSteady ? RingTest.steadyHolds[min(passed, RingTest.steadyHolds.count - 1)] : RingTest.unsteadyHold
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
        held &= ~(held & own != 0 ? own : held & (~held &+ 1))
        expectReturns(at: now)
        return true
    }

    private mutating func expectReturns(at now: UInt64) {
        phase = .awaiting
        // Until it really is on its way.
        until = now + 2 * LoopGuard.window
    }

    /// A message of the test is on its way.
    mutating func messageIsSent(at now: UInt64) {
        if phase == .awaiting { until = now + longest + tolerance + 1 }
    }

    /// Whether a message of the test has come back after the usual time.
    func isInTime(_ delay: UInt64) -> Bool { delay + tolerance >= shortest && delay <= longest + tolerance }
}

extension SentLog.Origin {
    /// Whether all of the row took about the same time to come back.
    var isSteady: Bool { UInt64(longest - min(shortest, longest)) <= 1_000_000 + UInt64(longest) / 16 }
}
