import Panel

/// The learnt range of an axis of tilt: 0 x, 1 y, 2 z.
package struct LearntRange: BitwiseCopyable {
    package var axis: UInt8
    package var range: TiltRange

    package init(axis: UInt8, range: TiltRange) { (self.axis, self.range) = (axis, range) }
}

/// The learnt range of a pedal, 0..<8.
package struct LearntPedal: BitwiseCopyable {
    package var pedal: UInt8
    package var range: PedalRange

    package init(pedal: UInt8, range: PedalRange) { (self.pedal, self.range) = (pedal, range) }
}

/// Learns a tilt range by foot: hold a switch, tilt to both ends, release the switch. For the loop's thread.
///
///     held:      engine.beginCalibration()
///     released:  switch engine.endCalibration() {
///                case .learnt(let axis, let range): …    used already, and soon in the box file
///                case .tooSmall, .noSensor: …            nothing has changed
///                }
///
/// Routing continues meanwhile, also of the tilt. A calibration may be begun again, or never ended.
extension Engine {
    /// Begins a calibration.
    ///
    /// - Parameter axis: 0 x, 1 y, 2 z; nil for whichever of x and y is tilted farther.
    package func beginCalibration(axis: UInt8? = nil) { tilt.beginCalibration(axis: axis) }

    /// Ends a calibration. A learnt range is used from the next sample on; the loop reports it, and the control thread
    /// writes it into `motion.range` of the box file (`RunningConfiguration+Tilt`).
    package func endCalibration() -> TiltCalibration.Outcome {
        let outcome = tilt.endCalibration()
        if case .learnt(let axis, let range) = outcome {
            tilt.ranges[Int(axis)] = range
            notices.learntRange = LearntRange(axis: axis, range: range)
        }
        return outcome
    }

    /// Begins to learn the range of a pedal (I10).
    ///
    /// - Parameter pedal: 0..<8; nil for the pedal that moves farthest.
    package func beginPedalCalibration(_ pedal: UInt8? = nil) { pedals.beginCalibration(pedal) }

    /// Ends the calibration of a pedal. A learnt range is used from the next reading on; the loop reports it, and the
    /// control thread writes it into `pedals` of the box file.
    package func endPedalCalibration() -> PedalCalibration.Outcome {
        let outcome = pedals.endCalibration()
        if case .learnt(let pedal, let range) = outcome {
            pedals[Int(pedal)].range = range
            notices.learntPedal = LearntPedal(pedal: pedal, range: range)
        }
        return outcome
    }

    /// Returns a newly learnt range of a pedal, once; nil if there is none.
    package func takeLearntPedal() -> LearntPedal? {
        defer { notices.learntPedal = nil }
        return notices.learntPedal
    }

    /// Returns a newly learnt tilt range, once; nil if there is none.
    package func takeLearntRange() -> LearntRange? {
        defer { notices.learntRange = nil }
        return notices.learntRange
    }
}
