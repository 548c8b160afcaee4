// Conversions and sums of times and tempos saturate: ticks of a wire may arrive at any time, and no input may trap the
// loop.
extension UInt32 {
    /// Converts a value by truncation, clamped to the range of the type; NaN becomes 0.
    @inline(__always)
    init(saturating value: Double) { self = value >= 0x1p32 ? .max : value > 0 ? UInt32(value) : 0 }
}

extension UInt64 {
    /// Converts a value by truncation, clamped to the range of the type; NaN becomes 0.
    @inline(__always)
    init(saturating value: Double) { self = value >= 0x1p64 ? .max : value > 0 ? UInt64(value) : 0 }

    /// Returns the sum, or `max` (which means "never") on overflow.
    @inline(__always)
    func plus(_ other: UInt64) -> UInt64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
