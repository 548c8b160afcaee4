/// Returns the angle between the x axis and the point (x, y), in radians, −π...π; 0 for the origin.
///
/// An implementation of our own, because the firmware has no libm, and because every machine must send equal values
/// (F4): only operations that IEEE 754 rounds exactly are used. The error is below 1e-14.
package func arcTangent(_ y: Double, _ x: Double) -> Double {
    let (a, b) = (x.magnitude, y.magnitude)
    guard a > 0 || b > 0 else { return 0 }
    let firstOctant = b > a ? .pi / 2 - arcTangent(ratio: a / b) : arcTangent(ratio: b / a)
    let upper = x < 0 ? .pi - firstOctant : firstOctant
    return y < 0 ? -upper : upper
}

/// Returns the arc tangent of 0...1. Rotations by π/4 and ±π/8 bring the ratio below tan(π/16), where ten terms of the
/// series suffice.
private func arcTangent(ratio: Double) -> Double {
    let tanEighth = 0.414213562373095048802  // tan(π/8) = √2 − 1
    let tanSixteenth = 0.198912367379658006912  // tan(π/16)
    var (t, turned) = (ratio, 0.0)
    if t > tanEighth {
        t = (t - 1) / (t + 1)
        turned = .pi / 4
    }
    if t > tanSixteenth {
        t = (t - tanEighth) / (1 + t * tanEighth)
        turned += .pi / 8
    } else if t < -tanSixteenth {
        t = (t + tanEighth) / (1 - t * tanEighth)
        turned -= .pi / 8
    }
    return turned + series(t)
}

/// Returns t − t³/3 + t⁵/5 − … up to t¹⁹, by Horner's scheme.
private func series(_ t: Double) -> Double {
    let square = t * t
    var sum = 0.0
    var divisor = 19.0
    while divisor >= 1 {
        sum = 1 / divisor - square * sum
        divisor -= 2
    }
    return t * sum
}

/// Returns the square root of a finite number ≥ 0, within one unit in the last place.
///
/// The standard library's `squareRoot()` calls libm in debug builds, which the host build of the box does not link.
func squareRoot(_ square: Double) -> Double {
    guard square > 0 else { return 0 }
    // Halving the exponent is accurate to 7 %. Each Newton step doubles the number of correct digits.
    var root = Double(bitPattern: (square.bitPattern >> 1) + 0x1FF8_0000_0000_0000)
    for _ in 0..<5 { root = (root + square / root) / 2 }
    return root
}
