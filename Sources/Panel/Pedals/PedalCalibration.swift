import MIDI

/// Learns the range of an expression pedal (I10): begin, move the pedal to both ends, end. May be restarted at any
/// time.
package struct PedalCalibration: Sendable {
    /// The result of a calibration.
    package enum Outcome: Equatable, Sendable, BitwiseCopyable {
        /// The learnt range of a pedal (0..<8), rounded inwards to whole millivolts; its direction is that of the
        /// previous range.
        case learnt(pedal: UInt8, PedalRange)
        /// No pedal moved by `PanelLimits.leastPedal` millivolts or more.
        case tooSmall
        /// No reading arrived: there is no chip, or it does not answer (F5).
        case noSensor
    }

    private var pedal: UInt8?
    private(set) var isRunning = false
    /// The lowest and highest readings in eighths of a millivolt; the lowest is above the highest until one arrives.
    private var lowest = InlineArray<8, Int32>(repeating: Int32.max)
    private var highest = InlineArray<8, Int32>(repeating: Int32.min)

    mutating func begin(_ pedal: UInt8?) {
        self = PedalCalibration()
        (self.pedal, isRunning) = (pedal, true)
    }

    mutating func add(_ index: Int, _ reading: Int32) {
        if !isRunning { return }
        lowest[index] = min(lowest[index], reading)
        highest[index] = max(highest[index], reading)
    }

    /// - Parameter reversed: the pedals whose range runs downwards, one bit each.
    mutating func end(reversed: UInt8) -> Outcome {
        isRunning = false
        var chosen = Int(pedal ?? 0)
        if pedal == nil {
            for index in 1..<PanelLimits.pedals where travel(index) > travel(chosen) { chosen = index }
        }
        if lowest[chosen] > highest[chosen] { return .noSensor }
        let unit = Pedal.perMillivolt
        // A shift rounds towards −∞; `/` would round towards 0.
        let (low, high) = ((lowest[chosen] + unit - 1) >> 3, highest[chosen] >> 3)
        if high - low < Int32(PanelLimits.leastPedal) { return .tooSmall }
        let isReversed = reversed & 1 << UInt8(chosen) != 0
        let range = PedalRange(from: Int16(isReversed ? high : low), to: Int16(isReversed ? low : high))
        return .learnt(pedal: UInt8(chosen), range)
    }

    /// The distance that a pedal has moved, in eighths of a millivolt; below 0 if no reading arrived.
    private func travel(_ index: Int) -> Int64 { Int64(highest[index]) - Int64(lowest[index]) }

    /// Whether the bytes of this value form a calibration that is not running.
    mutating func isAtRest() -> Bool {
        if !RawBytes.isBool(&isRunning) || isRunning { return false }
        self = PedalCalibration()
        return true
    }
}
