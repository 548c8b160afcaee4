/// Powers without a mathematics library, which constrained modules cannot use. Using only sums, products and quotients
/// gives identical bits on every processor.
package enum FinePower {
    /// Returns `base` to the power of `exponent`, with a relative error below 1e-13.
    ///
    /// - Parameters:
    ///   - base: 0, or 2^-40...1.
    ///   - exponent: 1/4...4, the range of softness and dynamics (R7).
    static func power(_ base: Double, _ exponent: Double) -> Double {
        if base <= 0 { return 0 }
        return exponential(exponent * logarithm(base))
    }

    /// Returns the logarithm to base 2 of a normal number above 0.
    private static func logarithm(_ value: Double) -> Double {
        var exponent = Double(Int(value.bitPattern >> 52) - 1023)
        var significand = Double(bitPattern: value.bitPattern & (1 << 52 - 1) | 1023 << 52)
        if significand > 1.4142135623730951 {
            significand *= 0.5
            exponent += 1
        }
        // The series of the inverse hyperbolic tangent: |t| is at most 0.172, so the term of t^19 is below 1e-15.
        let t = (significand - 1) / (significand + 1)
        let s = t * t
        var sum = 1.0 / 19
        sum = sum * s + 1.0 / 17
        sum = sum * s + 1.0 / 15
        sum = sum * s + 1.0 / 13
        sum = sum * s + 1.0 / 11
        sum = sum * s + 1.0 / 9
        sum = sum * s + 1.0 / 7
        sum = sum * s + 1.0 / 5
        sum = sum * s + 1.0 / 3
        sum = sum * s + 1
        return exponent + 2 * t * sum * 1.4426950408889634
    }

    /// Returns 2 to a power of -160...0.
    package static func exponential(_ power: Double) -> Double {
        // `Int` truncates towards zero, and `power` is not positive, so this rounds to the nearest whole number.
        let whole = Int(power - 0.5)
        // The series of the exponential: |z| is at most 0.347, so the term of z^13 is below 2e-16.
        let z = (power - Double(whole)) * 0.6931471805599453
        var sum = 1 + z / 13
        sum = 1 + z / 12 * sum
        sum = 1 + z / 11 * sum
        sum = 1 + z / 10 * sum
        sum = 1 + z / 9 * sum
        sum = 1 + z / 8 * sum
        sum = 1 + z / 7 * sum
        sum = 1 + z / 6 * sum
        sum = 1 + z / 5 * sum
        sum = 1 + z / 4 * sum
        sum = 1 + z / 3 * sum
        sum = 1 + z / 2 * sum
        sum = 1 + z * sum
        return sum * Double(bitPattern: UInt64(whole + 1023) << 52)
    }
}
