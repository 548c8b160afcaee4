import Foundation
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
        /// Whether what it gives changes anything that is sent.
        var isHeard = true
        mutating func sample(_ x: Double, _ y: Double, _ z: Double, ms: UInt64) {
            tilt.sample(x, y, z, at: ms * 1_000_000) {
                sent.append(Sent($0, $1, $2 / 1_000_000))
                return isHeard
            }
        }
        mutating func advance(ms: UInt64) {
            tilt.advance(to: ms * 1_000_000) {
                sent.append(Sent($0, $1, $2 / 1_000_000))
                return isHeard
            }
        }
    }

    // F4
    @Test func levelIsTheMiddleAndUprightAnEnd() {
        var r = Recorder(tilt: Tilt(rate: 100, minimumCutoff: nil))
        r.sample(0, 0, 1, ms: 0)
        #expect(r.sent == [Sent(0, 8192, 0), Sent(1, 8192, 0), Sent(2, 16383, 0)])
        r.sent = []
        r.sample(0, -1, 0, ms: 100)
        #expect(r.sent == [Sent(1, 0, 100), Sent(2, 8192, 100)])
    }

    @Test func halvesRoundAwayFromZero() {
        #expect(Tilt.value(ofDegrees: 0) == 8192)
        #expect(Tilt.value(ofDegrees: -0.000001) == 8191)
        #expect(Tilt.value(ofDegrees: -90) == 0)
        #expect(Tilt.value(ofDegrees: 90) == 16383)
        #expect(Tilt.value(ofDegrees: 45) == 12287)
        #expect(Tilt.value(ofDegrees: -45) == 4096)
        #expect(Tilt.value(ofDegrees: 91) == 16383)
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

    /// The rate is that of what is sent: a change that nothing made of it keeps the next one waiting for nothing.
    @Test func whatIsNotHeardDoesNotDelay() {
        var r = Recorder(tilt: Tilt(rate: 50, minimumCutoff: nil))
        r.sample(0, 0, 1, ms: 0)
        r.isHeard = false
        r.sample(0, 0.5, 1, ms: 5)
        r.advance(ms: 20)
        r.sent = []
        r.isHeard = true
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

    @Test func aValueThatCameBackNeedsNoSending() {
        var r = Recorder(tilt: Tilt(rate: 50, minimumCutoff: nil))
        r.sample(0, 0, 1, ms: 0)
        r.sample(0, 0.5, 1, ms: 5)
        r.sample(0, 0, 1, ms: 10)
        #expect(r.tilt.nextDeadline == never)
    }

    @Test func overdueComesOutBeforeALaterSample() {
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
    // F4: against the paper's recursion, written down once more.
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

    @Test func withoutACutoffItIsNoFilter() {
        var filter = OneEuroFilter(minimumCutoff: 0)
        #expect(filter.filter(3, at: 0) == 3)
        #expect(filter.filter(-80, at: 1) == -80)
    }

    @Test func noTimeNoMovement() {
        var filter = OneEuroFilter(minimumCutoff: 1)
        #expect(filter.filter(3, at: 10) == 3)
        #expect(filter.filter(50, at: 10) == 3)
        #expect(filter.filter(50, at: 9) == 3)
    }
}
