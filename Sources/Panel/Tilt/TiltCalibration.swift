import MIDI

/// Learns the range of an axis (F4): begin, tilt to one end and to the other, end.
///
/// Uses filtered angles, so that the player can reach each end again and a knock does not count. May be restarted at
/// any time.
package struct TiltCalibration: Sendable {
    /// The result of a calibration.
    package enum Outcome: Equatable, Sendable, BitwiseCopyable {
        /// The learnt range of an axis (0 x, 1 y, 2 z), rounded inwards to whole degrees; its direction is that of the
        /// previous range.
        case learnt(axis: UInt8, TiltRange)
        /// The axis was tilted over less than `PanelLimits.leastTilt` degrees.
        case tooSmall
        /// No angle arrived: there is no chip, or it does not answer (F5).
        case noSensor
    }

    /// The axis to learn; nil for x or y, the one with the larger movement.
    private var axis: UInt8?
    private var isRunning = false
    /// The lowest and highest angles in degrees; infinite until an angle arrives.
    private var lowest: InlineArray<3, Double> = [.infinity, .infinity, .infinity]
    private var highest: InlineArray<3, Double> = [-.infinity, -.infinity, -.infinity]

    /// Whether the bytes of this value form a calibration that is not running.
    mutating func isAtRest() -> Bool {
        if !RawBytes.isBool(&isRunning) || isRunning { return false }
        self = TiltCalibration()
        return true
    }

    mutating func begin(axis: UInt8?) {
        self = TiltCalibration()
        self.axis = axis
        isRunning = true
    }

    /// Adds an angle of an axis, in degrees.
    mutating func add(_ index: Int, _ degrees: Double) {
        if !isRunning { return }
        lowest[index] = min(lowest[index], degrees)
        highest[index] = max(highest[index], degrees)
    }

    /// Ends the calibration.
    ///
    /// - Parameter ranges: the current ranges. A reversed range stays reversed.
    mutating func end(_ ranges: TiltRanges) -> Outcome {
        isRunning = false
        // z changes with both x and y, so it is learnt only on request.
        let isY = highest[1] - lowest[1] > highest[0] - lowest[0]
        let axis = Int(self.axis ?? (isY ? 1 : 0))
        if lowest[axis] > highest[axis] { return .noSensor }
        // Tolerates a rounding error of a hundredth of a degree.
        let (low, high) = (Self.roundedUp(lowest[axis] - 0.01), -Self.roundedUp(-highest[axis] - 0.01))
        if high - low < PanelLimits.leastTilt { return .tooSmall }
        let (a, b) = (Int8(low), Int8(high))
        let isReversed = ranges[axis].from > ranges[axis].to
        return .learnt(axis: UInt8(axis), TiltRange(from: isReversed ? b : a, to: isReversed ? a : b))
    }

    /// Rounds up to whole degrees. The standard library's `rounded(.up)` may call libm (see `squareRoot`).
    private static func roundedUp(_ degrees: Double) -> Int {
        let whole = Int(degrees)
        return Double(whole) < degrees ? whole + 1 : whole
    }
}
