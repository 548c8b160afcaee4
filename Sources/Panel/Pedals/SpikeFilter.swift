/// Drops single readings that jump, and readings that say nothing new (I10). For the thread that reads the chip.
///
/// A worn potentiometer loses its wiper for a moment, and a motor nearby disturbs a reading. A jump therefore counts only
/// if the next reading confirms it. A foot needs several readings for the whole way.
public struct SpikeFilter: Sendable {
    /// The last reading that counted.
    private var last: Int32 = 0
    private var isKnown = false
    /// A jump that was not confirmed yet.
    private var jump: Int32?

    public init() {}

    /// Takes a reading in eighths of a millivolt. Returns it if it counts and is new.
    public mutating func take(_ reading: Int32) -> Int32? {
        let most = Int32(PanelLimits.pedalJump) * Pedal.perMillivolt
        if isKnown && !isNear(reading, last, most) {
            guard let jump, isNear(reading, jump, most) else {
                self.jump = reading
                return nil
            }
        }
        jump = nil
        if isKnown && isNear(reading, last, PanelLimits.pedalNoise) { return nil }
        (last, isKnown) = (reading, true)
        return reading
    }

    /// Forgets everything, because the chip was away.
    public mutating func restart() { self = SpikeFilter() }

    private func isNear(_ a: Int32, _ b: Int32, _ most: Int32) -> Bool {
        (Int64(a) - Int64(b)).magnitude <= UInt64(most)
    }
}
