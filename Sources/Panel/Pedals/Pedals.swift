import MIDI

/// The expression pedals of a box (I10), and the calibration of their ranges.
package struct Pedals: Sendable {
    private var pedals = InlineArray<8, Pedal>(repeating: Pedal())
    /// The pedals in the configuration, one bit each.
    private let present: UInt8
    private var calibration = PedalCalibration()

    /// - Parameter present: the pedals in the configuration, one bit each.
    package init(present: UInt8 = 0) { self.present = present }

    /// The settings of a pedal, 0..<8. A change takes effect at the next reading.
    package subscript(pedal: Int) -> PedalSetup {
        get { pedals[pedal].setup }
        set { pedals[pedal].setup = newValue }
    }

    /// The value of a pedal, 0...16383; nil before its first reading.
    // Inlined, because a call would copy the whole value.
    @inline(__always)
    package func value(of pedal: Int) -> UInt16? { pedals[pedal].isKnown ? pedals[pedal].value : nil }

    /// Whether a reading changes anything; other readings need not be recorded.
    package func isNews(_ pedal: Int, _ reading: Int32) -> Bool {
        0..<PanelLimits.pedals ~= pedal && present & 1 << UInt8(pedal) != 0
            && (calibration.isRunning || pedals[pedal].isNews(reading))
    }

    /// Handles a reading of a pedal in eighths of a millivolt. Returns the value 0...16383 if it has changed, else
    /// nil.
    package mutating func update(_ pedal: Int, with reading: Int32) -> UInt16? {
        let value = pedals[pedal].update(with: reading)
        calibration.add(pedal, pedals[pedal].reading)
        return value
    }

    /// Begins to learn a range. Values are still returned.
    ///
    /// - Parameter pedal: the index of the pedal, 0..<8; nil for the one that moves farthest.
    package mutating func beginCalibration(_ pedal: UInt8?) {
        calibration.begin(pedal)
        // A pedal at rest sends no readings, so its last one counts.
        for index in 0..<PanelLimits.pedals where pedals[index].isKnown {
            calibration.add(index, pedals[index].reading)
        }
    }

    /// Ends learning and returns the learnt range. Does not change the settings.
    package mutating func endCalibration() -> PedalCalibration.Outcome {
        var reversed: UInt8 = 0
        for index in 0..<PanelLimits.pedals where pedals[index].setup.range.from > pedals[index].setup.range.to {
            reversed |= 1 << UInt8(index)
        }
        return calibration.end(reversed: reversed)
    }

    /// Whether the bytes of this value form valid pedals of this box, without a running calibration.
    package mutating func hasValidState(as fresh: inout Pedals) -> Bool {
        guard present == fresh.present, calibration.isAtRest() else { return false }
        for index in 0..<PanelLimits.pedals where !pedals[index].hasValidState(as: fresh.pedals[index]) { return false }
        return true
    }
}
