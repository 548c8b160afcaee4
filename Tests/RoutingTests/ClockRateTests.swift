import MIDI
import Testing

@testable import Plan
@testable import Routing

/// Dividing and multiplying an external clock (K4).
@Suite struct ClockRateTests {
    private func way(multiply: UInt8, divide: UInt8 = 1) -> Way {
        var way = Way()
        way.routing.multiply = multiply
        way.routing.divide = divide
        return way
    }

    /// The output is never more than m ticks late or early, and at each tick all earlier parts are sent.
    @Test(arguments: [UInt8(1), 2, 3, 5, 8], UInt64(1)...3)
    func multipleStaysWithTheTicksUnderJitter(multiply: UInt8, seed: UInt64) {
        let rig = Rig(way(multiply: multiply))
        let m = Int(multiply)
        var ticks = ShakyTicks(seed: seed, jitter: 0.1)
        var sent = 0
        for count in 1...2000 {
            let time = ticks.next(count < 1000 ? 97.3 : 141.1)
            rig.advance(to: time)
            for part in rig.take() {
                sent += 1
                #expect(part.message == Message(status: 0xF8) && part.at <= time)
            }
            #expect(0...m ~= (count - 1) * m - sent)
            rig.receive("F8", at: time)
            sent += rig.take().count
            if sent != (count - 1) * m + 1 {
                Issue.record("\(sent) ticks sent of \(count)")
                return
            }
        }
    }

    /// The parts are spread evenly: no interval is shorter than half of the interval without jitter.
    @Test func partsOfASteadyClockAreEven() {
        let rig = Rig(way(multiply: 4))
        for count in UInt64(0)..<100 { rig.receive("F8", at: 1_000_000_000 + count * 20_000_000) }
        rig.advance(to: 1_000_000_000 + 100 * 20_000_000 - 1)
        let times = rig.take().map { $0.at }.suffix(390)
        for (earlier, later) in zip(times, times.dropFirst()) { #expect(4_999_000...5_001_000 ~= later - earlier) }
    }

    @Test func multiplyingComesBeforeDividing() {
        let rig = Rig(way(multiply: 3, divide: 2))
        for count in UInt64(0)..<200 { rig.receive("F8", at: 1_000_000_000 + count * 20_000_000) }
        // 600 multiplied ticks, except the last two, which are not due yet.
        #expect(rig.take().count == 299)
    }

    @Test func phaseIsSetBySongPosition() {
        var rate = ClockRate()
        rate.locate(sixteenths: 1, multiply: 1, divide: 4)
        let passing = (0..<8).map { _ in rate.count(divide: 4) }
        #expect(passing == [false, false, true, false, false, false, true, false])
        rate.locate(sixteenths: 16383, multiply: 8, divide: 24)
        let (first, second) = (rate.count(divide: 24), rate.count(divide: 24))
        rate.restart()
        let third = rate.count(divide: 24)
        #expect(first && !second && third)
    }

    @Test func partsWithoutAKnownIntervalWait() {
        var rate = ClockRate()
        rate.spread(3, from: 100, over: 0)
        #expect(rate.left == 2 && rate.nextAt == UInt64.max)
        rate.spread(3, from: 100, over: 30)
        #expect(rate.left == 2 && rate.nextAt == 110)
        rate.partSent()
        #expect(rate.left == 1 && rate.nextAt == 120)
        rate.partSent()
        #expect(rate.left == 0 && rate.nextAt == UInt64.max)
    }
}
