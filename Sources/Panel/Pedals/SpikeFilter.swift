/// Drops single readings that jump, and readings without change (I10). Used by the thread that reads the chip.
///
/// The wiper of a worn potentiometer loses contact for a moment, and a motor nearby disturbs a reading. So a jump
/// counts only if the next reading confirms it. A foot needs several readings for the whole range.
package struct SpikeFilter: Sendable {
    /// The last reading that counted.
    private var last: Int32 = 0
    private var isKnown = false
    /// A jump that is not confirmed yet.
    private var jump: Int32?

    package init() {}

    /// Filters a reading in eighths of a millivolt. Returns the reading if it counts and is new, else nil.
    package mutating func accept(_ reading: Int32) -> Int32? {
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

    /// Forgets all readings, because the chip was unplugged.
    package mutating func restart() { self = SpikeFilter() }

    private func isNear(_ a: Int32, _ b: Int32, _ most: Int32) -> Bool {
        (Int64(a) - Int64(b)).magnitude <= UInt64(most)
    }
}
