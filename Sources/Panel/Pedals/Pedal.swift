import MIDI

/// One expression pedal or potentiometer (I10): converts readings to a position 0...16383.
///
/// A hysteresis band surrounds the position. A reading within the band is noise and changes nothing; a reading beyond
/// it moves the position so far that the reading is at the edge of the band again. So movements have full resolution:
///
///     readings in mV    1000 1004 997 1012 1020 1016 1013   (hysteresis 8 mV)
///     position in mV    1000 1000 1000 1004 1012 1012 1012
///
/// The dead zones are ends without a band: a reading in one is at that end, whatever the position was.
struct Pedal: Sendable {
    /// The units of a reading in a millivolt: the step of an ADS1115 at ±4.096 V.
    static let perMillivolt: Int32 = 8

    /// The settings. A change takes effect at the next reading.
    var setup = PedalSetup()
    /// The newest reading, in eighths of a millivolt; valid if `isKnown`.
    private(set) var reading: Int32 = 0
    /// The distance from `range.from` towards `range.to`, in eighths of a millivolt; valid if `isKnown`.
    private var position: Int32 = 0
    /// The last returned value, 0...16383; valid if `isKnown`.
    private(set) var value: UInt16 = 0
    private(set) var isKnown = false

    /// Whether a reading would change the position.
    func isNews(_ reading: Int32) -> Bool { !isKnown || moved(by: reading) != position }

    /// Handles a reading in eighths of a millivolt. Returns the value 0...16383 if it has changed, else nil.
    mutating func update(with reading: Int32) -> UInt16? {
        let moved = moved(by: reading)
        let next = value(at: moved)
        defer { (self.reading, position, value, isKnown) = (Pedal.limited(reading), moved, next, true) }
        return isKnown && next == value ? nil : next
    }

    /// Clamps a reading to the possible range of a pedal, so that no calculation overflows.
    private static func limited(_ reading: Int32) -> Int32 {
        let most = Int32(PanelLimits.pedalMillivolts) * perMillivolt
        return max(-most, min(most, reading))
    }

    /// The ends of the dead zones, as distances from `range.from` in eighths of a millivolt.
    private var ends: (low: Int32, high: Int32) {
        let length = Int32((Int(setup.range.to) - Int(setup.range.from)).magnitude) * Pedal.perMillivolt
        return (length * Int32(setup.heel) / 100, length - length * Int32(setup.toe) / 100)
    }

    private func moved(by reading: Int32) -> Int32 {
        let fromHeel = Pedal.limited(reading) - Int32(setup.range.from) * Pedal.perMillivolt
        let along = setup.range.from < setup.range.to ? fromHeel : -fromHeel
        let (low, high) = ends
        if along <= low { return low }
        if along >= high { return high }
        // A band as wide as the range would leave only the two ends.
        let band = min(Int32(setup.hysteresis) * Pedal.perMillivolt, (high - low) / 8)
        if !isKnown { return along }
        // An end needs a larger movement to leave it, because one reading in the dead zone returns to it.
        if along > position + (position == low ? 2 * band : band) { return along - band }
        if along < position - (position == high ? 2 * band : band) { return along + band }
        return min(max(position, low), high)
    }

    private func value(at position: Int32) -> UInt16 {
        let (low, high) = ends
        if high <= low { return position <= low ? 0 : 16383 }
        let (part, whole) = (Int64(position - low), Int64(high - low))
        return UInt16((part * 16383 + whole / 2) / whole)
    }

    /// Whether the bytes of this value form a valid pedal with the settings of `fresh`, except for the range.
    mutating func hasValidState(as fresh: Pedal) -> Bool {
        guard RawBytes.isBool(&isKnown), value <= 16383, setup.heel == fresh.setup.heel, setup.toe == fresh.setup.toe,
            setup.hysteresis == fresh.setup.hysteresis, setup.range.from != setup.range.to,
            PedalRange.isPossible(setup.range), Pedal.limited(reading) == reading
        else { return false }
        let (low, high) = ends
        return !isKnown || low...max(low, high) ~= position
    }
}

extension PedalRange {
    fileprivate static func isPossible(_ range: PedalRange) -> Bool {
        let most = Int16(PanelLimits.pedalMillivolts)
        return -most...most ~= range.from && -most...most ~= range.to
    }
}
