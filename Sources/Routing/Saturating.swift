// Conversions and sums of times and tempos that saturate. Ticks of a wire may come at any time, and no input may trap
// the loop.
extension FixedWidthInteger {
    /// The whole part of a value, or the nearest number there is; 0 where the value is not a number.
    @inline(__always)
    init(saturating value: Double) {
        // Twice the half, because the greatest number itself has no exact Double.
        let end = 2 * Double(Self.max / 2 + 1)
        if value >= end {
            self = .max
        } else if value > Double(Self.min) {
            self = Self(value)
        } else {
            self = value.isNaN ? 0 : .min
        }
    }
}

extension UInt64 {
    /// The sum, or `max`, which is never.
    @inline(__always)
    func plus(_ other: UInt64) -> UInt64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
