import MIDI

/// Learns the range of an axis (F4): begin, tilt to one end and to the other, end.
///
/// It takes the angles that come out of the filter, so that each end can be reached again, and a knock is none. It may
/// be begun anew at any time, and always knows where it is: nothing needs to be taken back.
public struct TiltCalibration: Sendable {
    /// What came of it.
    public enum Outcome: Equatable, Sendable, BitwiseCopyable {
        /// The range that an axis (0 x, 1 y, 2 z) was tilted over, whole degrees, inwards. It runs the way it ran before.
        case learnt(axis: UInt8, TiltRange)
        /// Less than `PanelLimits.leastTilt` degrees.
        case tooSmall
        /// No angle has come: there is no chip, or it does not answer (F5).
        case noSensor
    }

    /// Which axis; nil: the one of x and y that is tilted farther.
    private var axis: UInt8?
    private var isRunning = false
    /// Degrees; the lowest above the highest until there are any.
    private var lowest: InlineArray<3, Double> = [.infinity, .infinity, .infinity]
    private var highest: InlineArray<3, Double> = [-.infinity, -.infinity, -.infinity]

    /// Whether bytes that were put in its place are one that nobody has begun.
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

    /// An angle of an axis in degrees.
    mutating func take(_ index: Int, _ degrees: Double) {
        if !isRunning { return }
        lowest[index] = min(lowest[index], degrees)
        highest[index] = max(highest[index], degrees)
    }

    /// - Parameter ranges: as they are; one that is reversed stays so.
    mutating func end(_ ranges: TiltRanges) -> Outcome {
        isRunning = false
        // z hangs with both: it is learnt only where it is asked for.
        let isY = highest[1] - lowest[1] > highest[0] - lowest[0]
        let axis = Int(self.axis ?? (isY ? 1 : 0))
        if lowest[axis] > highest[axis] { return .noSensor }
        // A hundredth of a degree beyond a whole one is no other.
        let (low, high) = (Self.roundedUp(lowest[axis] - 0.01), -Self.roundedUp(-highest[axis] - 0.01))
        if high - low < PanelLimits.leastTilt { return .tooSmall }
        let (a, b) = (Int8(low), Int8(high))
        let isReversed = ranges[axis].from > ranges[axis].to
        return .learnt(axis: UInt8(axis), TiltRange(from: isReversed ? b : a, to: isReversed ? a : b))
    }

    /// To whole degrees; the library's own may call libm (see `squareRoot`).
    private static func roundedUp(_ degrees: Double) -> Int {
        let whole = Int(degrees)
        return Double(whole) < degrees ? whole + 1 : whole
    }
}
