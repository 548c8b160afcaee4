import Foundation
import Testing

@testable import Panel

/// F4: press, tilt to one end and to the other, release.
@Suite struct TiltCalibrationTests {
    /// Learns a range from angles of x and y in degrees, with a sample every 10 ms.
    private func learnt(
        _ angles: [(x: Double, y: Double)], axis: UInt8? = nil, ranges: TiltRanges = TiltRanges(), cutoff: Double? = nil
    ) -> TiltCalibration.Outcome {
        var tilt = Tilt(rate: 100, minimumCutoff: cutoff, ranges: ranges)
        var time: UInt64 = 0
        func sample(_ angle: (x: Double, y: Double)) {
            let (x, y) = (sin(angle.x * .pi / 180), sin(angle.y * .pi / 180))
            tilt.sample(x, y, (1 - x * x - y * y).squareRoot(), at: time) { _, _, _ in true }
            time += 10_000_000
        }
        // Samples before the beginning do not count.
        sample((80, 0))
        tilt.beginCalibration(axis: axis)
        for angle in angles { sample(angle) }
        let outcome = tilt.endCalibration()
        // Samples after the end do not count.
        sample((-80, 0))
        #expect(tilt.endCalibration() == outcome)
        return outcome
    }

    @Test func theRangeIsFromOneEndToTheOtherWhicheverComesFirst() {
        let range = TiltCalibration.Outcome.learnt(axis: 0, TiltRange(from: -20, to: 35))
        #expect(learnt([(0, 0), (-20, 0), (35, 0)]) == range)
        #expect(learnt([(35, 1), (10, 0), (-20, 3), (0, 0)]) == range)
    }

    /// The range is rounded inwards, so that its ends can be reached again.
    @Test func degreesAreWhole() {
        #expect(learnt([(-20.6, 0), (35.9, 0)]) == .learnt(axis: 0, TiltRange(from: -20, to: 35)))
        #expect(learnt([(-0.4, 0), (12.3, 0)]) == .learnt(axis: 0, TiltRange(from: 0, to: 12)))
    }

    @Test func aReversedRangeStaysReversed() {
        var ranges = TiltRanges()
        ranges.y = TiltRange(from: 90, to: -90)
        #expect(learnt([(0, -20), (0, 35)], ranges: ranges) == .learnt(axis: 1, TiltRange(from: 35, to: -20)))
        #expect(learnt([(-20, 0), (35, 0)], ranges: ranges) == .learnt(axis: 0, TiltRange(from: -20, to: 35)))
    }

    /// z changes with both x and y, so it is learnt only on request.
    @Test func theAxisIsTheOneTiltedFartherUnlessItIsNamed() {
        let angles = [(x: 0.0, y: 0.0), (12, 30), (0, 0)]
        #expect(learnt(angles) == .learnt(axis: 1, TiltRange(from: 0, to: 30)))
        #expect(learnt(angles, axis: 0) == .learnt(axis: 0, TiltRange(from: 0, to: 12)))
        #expect(learnt([(0, 0), (40, 0)], axis: 2) == .learnt(axis: 2, TiltRange(from: 50, to: 90)))
    }

    @Test func tooSmallMovementIsNotLearnt() {
        #expect(learnt([(0, 0), (9.9, 0)]) == .tooSmall)
        #expect(learnt([(0, 0), (10, 0)]) == .learnt(axis: 0, TiltRange(from: 0, to: 10)))
        #expect(learnt([(0, 0), (0, 45)], axis: 0) == .tooSmall)
    }

    /// F5: no chip, or a chip without valid samples.
    @Test func withoutAnAngleNothingIsLearnt() {
        #expect(learnt([]) == .noSensor)
        var tilt = Tilt(rate: 100, minimumCutoff: nil)
        tilt.beginCalibration(axis: nil)
        tilt.sample(0, 0, 0, at: 1) { _, _, _ in true }
        #expect(tilt.endCalibration() == .noSensor)
    }

    /// A knock of one sample does not count, because the filter does not follow it.
    @Test func theFilteredAngleCounts() {
        let rest = Array(repeating: (x: 0.0, y: 0.0), count: 50)
        #expect(learnt([(0, 0)] + rest + [(0, 30)] + rest, axis: 1, cutoff: 1) == .tooSmall)
    }
}
