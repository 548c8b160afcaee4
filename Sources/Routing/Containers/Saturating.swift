// Conversions and sums of times and tempos that saturate. Ticks of a wire may come at any time, and no input may trap
// the loop.
extension UInt32 {
    /// The whole part of a value, or the nearest number there is; 0 where the value is not a number.
    @inline(__always)
    init(saturating value: Double) { self = value >= 0x1p32 ? .max : value > 0 ? UInt32(value) : 0 }
}

extension UInt64 {
    /// The whole part of a value, or the nearest number there is; 0 where the value is not a number.
    @inline(__always)
    init(saturating value: Double) { self = value >= 0x1p64 ? .max : value > 0 ? UInt64(value) : 0 }

    /// The sum, or `max`, which is never.
    @inline(__always)
    func plus(_ other: UInt64) -> UInt64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
