import Panel

/// The range of an axis of tilt that was learnt: 0 x, 1 y, 2 z.
package struct LearntRange: BitwiseCopyable {
    package var axis: UInt8
    package var range: TiltRange

    package init(axis: UInt8, range: TiltRange) { (self.axis, self.range) = (axis, range) }
}

/// Learning the range of the tilt by foot: hold a switch, tilt to one end and to the other, let go. All of it is for the
/// loop's thread.
///
///     held:      engine.beginCalibration()
///     let go:    switch engine.endCalibration() {
///                case .learnt(let axis, let range): …    in force already, and soon in the box file
///                case .tooSmall, .noSensor: …            nothing has changed
///                }
///
/// What is played meanwhile is routed as ever, the tilt too. Who begins anew, or never ends, breaks nothing.
extension Engine {
    /// - Parameter axis: 0 x, 1 y, 2 z; nil: the one of x and y that is tilted farther.
    package func beginCalibration(axis: UInt8? = nil) { tilt.pointee.beginCalibration(axis: axis) }

    /// What was learnt holds from the next sample on; the loop reports it, and the control thread writes it into
    /// `motion.range` of the box file (`RunningConfiguration+Tilt`).
    package func endCalibration() -> TiltCalibration.Outcome {
        let outcome = tilt.pointee.endCalibration()
        if case .learnt(let axis, let range) = outcome {
            tilt.pointee.ranges[Int(axis)] = range
            notices.pointee.learntRange = LearntRange(axis: axis, range: range)
        }
        return outcome
    }

    /// What was learnt and nobody has taken yet.
    package func takeLearntRange() -> LearntRange? {
        defer { notices.pointee.learntRange = nil }
        return notices.pointee.learntRange
    }
}
