import TestSupport
import Testing

@testable import RTPMIDI

/// The clock of a peer (N4, N8).
@Suite struct ClockTests {
    private static let second: UInt64 = 1_000_000_000

    /// Eight exchanges of which some were delayed on one way.
    @Test func offsetIsTheMedianOfTheLastExchanges() {
        var sync = ClockSync()
        // The peer's clock shows 7,000,000 ticks more than ours. A delay on one way shifts the middle.
        let delays: [UInt64] = [0, 8_000_000, 1_000_000, 20_000_000, 2_000_000, 1_000_000, 40_000_000, 1_000_000]
        for (index, delay) in delays.enumerated() {
            let ours = UInt64(index + 1) * 2 * ClockTests.second
            let theirs = ours / ClockSync.tick + 7_000_000
            sync.add(roundTrip: 1_000_000 + delay, isTheirs: false, theirs: theirs, ours: ours + delay / 2)
        }
        #expect(sync.roundTrip == 2_000_000)
        let stamp = UInt32(truncatingIfNeeded: 20 * ClockTests.second / ClockSync.tick + 7_000_000)
        #expect(sync.time(of: stamp) == 20 * ClockTests.second + 750_000)
    }

    /// Goal of issue 15: at most 1 ms of error on a line with 4 ms of jitter each way, and no jump of the buffer.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func jitterOfFourMillisecondsLeavesLessThanOne(_ seed: UInt64) throws {
        var random = SplitMix(state: seed)
        var sync = ClockSync()
        var last: Int64?
        for index in 1...40 as ClosedRange<UInt64> {
            let start = index * 10 * ClockTests.second
            let there = UInt64.random(in: 0...4_000_000, using: &random)
            let back = UInt64.random(in: 0...4_000_000, using: &random)
            // Both clocks agree.
            let theirs = (start + there) / ClockSync.tick
            sync.add(roundTrip: there + back, isTheirs: false, theirs: theirs, ours: start + (there + back) / 2)
            if index < 8 { continue }
            let stamp = UInt32(truncatingIfNeeded: start / ClockSync.tick)
            let error = Int64(try #require(sync.time(of: stamp))) - Int64(start)
            #expect(abs(error) < 1_200_000, "seed \(seed)")
            if let last { #expect(abs(error - last) <= 300_000, "seed \(seed)") }
            last = error
        }
    }

    @Test(arguments: [(UInt64(10_000), UInt64(100_000)), (100_000, 10_000), (1_000, 0), (12_000, 100_000), (0, 0)])
    func unitOfThePeersClockIsFound(_ ticksPerSecond: UInt64, _ unit: UInt64) {
        var sync = ClockSync()
        for index in 1...4 as ClosedRange<UInt64> {
            let ours = index * 1_500_000_000
            sync.add(
                roundTrip: 1_000, isTheirs: false, theirs: 99 + ours * ticksPerSecond / ClockTests.second, ours: ours)
        }
        #expect(sync.unit == unit)
        #expect(sync.isSynchronized == (unit > 0))
    }

    @Test func initiatorAsksSixTimesQuicklyThenEveryTenSeconds() {
        var exchange = ClockExchange(isInitiator: true, at: 0)
        var times: [UInt64] = []
        var now: UInt64 = 0
        while times.count < 9 {
            now = exchange.deadline
            let duty = exchange.advance(to: now)
            #expect(duty == .ask)
            times.append(now)
            let isAnswered = exchange.answered(now / ClockSync.tick, at: now + 1_000_000)
            #expect(isAnswered)
        }
        let milliseconds: [UInt64] = [0, 1_500, 3_000, 4_500, 6_000, 7_500, 17_500, 27_500, 37_500]
        #expect(times == milliseconds.map { $0 * 1_000_000 })
    }

    @Test func threeExchangesWithoutAnAnswerEndTheSession() {
        var exchange = ClockExchange(isInitiator: true, at: 0)
        var asked = 0
        while true {
            let duty = exchange.advance(to: exchange.deadline)
            if duty == .giveUp { break }
            asked += 1
        }
        // Each exchange asks six times, half a second apart.
        #expect(asked == 18)
        #expect(exchange.deadline == 18 * 500_000_000)
    }

    @Test func lateAnswerToAnEarlierQuestionDoesNotCount() {
        var exchange = ClockExchange(isInitiator: true, at: 0)
        _ = exchange.advance(to: 0)
        _ = exchange.advance(to: exchange.deadline)
        let question = exchange.sentAt / ClockSync.tick
        let late = exchange.answered(0, at: exchange.sentAt + 1)
        let answer = exchange.answered(question, at: exchange.sentAt + 1)
        let doubled = exchange.answered(question, at: exchange.sentAt + 2)
        #expect([late, answer, doubled] == [false, true, false])
    }

    @Test func participantGivesUpAfterThirtySilentSeconds() {
        var exchange = ClockExchange(isInitiator: false, at: 0)
        var duties = [exchange.advance(to: 29 * ClockTests.second)]
        exchange.heard(at: 29 * ClockTests.second)
        for time in [58, 59] as [UInt64] { duties.append(exchange.advance(to: time * ClockTests.second)) }
        #expect(duties == [.none, .none, .giveUp])
    }
}
