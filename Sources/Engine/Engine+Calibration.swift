import Panel

/// The learnt range of an axis of tilt: 0 x, 1 y, 2 z.
package struct LearntRange: BitwiseCopyable {
    package var axis: UInt8
    package var range: TiltRange

    package init(axis: UInt8, range: TiltRange) { (self.axis, self.range) = (axis, range) }
}

/// Learns a tilt range by foot: hold a switch, tilt to both ends, release the switch. For the loop's thread.
///
///     held:      engine.beginCalibration()
///     released:  switch engine.endCalibration() {
///                case .learnt(let axis, let range): …    used already, and soon in the box file
///                case .tooSmall, .noSensor: …            nothing has changed
///                }
///
/// Routing goes on meanwhile, also of the tilt. A calibration may begin again, or never end.
extension Engine {
    /// Begins a calibration.
    ///
    /// - Parameter axis: 0 x, 1 y, 2 z; nil for the one of x and y that is tilted farther.
    package func beginCalibration(axis: UInt8? = nil) { tilt.pointee.beginCalibration(axis: axis) }

    /// Ends a calibration. A learnt range is used from the next sample on; the loop reports it, and the control thread
    /// writes it into `motion.range` of the box file (`RunningConfiguration+Tilt`).
    package func endCalibration() -> TiltCalibration.Outcome {
        let outcome = tilt.pointee.endCalibration()
        if case .learnt(let axis, let range) = outcome {
            tilt.pointee.ranges[Int(axis)] = range
            notices.pointee.learntRange = LearntRange(axis: axis, range: range)
        }
        return outcome
    }

    /// Takes the learnt range, once.
    package func takeLearntRange() -> LearntRange? {
        defer { notices.pointee.learntRange = nil }
        return notices.pointee.learntRange
    }
}
