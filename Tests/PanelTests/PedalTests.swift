import Panel
import TestSupport
import Testing

/// I10: expression pedals. Readings are in eighths of a millivolt.
@Suite struct PedalTests {
    /// One pedal with its settings.
    private static func pedals(_ range: PedalRange = PedalRange(), hysteresis: UInt8 = 8) -> Pedals {
        var pedals = Pedals(present: 1)
        pedals[0].range = range
        pedals[0].hysteresis = hysteresis
        return pedals
    }

    @Test func heelIsZeroAndToeIsTheTop() {
        var pedals = PedalTests.pedals()
        #expect(pedals.value(of: 0) == nil)
        #expect(pedals.update(0, with: 0) == 0)
        #expect(pedals.update(0, with: 3300 * 8) == 16383)
        #expect(pedals.value(of: 0) == 16383 && pedals.value(of: 1) == nil)
        #expect(pedals.update(0, with: 0) == 0)
    }

    @Test func deadZonesAreTheEnds() {
        var pedals = PedalTests.pedals()
        // 3 % of 3300 mV are 99 mV at either end.
        #expect(pedals.update(0, with: 99 * 8) == 0)
        #expect(pedals.update(0, with: 3200 * 8) != 16383)
        #expect(pedals.update(0, with: 3201 * 8) == 16383)
        #expect(!pedals.isNews(0, 3290 * 8) && pedals.update(0, with: 3290 * 8) == nil)
    }

    @Test func downwardRangeReversesThePedal() {
        var pedals = PedalTests.pedals(PedalRange(from: 3000, to: 200))
        #expect(pedals.update(0, with: 3000 * 8) == 0)
        #expect(pedals.update(0, with: 200 * 8) == 16383)
        // The middle of the range is the middle of the values, whatever the dead zones are.
        var middle = PedalTests.pedals(PedalRange(from: 3000, to: 200), hysteresis: 0)
        #expect(middle.update(0, with: 1600 * 8) == 8192)
    }

    @Test func movementIsFollowedAtFullResolution() {
        var pedals = PedalTests.pedals()
        var values: [UInt16] = []
        for reading in stride(from: Int32(1000 * 8), through: 2000 * 8, by: 1) {
            if let value = pedals.update(0, with: reading) { values.append(value) }
        }
        // Each step of the chip moves it, but for the first within the band.
        #expect(values.count > 5000 && values == values.sorted())
    }

    /// Noise within the band moves the position to its place in the band at most, then nothing is sent.
    @Test(arguments: 0..<50 as Range<UInt64>)
    func restingNoisyPedalFallsSilent(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        var pedals = PedalTests.pedals()
        let rest = Int32(random.below(3300 * 8))
        let noise = { (random: inout SplitMix) in rest + Int32(random.below(129)) - 64 }
        // Both ends of the noise were there: it cannot move the position any more.
        for reading in [rest - 64, rest + 64] { _ = pedals.update(0, with: reading) }
        for _ in 0..<10_000 {
            let reading = noise(&random)
            #expect(!pedals.isNews(0, reading) && pedals.update(0, with: reading) == nil)
        }
    }

    /// Wherever the pedal was, however noisy it is: the readings of an end are the end.
    @Test(arguments: 0..<50 as Range<UInt64>)
    func endsAreAlwaysReached(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        let (heel, length) = (Int16(random.below(1000)), Int16(200 + random.below(2000)))
        let isReversed = random.below(2) == 0
        let (low, high) = (heel, heel + length)
        let range = PedalRange(from: isReversed ? high : low, to: isReversed ? low : high)
        var pedals = PedalTests.pedals(range, hysteresis: UInt8(random.below(101)))
        var last: UInt16?
        for _ in 0..<200 {
            for _ in 0..<random.below(20) {
                last = pedals.update(0, with: Int32(random.below(5000 * 8))) ?? last
            }
            let isToe = random.below(2) == 0
            // The noise at the end is smaller than the dead zone of 3 %.
            let noise = Int32(random.below(2 * Int(length) / 50 * 8 + 1)) - Int32(length) / 50 * 8
            last = pedals.update(0, with: Int32(isToe ? range.to : range.from) * 8 + noise) ?? last
            #expect(last == (isToe ? 16383 : 0), "seed \(seed)")
        }
    }

    @Test func impossibleReadingsCountAsTheGreatest() {
        var pedals = PedalTests.pedals()
        #expect(pedals.update(0, with: Int32.max) == 16383)
        #expect(pedals.update(0, with: Int32.min) == 0)
    }

    @Test func readingOfAnotherPedalIsNoNews() {
        let pedals = PedalTests.pedals()
        #expect(pedals.isNews(0, 0) && !pedals.isNews(1, 0) && !pedals.isNews(8, 0) && !pedals.isNews(-1, 0))
    }
}

/// I10: the range is learnt by moving the pedal.
@Suite struct PedalCalibrationTests {
    private func learn(_ pedal: UInt8?, _ readings: [(Int, Int32)], _ setUp: (inout Pedals) -> Void = { _ in })
        -> PedalCalibration.Outcome
    {
        var pedals = Pedals(present: 3)
        setUp(&pedals)
        pedals.beginCalibration(pedal)
        for (pedal, reading) in readings { _ = pedals.update(pedal, with: reading) }
        return pedals.endCalibration()
    }

    @Test func endsAreRoundedInwards() {
        let outcome = learn(0, [(0, 961), (0, 25_207), (0, 12_000)])
        #expect(outcome == .learnt(pedal: 0, PedalRange(from: 121, to: 3150)))
    }

    @Test func pedalThatMovesFarthestIsLearnt() {
        let outcome = learn(nil, [(0, 8000), (0, 12_000), (1, 1600), (1, 20_000)])
        #expect(outcome == .learnt(pedal: 1, PedalRange(from: 200, to: 2500)))
    }

    @Test func reversedRangeStaysReversed() {
        let outcome = learn(0, [(0, 800), (0, 24_000)]) { $0[0].range = PedalRange(from: 3300, to: 0) }
        #expect(outcome == .learnt(pedal: 0, PedalRange(from: 3000, to: 100)))
    }

    @Test func smallMovementIsNotLearnt() {
        #expect(learn(nil, [(0, 8000), (0, 9592)]) == .tooSmall)
        #expect(learn(nil, [(0, 8000), (0, 9600)]) == .learnt(pedal: 0, PedalRange(from: 1000, to: 1200)))
    }

    /// A pedal that rests is not read again, and it is there nevertheless.
    @Test func restingPedalIsNotMissing() {
        #expect(learn(0, []) == .noSensor)
        #expect(learn(0, []) { _ = $0.update(0, with: 8000) } == .tooSmall)
    }
}

/// I10: single readings that jump do not count.
@Suite struct SpikeFilterTests {
    @Test func singleSpikeIsDropped() {
        var filter = SpikeFilter()
        #expect(filter.accept(8000) == 8000)
        #expect(filter.accept(26_000) == nil)
        #expect(filter.accept(8100) == 8100)
    }

    @Test func confirmedJumpCounts() {
        var filter = SpikeFilter()
        #expect(filter.accept(8000) == 8000)
        #expect(filter.accept(26_000) == nil)
        #expect(filter.accept(26_000) == 26_000)
    }

    @Test func sameReadingSaysNothing() {
        var filter = SpikeFilter()
        #expect(filter.accept(8000) == 8000)
        #expect(filter.accept(8008) == nil && filter.accept(7992) == nil && filter.accept(8009) == 8009)
    }

    /// From heel to toe in 50 ms, read every 4 ms, nothing is held back.
    @Test func fastFootIsNoSpike() {
        var filter = SpikeFilter()
        for step in 0...12 { #expect(filter.accept(Int32(step * 2200)) == Int32(step * 2200)) }
    }
}
