/// Converts values between the resolutions of the two protocols (M2-104-UM, appendix D).
package enum Scaling {
    /// Scales a value to more bits by min-center-max: 0, the centre and the greatest value keep their meaning.
    ///
    /// A value up to the centre is shifted. Above the centre, the bits below the top bit are repeated downwards, so
    /// that the added part grows evenly.
    ///
    /// - Parameters:
    ///   - value: a value of `bits` bits.
    ///   - bits: 2...16.
    ///   - wider: the number of bits of the result, more than `bits`, at most 32.
    package static func up(_ value: UInt32, from bits: UInt32, to wider: UInt32) -> UInt32 {
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

    /// Scales a value to fewer bits by cutting off the lower bits.
    package static func down(_ value: UInt32, from bits: UInt32, to narrower: UInt32) -> UInt32 {
        value >> (bits - narrower)
    }

    /// Returns a value of 32 bits as tenths of a percent by min-center-max (M2-115-U): 500 for the centre 0x80000000,
    /// 1000 for 0xFFFFFFFF.
    package static func tenthsOfPercent(_ value: UInt32) -> UInt64 {
        let (value, center) = (UInt64(value), UInt64(1) << 31)
        return value <= center
            ? (value * 500 + center / 2) / center
            : 500 + ((value - center) * 500 + (center - 1) / 2) / (center - 1)
    }
}
