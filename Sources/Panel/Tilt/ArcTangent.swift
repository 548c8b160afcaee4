/// The angle of the point (x, y) to the x axis in radians, −π...π; 0 for the origin.
///
/// Written out because the firmware has no libm, and so that every machine sends the same values (F4): it uses only
/// operations that IEEE 754 rounds exactly. The error is below 1e-14.
public func arcTangent(_ y: Double, _ x: Double) -> Double {
    let (a, b) = (x.magnitude, y.magnitude)
    guard a > 0 || b > 0 else { return 0 }
    let firstOctant = b > a ? .pi / 2 - arcTangent(ratio: a / b) : arcTangent(ratio: b / a)
    let upper = x < 0 ? .pi - firstOctant : firstOctant
    return y < 0 ? -upper : upper
}

/// atan for 0...1. Two turns, by π/4 and by ±π/8, bring it below tan(π/16), where ten terms of the series are exact.
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

/// t − t³/3 + t⁵/5 − … to t¹⁹, by Horner.
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

/// The square root of a finite number ≥ 0, within one unit in the last place.
///
/// The library's own calls libm unless it is optimized, which the host's debugging build of the box does not link.
func squareRoot(_ square: Double) -> Double {
    guard square > 0 else { return 0 }
    // Halving the exponent is right within 7 %; each step of Newton doubles the digits that are.
    var root = Double(bitPattern: (square.bitPattern >> 1) + 0x1FF8_0000_0000_0000)
    for _ in 0..<5 { root = (root + square / root) / 2 }
    return root
}
