import CPlatform

/// A curve of velocities or controllers (R7, R10): a function from input to output, each in its own unit.
enum Curve {
    /// The softness, −100...100.
    case softness(Int)
    /// The dynamics, −100...100.
    case dynamics(Int)
    /// The cutoff in percent, 0...99.
    case cutoff(Int)
    case free(FreeCurve)

    /// A number that identifies the curve, for caching; nil for a free curve.
    var number: Int? {
        switch self {
        case .softness(let softness): softness
        case .dynamics(let dynamics): 1000 + dynamics
        case .cutoff(let cutoff): 2000 + cutoff
        case .free: nil
        }
    }

    /// Returns the output 0...outTop for an input 0...inTop, without rounding.
    func callAsFunction(_ input: Int, from inTop: Int, to outTop: Int) -> Double {
        let x = Double(input) / Double(inTop)
        let top = Double(outTop)
        switch self {
        case .softness(let softness):
            return top * pow(x, pow(2, Double(softness) / 50))
        case .dynamics(let dynamics):
            let power = pow(2, Double(dynamics) / 50)
            let rising = pow(x, power)
            return top * rising / (rising + pow(1 - x, power))
        case .cutoff(let cutoff):
            // Integer product, so that halves are exact and round up.
            return Swift.min(top, Double(input * 100 * outTop) / Double((100 - cutoff) * inTop))
        case .free(let curve):
            return curve(Double(input))
        }
    }

    /// Returns the outputs 0...outTop for the inputs 0...inTop, rounded to nearest (R10).
    func values(from inTop: Int, to outTop: Int) -> [Int] {
        (0...inTop).map { input in
            Int(Swift.min(Double(outTop), Swift.max(0, self(input, from: inTop, to: outTop).rounded())))
        }
    }

    /// The output velocities for velocities 0...127: 0 for velocity 0, at least 1 for others.
    var velocities: [UInt8] {
        (0...127).map { input in
            if input == 0 { return 0 }
            return UInt8(Swift.min(127, Swift.max(1, self(input, from: 127, to: 127).rounded())))
        }
    }
}

/// A monotone cubic through four points (Fritsch and Carlson, SIAM J. Numer. Anal. 17, 1980).
///
/// Tangents are the secant at each end and the mean of two secants at inner points, limited to radius 3.
struct FreeCurve {
    /// The inputs, in ascending order.
    let x: [Double]
    let y: [Double]
    private(set) var tangents: [Double]

    init(x: [Double], y: [Double]) {
        self.x = x
        self.y = y
        var secants: [Double] = []
        for piece in 0..<3 {
            let rise: Double = y[piece + 1] - y[piece]
            secants.append(rise / (x[piece + 1] - x[piece]))
        }
        tangents = [secants[0], (secants[0] + secants[1]) / 2, (secants[1] + secants[2]) / 2, secants[2]]
        // The curve is level at a local extremum.
        for inner in 1...2 where secants[inner - 1] * secants[inner] <= 0 { tangents[inner] = 0 }
        for piece in 0..<3 {
            if secants[piece] == 0 {
                tangents[piece] = 0
                tangents[piece + 1] = 0
                continue
            }
            let a: Double = tangents[piece] / secants[piece]
            let b: Double = tangents[piece + 1] / secants[piece]
            let square: Double = a * a + b * b
            if square > 9 {
                let scale: Double = 3 / square.squareRoot()
                tangents[piece] = scale * a * secants[piece]
                tangents[piece + 1] = scale * b * secants[piece]
            }
        }
    }

    func callAsFunction(_ input: Double) -> Double {
        var piece = 0
        while piece < 2 && input > x[piece + 1] { piece += 1 }
        let width = x[piece + 1] - x[piece]
        let t = (input - x[piece]) / width
        let (t2, t3) = (t * t, t * t * t)
        // The cubic Hermite basis functions.
        let left: Double = (2 * t3 - 3 * t2 + 1) * y[piece] + (t3 - 2 * t2 + t) * width * tangents[piece]
        let right: Double = (3 * t2 - 2 * t3) * y[piece + 1] + (t3 - t2) * width * tangents[piece + 1]
        return left + right
    }
}
