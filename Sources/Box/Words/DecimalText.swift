import MIDI

/// Formats decimal fractions without a formatting library.
enum DecimalText {
    /// Formats a number of billionths with as many decimals as needed, at most nine.
    static func exact(billionths: UInt64) -> String {
        var digits: [UInt8] = []
        var rest = billionths % 1_000_000_000
        var divisor: UInt64 = 100_000_000
        while rest > 0 {
            digits.append(UInt8(ascii: "0") + UInt8(rest / divisor))
            rest %= divisor
            divisor /= 10
        }
        let whole = "\(billionths / 1_000_000_000)"
        return digits.isEmpty ? whole : "\(whole).\(String(decoding: digits, as: UTF8.self))"
    }
}

/// Percentages of values of 32 bits by min-center-max (M2-115-U): 50 % is the centre 0x80000000, 100 % is 0xFFFFFFFF.
enum Percent {
    private static let center: UInt64 = 1 << 31

    /// Formats a 32-bit value as a percentage with one decimal.
    static func text(_ value: UInt32) -> String {
        let tenths = Scaling.tenthsOfPercent(value)
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// The 32-bit value of a percentage, which is given in billionths of a percent; nil outside 0..100 %.
    static func value(billionths: Int64) -> UInt32? {
        let (percent, half) = (billionths, 50_000_000_000 as UInt64)
        guard percent >= 0, let percent = UInt64(exactly: percent), percent <= 2 * half else { return nil }
        // 2^31 times 5e10 needs more than 64 bits.
        let (part, size) = percent <= half ? (percent, center) : (percent - half, center - 1)
        let product = part.multipliedFullWidth(by: size)
        let (quotient, rest) = half.dividingFullWidth(product)
        let scaled = quotient + (rest >= half / 2 ? 1 : 0)
        return UInt32(percent <= half ? scaled : center + scaled)
    }
}
