import TestSupport
import Testing

@testable import Plan
@testable import Routing

/// Reading the tempo of an external clock (K5).
@Suite struct ClockFollowerTests {
    /// The tempo that is read after a number of ticks.
    private func reading(
        _ follower: inout ClockFollower, _ ticks: inout ShakyTicks, _ tempo: Double, count: Int
    ) -> Double {
        for _ in 0..<count { follower.tick(at: ticks.next(tempo)) }
        return follower.tempo ?? 0
    }

    @Test(arguments: [20, 47.3, 90, 120, 133.7, 180, 240, 300], UInt64(1)...4)
    func readingIsWithinATenthOfABPMUnderTenPercentJitter(tempo: Double, seed: UInt64) {
        var follower = ClockFollower()
        var ticks = ShakyTicks(seed: seed, jitter: 0.1)
        _ = reading(&follower, &ticks, tempo, count: 400)
        for _ in 0..<2000 {
            let read = reading(&follower, &ticks, tempo, count: 1)
            if abs(read - tempo) >= 0.1 {
                Issue.record("\(read) read at \(tempo)")
                return
            }
        }
    }

    @Test(arguments: [20, 77.77, 120, 300])
    func steadyTicksAreReadExactlyAfterEight(tempo: Double) {
        var follower = ClockFollower()
        var ticks = ShakyTicks(seed: 1, jitter: 0)
        #expect(reading(&follower, &ticks, tempo, count: 7) == 0)
        #expect(abs(reading(&follower, &ticks, tempo, count: 1) - tempo) < 0.001)
    }

    @Test(arguments: [
        (120, 60), (60, 120), (120, 130), (130, 120), (100, 300), (300, 20), (20, 300), (120, 122), (122, 120),
        (120, 120.5), (200, 199),
    ])
    func jumpIsFollowedWithinTwelveTicks(from: Double, to: Double) {
        var follower = ClockFollower()
        var ticks = ShakyTicks(seed: 1, jitter: 0)
        #expect(abs(reading(&follower, &ticks, from, count: 300) - from) < 0.01)
        #expect(abs(reading(&follower, &ticks, to, count: 12) - to) < 0.1)
        for _ in 0..<200 { #expect(abs(reading(&follower, &ticks, to, count: 1) - to) < 0.1) }
    }

    /// Twelve ticks with a jitter of a tenth give this accuracy; a tenth of a BPM needs the following beats.
    @Test(arguments: [(120, 60), (60, 120), (120, 150), (150, 120), (100, 300)], UInt64(1)...4)
    func jumpIsFollowedUnderJitter(tempos: (Double, Double), seed: UInt64) {
        var follower = ClockFollower()
        var ticks = ShakyTicks(seed: seed, jitter: 0.1)
        _ = reading(&follower, &ticks, tempos.0, count: 300)
        let read = reading(&follower, &ticks, tempos.1, count: 12)
        #expect(abs(read - tempos.1) < 0.04 * tempos.1)
        #expect(abs(reading(&follower, &ticks, tempos.1, count: 400) - tempos.1) < 0.1)
    }

    @Test func silenceOfHalfASecondEndsTheReading() {
        var follower = ClockFollower()
        var ticks = ShakyTicks(seed: 1, jitter: 0)
        #expect(follower.silentAt == nil)
        _ = reading(&follower, &ticks, 120, count: 50)
        #expect(follower.silentAt == follower.last! + 500_000_000)
        let next = follower.silentAt!
        follower.tick(at: next)
        #expect(follower.tempo == nil && follower.interval == nil && follower.last == next)
    }

    /// 10 BPM: 250 ms a tick.
    @Test func threeIntervalsOfSlowTicksAreSilence() {
        var follower = ClockFollower()
        var ticks = ShakyTicks(seed: 1, jitter: 0)
        #expect(abs(reading(&follower, &ticks, 10, count: 20) - 10) < 0.001)
        #expect(abs(Double(follower.silentAt! - follower.last!) - 750e6) < 10)
    }

    /// K5: ticks at the same time, nanoseconds apart or years apart give a valid tempo or none.
    @Test(arguments: UInt64(1)...200)
    func anyTickTimesGiveATempoOrNone(seed: UInt64) {
        var random = SplitMix(state: seed)
        var follower = ClockFollower()
        var now: UInt64 = 0
        for _ in 0..<2000 {
            now = now.plus(random.chance(30) ? 0 : random.next() >> UInt64(random.below(64)))
            if random.chance(1) { now = UInt64(random.below(1000)) }
            follower.tick(at: now)
            let tempo = follower.tempo ?? 20
            let silentAt = follower.silentAt ?? UInt64.max
            if !(tempo > 0 && tempo <= ClockFollower.fastest && silentAt >= now) {
                Issue.record("TREADLE_SEED=\(seed): tempo \(tempo), silent at \(silentAt)")
                return
            }
        }
    }
}
