import Foundation
import TestSupport
import Testing

@testable import Panel

@Suite struct TiltTests {
    struct Sent: Equatable {
        var axis: UInt8
        var value: UInt16
        var at: UInt64
        init(_ axis: UInt8, _ value: UInt16, _ at: UInt64) { (self.axis, self.value, self.at) = (axis, value, at) }
    }

    struct Recorder {
        var tilt: Tilt
        var sent: [Sent] = []
        /// Whether an emitted value sends a message.
        var isSent = true
        mutating func sample(_ x: Double, _ y: Double, _ z: Double, ms: UInt64) {
            tilt.sample(x, y, z, at: ms * 1_000_000) {
                sent.append(Sent($0, $1, $2 / 1_000_000))
                return isSent
            }
        }
        mutating func advance(ms: UInt64) {
            tilt.advance(to: ms * 1_000_000) {
                sent.append(Sent($0, $1, $2 / 1_000_000))
                return isSent
            }
        }
    }

    // F4
    @Test func levelIsTheMiddleAndUprightAnEnd() {
        var r = Recorder(tilt: Tilt(rate: 100, minimumCutoff: nil))
        #expect(r.tilt.degrees(of: 0) == nil)
        r.sample(0, 0, 1, ms: 0)
        #expect(r.sent == [Sent(0, 8192, 0), Sent(1, 8192, 0), Sent(2, 16383, 0)])
        r.sent = []
        r.sample(0, -1, 0, ms: 100)
        #expect(r.sent == [Sent(1, 0, 100), Sent(2, 8192, 100)])
        #expect((0..<3).map { r.tilt.degrees(of: $0) } == [0, -90, 0])
    }

    @Test func halvesRoundAwayFromZero() {
        #expect(TiltRange().value(ofDegrees: 0) == 8192)
        #expect(TiltRange().value(ofDegrees: -0.000001) == 8191)
        #expect(TiltRange().value(ofDegrees: -90) == 0)
        #expect(TiltRange().value(ofDegrees: 90) == 16383)
        #expect(TiltRange().value(ofDegrees: 45) == 12287)
        #expect(TiltRange().value(ofDegrees: -45) == 4096)
        #expect(TiltRange().value(ofDegrees: 91) == 16383)
    }

    /// F4: a range maps to all values, and angles outside become its nearer end. The middle of −20..35 is 7.5.
    @Test(
        arguments: [
            (-20, 35, -20.0, 0), (-20, 35, 35, 16383), (-20, 35, -90, 0), (-20, 35, 60, 16383), (-20, 35, 7.5, 8192),
            (-20, 35, 0, 5957), (35, -20, -20, 16383), (35, -20, 35, 0), (35, -20, 90, 0), (35, -20, 0, 10426),
            (0, 1, 0.5, 8192),
        ] as [(Int8, Int8, Double, UInt16)])
    func anAngleIsAValueOfItsRange(from: Int8, to: Int8, degrees: Double, value: UInt16) {
        #expect(TiltRange(from: from, to: to).value(ofDegrees: degrees) == value)
    }

    /// F4: movement beyond the end of the range sends nothing, and does not delay the next change.
    @Test func nothingIsSentBeyondTheRange() {
        var ranges = TiltRanges()
        ranges.y = TiltRange(from: 0, to: 30)
        var r = Recorder(tilt: Tilt(rate: 50, minimumCutoff: nil, ranges: ranges))
        r.sample(0, 1, 1, ms: 0)
        r.sample(0, 1, 0.9, ms: 30)
        r.sample(0, 1, 0, ms: 60)
        #expect(r.sent.filter { $0.axis == 1 } == [Sent(1, 16383, 0)])
        r.sample(0, 0, 1, ms: 61)
        #expect(r.sent.filter { $0.axis == 1 } == [Sent(1, 16383, 0), Sent(1, 0, 61)])
    }

    /// F4: the mounting converts axes of the chip to axes of the box.
    @Test func mountingConvertsToTheAxesOfTheBox() {
        var mounting = TiltMounting()
        (mounting.x, mounting.y, mounting.z) = (.init(1, isReversed: true), .init(0), .init(2))
        var r = Recorder(tilt: Tilt(rate: 50, minimumCutoff: nil, mounting: mounting))
        r.sample(0, 0, 1, ms: 0)
        r.sent = []
        r.sample(0, 1, 0, ms: 100)
        #expect(r.sent == [Sent(0, 0, 100), Sent(2, 8192, 100)])
        r.sent = []
        r.sample(1, 0, 0, ms: 200)
        #expect(r.sent == [Sent(0, 8192, 200), Sent(1, 16383, 200)])
    }

    @Test func mountingConvertsBothWays() {
        for (x, y, z) in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)] as [(UInt8, UInt8, UInt8)] {
            for signs in 0..<8 {
                var mounting = TiltMounting()
                mounting.x = .init(x, isReversed: signs & 1 != 0)
                mounting.y = .init(y, isReversed: signs & 2 != 0)
                mounting.z = .init(z, isReversed: signs & 4 != 0)
                let chip = mounting.chip(0.25, -0.5, 1)
                #expect(mounting.box(chip.x, chip.y, chip.z) == (0.25, -0.5, 1))
            }
        }
    }

    @Test func theSizeOfTheAccelerationDoesNotMatter() {
        var r = Recorder(tilt: Tilt(rate: 100, minimumCutoff: nil))
        r.sample(0.5, 0, 0.5, ms: 0)
        r.sample(1, 0, 1, ms: 100)
        #expect(r.sent.count == 3)
    }

    @Test func anUnchangedValueIsNotSent() {
        var r = Recorder(tilt: Tilt(rate: 100, minimumCutoff: nil))
        r.sample(0, 0, 1, ms: 0)
        r.sample(0, 0, 1, ms: 100)
        r.sample(0, 0, 1, ms: 200)
        #expect(r.sent.count == 3)
        #expect(r.tilt.nextDeadline == never)
    }

    @Test func aValueTooEarlyIsKeptAndSentWhenTheIntervalHasPassed() {
        var r = Recorder(tilt: Tilt(rate: 50, minimumCutoff: nil))
        r.sample(0, 0, 1, ms: 0)
        r.sent = []
        r.sample(0, 0.5, 1, ms: 5)
        r.sample(0, 1, 1, ms: 12)
        #expect(r.sent.isEmpty)
        #expect(r.tilt.nextDeadline == 20_000_000)
        r.advance(ms: 19)
        #expect(r.sent.isEmpty)
        r.advance(ms: 30)
        #expect(r.sent == [Sent(1, 12287, 20), Sent(2, 12287, 20)])
        #expect(r.tilt.nextDeadline == never)
    }

    /// The rate limits sent messages: a value that sent no message does not delay the next one.
    @Test func aValueThatSendsNothingDoesNotDelayTheNext() {
        var r = Recorder(tilt: Tilt(rate: 50, minimumCutoff: nil))
        r.sample(0, 0, 1, ms: 0)
        r.isSent = false
        r.sample(0, 0.5, 1, ms: 5)
        r.advance(ms: 20)
        r.sent = []
        r.isSent = true
        r.sample(0, 1, 0, ms: 21)
        #expect(r.sent == [Sent(1, 16383, 21), Sent(2, 8192, 21)])
        r.sample(0, 0, 1, ms: 30)
        #expect(r.sent.count == 2 && r.tilt.nextDeadline == 41_000_000)
    }

    @Test func exactlyAtTheIntervalTheNewerValueGoes() {
        var r = Recorder(tilt: Tilt(rate: 50, minimumCutoff: nil))
        r.sample(0, 0, 1, ms: 0)
        r.sent = []
        r.sample(0, 0.5, 1, ms: 10)
        r.sample(0, -1, 0, ms: 20)
        #expect(r.sent == [Sent(1, 0, 20), Sent(2, 8192, 20)])
        #expect(r.tilt.nextDeadline == never)
    }

    @Test func valueThatReturnsIsNotSent() {
        var r = Recorder(tilt: Tilt(rate: 50, minimumCutoff: nil))
        r.sample(0, 0, 1, ms: 0)
        r.sample(0, 0.5, 1, ms: 5)
        r.sample(0, 0, 1, ms: 10)
        #expect(r.tilt.nextDeadline == never)
    }

    @Test func overdueValueIsSentBeforeALaterSample() {
        var r = Recorder(tilt: Tilt(rate: 50, minimumCutoff: nil))
        r.sample(0, 0, 1, ms: 0)
        r.sent = []
        r.sample(0, 1, 0, ms: 10)
        r.sample(0, 0, 1, ms: 25)
        #expect(r.sent == [Sent(1, 16383, 20), Sent(2, 8192, 20)])
        r.advance(ms: 100)
        #expect(r.sent.suffix(2) == [Sent(1, 8192, 40), Sent(2, 16383, 40)])
    }

    @Test func neverMoreThanRateASecond() {
        var r = Recorder(tilt: Tilt(rate: 30, minimumCutoff: nil))
        for ms: UInt64 in 0..<1000 { r.sample(0, Double(ms) / 1000, 1, ms: ms) }
        #expect(r.sent.filter { $0.axis == 1 }.count == 30)
    }

    @Test func garbageIsIgnoredAndCounted() {
        var r = Recorder(tilt: Tilt(rate: 100, minimumCutoff: 1))
        r.sample(.nan, 0, 1, ms: 0)
        r.sample(0, 0, 0, ms: 10)
        r.sample(0, 16.01, 0, ms: 20)
        r.sample(0, 0, -.infinity, ms: 30)
        #expect(r.sent.isEmpty)
        #expect(r.tilt.ignored == 4)
        r.sample(0, 0, 16, ms: 40)
        #expect(r.sent.count == 3)
    }
}

@Suite struct OneEuroFilterTests {
    // F4: compares with the recursion of the paper, implemented independently.
    @Test func followsThePaper() {
        var filter = OneEuroFilter(minimumCutoff: 2.5)
        var (hat, speed) = (10.0, 0.0)
        #expect(filter.filter(10, at: 0) == 10)
        for step in 1...200 {
            let raw = 10 + 40 * sin(Double(step) / 15)
            let te = 0.01
            func alpha(_ cutoff: Double) -> Double {
                let r = 2 * Double.pi * cutoff * te
                return r / (r + 1)
            }
            speed = alpha(1) * ((raw - hat) / te) + (1 - alpha(1)) * speed
            let a = alpha(2.5 + 0.01 * abs(speed))
            hat = a * raw + (1 - a) * hat
            #expect(abs(filter.filter(raw, at: UInt64(step) * 10_000_000) - hat) < 1e-9)
        }
    }

    @Test func filterWithoutCutoffChangesNothing() {
        var filter = OneEuroFilter(minimumCutoff: 0)
        #expect(filter.filter(3, at: 0) == 3)
        #expect(filter.filter(-80, at: 1) == -80)
    }

    @Test func sampleWithoutElapsedTimeIsIgnored() {
        var filter = OneEuroFilter(minimumCutoff: 1)
        #expect(filter.filter(3, at: 10) == 3)
        #expect(filter.filter(50, at: 10) == 3)
        #expect(filter.filter(50, at: 9) == 3)
    }

    /// F4: any acceleration at any time, including NaN and infinity, gives values of 14 bits or nothing.
    @Test(arguments: UInt64(1)...100)
    func anyAccelerationAtAnyTimeIsAPositionOrNothing(seed: UInt64) {
        var random = SplitMix(state: seed)
        let nonsense: [Double] = [
            .nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e-300, .leastNonzeroMagnitude, -0.0, 0, 16, -16,
            16.1,
        ]
        var tilt = Tilt(
            rate: 1 + random.below(400), minimumCutoff: random.chance(50) ? nil : random.pick([0.1, 1, 10]))
        tilt.ranges.x = TiltRange(from: Int8(random.below(181) - 90), to: Int8(random.below(181) - 90))
        tilt.ranges.y = TiltRange(from: 5, to: 5)
        var time: UInt64 = 0
        for _ in 0..<500 {
            func axis() -> Double { random.chance(30) ? random.pick(nonsense) : random.deviation() * 2 }
            time += random.chance(30) ? 0 : random.next() >> UInt64(12 + random.below(50))
            if random.chance(2) { tilt.beginCalibration(axis: random.chance(50) ? nil : UInt8(random.below(3))) }
            tilt.sample(axis(), axis(), axis(), at: time) { _, value, _ in
                if value > 16383 { Issue.record("TREADLE_SEED=\(seed): \(value)") }
                return true
            }
            if random.chance(2), case .learnt(_, let range) = tilt.endCalibration(), range.from == range.to {
                Issue.record("TREADLE_SEED=\(seed): \(range)")
            }
        }
    }
}
