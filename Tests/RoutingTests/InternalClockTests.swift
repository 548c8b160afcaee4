import Testing

@testable import Plan
@testable import Routing

/// The grid (K1) and the transport (K2) of the internal clock.
@Suite struct InternalClockTests {
    /// Tick k is due at k · 60 / (bpm · 24) s, that is k · 250e9 / hundredths ns.
    @Test(arguments: [UInt64(13370), 7777, 29999])
    func errorsNeverAddUp(hundredths: UInt64) {
        var clock = InternalClock()
        clock.setTempo(Double(hundredths) / 100, at: 0)
        clock.begin(at: 5)
        var worst: UInt64 = 0
        for k in UInt64(0)..<100_000 {
            let due = 5 + (k * 250_000_000_000 + hundredths / 2) / hundredths
            let tick = clock.nextTick
            worst = max(worst, tick > due ? tick - due : due - tick)
            // A late call does not delay the next tick.
            clock.ticked(at: tick + k % 7 * 1000)
        }
        #expect(worst <= 1)
    }

    @Test func tempoGoesOnFromTheLastTick() {
        var clock = InternalClock()
        clock.setTempo(125, at: 0)
        #expect(clock.nextTick == UInt64.max)
        clock.begin(at: 0)
        // Before the first tick only the tempo changes.
        clock.setTempo(250, at: 0)
        #expect(clock.nextTick == 0)
        clock.ticked(at: 0)
        #expect(clock.nextTick == 10_000_000)
        clock.setTempo(62.5, at: 5_000_000)
        #expect(clock.nextTick == 40_000_000)
        clock.setTempo(125, at: 30_000_000)
        #expect(clock.nextTick == 30_000_000)
        clock.ticked(at: 30_000_000)
        #expect(clock.nextTick == 50_000_000)
    }

    /// K1: a delay of more than half a second is a long stop.
    @Test func theGridGoesOnFromNowAfterALongStop() {
        var clock = InternalClock()
        clock.setTempo(125, at: 0)
        var wasLong = clock.goOn(afterStopUntil: 1_000_000_000)
        #expect(!wasLong)
        clock.begin(at: 0)
        clock.ticked(at: 0)
        wasLong = clock.goOn(afterStopUntil: 520_000_000)
        #expect(!wasLong && clock.nextTick == 20_000_000)
        wasLong = clock.goOn(afterStopUntil: 520_000_001)
        #expect(wasLong)
        #expect(clock.nextTick == 520_000_001)
        clock.ticked(at: 520_000_001)
        #expect(clock.nextTick == 540_000_001)
    }

    @Test(arguments: [(1, 20), (20, 20), (300, 300), (301, 300), (Double.infinity, 300), (Double.nan, 20), (-1, 20)])
    func tempoIsClamped(wanted: Double, got: Double) {
        var clock = InternalClock()
        clock.setTempo(wanted, at: 0)
        #expect(clock.tempo == got)
    }

    @Test(arguments: [
        (UInt64(18_999_999), false), (19_000_000, false), (19_000_001, true), (19_999_999, true), (20_000_000, true),
    ])
    func startWaitsForATickLessThanAMillisecondAway(time: UInt64, waits: Bool) {
        var clock = InternalClock()
        clock.setTempo(125, at: 0)
        clock.begin(at: 0)
        clock.ticked(at: 0)
        let must = clock.mustWait(.start, at: time)
        #expect(must == waits)
        #expect(clock.waiting == (waits ? .start : nil))
    }

    @Test func positionCountsRunningTicksOnly() {
        var clock = InternalClock()
        clock.setTempo(125, at: 0)
        clock.begin(at: 0)
        for _ in 0..<5 { clock.ticked(at: clock.nextTick) }
        #expect(clock.position == 0)
        clock.start(at: clock.nextTick - 5_000_000)
        for _ in 0..<17 { clock.ticked(at: clock.nextTick) }
        clock.halt(.stopped)
        clock.ticked(at: clock.nextTick)
        #expect(clock.position == 17 && clock.sixteenths == 2)
        clock.goOn(at: clock.nextTick - 5_000_000)
        #expect(clock.position == 12)
    }

    /// D2: the mark is on for six of every 24 ticks, and before the first.
    @Test func beatMarkIsTheFirstQuarterOfABeat() {
        var clock = InternalClock()
        clock.ticksWhenStopped = false
        #expect(!clock.isOnBeat)
        clock.start(at: 0)
        #expect(clock.isOnBeat)
        for tick in 0..<100 {
            clock.ticked(at: clock.nextTick)
            #expect(clock.isOnBeat == (tick % 24 < 6))
        }
        clock.halt(.paused)
        #expect(!clock.isOnBeat)
    }
}
