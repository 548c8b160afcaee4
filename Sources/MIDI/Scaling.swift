/// Values between the resolutions of the two protocols (M2-104-UM, appendix D).
public enum Scaling {
    /// More bits, by min-center-max: 0 stays 0, the centre the centre, the greatest value the greatest.
    ///
    /// Up to the centre a value is shifted. Above it the bits below the topmost are repeated downwards, so that what is
    /// added grows evenly.
    ///
    /// - Parameters:
    ///   - value: of `bits` bits.
    ///   - bits: 2...16.
    ///   - wider: how many bits come out, more than `bits`, at most 32.
    public static func up(_ value: UInt32, from bits: UInt32, to wider: UInt32) -> UInt32 {
        let added = wider - bits
        let shifted = value << added
        if value <= 1 << (bits - 1) { return shifted }
        let period = bits - 1
        let repeated = value & (1 << period - 1)
        var fill = added > period ? repeated << (added - period) : repeated >> (period - added)
        var scaled = shifted
        while fill != 0 {
            scaled |= fill
            fill >>= period
        }
        return scaled
    }

    /// Fewer bits: the lower ones are cut off.
    public static func down(_ value: UInt32, from bits: UInt32, to narrower: UInt32) -> UInt32 {
        value >> (bits - narrower)
    }
}
