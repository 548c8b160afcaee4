/// How MIDI 2.0 values pass a table of 7-bit or 14-bit values (U4). Stored in memory right behind the table.
///
/// A curve is computed from its formula, so that it has the resolution of the message without a larger table. The
/// number of words depends on the kind.
package struct FineShape {
    /// The lowest 8 bits of the first word contain the kind.
    private let words: UnsafePointer<UInt64>

    package enum Kind: UInt8 {
        /// A velocity list that drops some values, or a fixed velocity: the value is scaled down and its entry scaled
        /// up.
        case asWritten
        /// A list: linear interpolation between its entries.
        case interpolated
        /// y = x^p (R7); the second word is p.
        case power
        /// y = x^k / (x^k + (1-x)^k) (R7); the second word is k.
        case dynamics
        /// y = min(1, x / q) (R7); the second word is q.
        case cutoff
        /// A cubic through four points (R7). Bits 16...47 of the first word contain the two inner inputs, the second
        /// word the four outputs. Four more words contain the tangents for ranges of 0...1.
        case free
        /// A linear map of velocities (R25); the second word has its bounds: two inputs, then two outputs.
        case linear
        /// An offset and a limit behind the curve or map that the other words describe (R25). The first word has the
        /// ends of the limit in bits 8...15 and 16...23, and the offset in bits 24...31.
        case trimmed
    }

    /// - Parameter table: a table of a compiled plan, of `bytes` bytes.
    @inline(__always)
    init(behind table: UnsafeRawPointer, bytes: Int) {
        words = (table + bytes).assumingMemoryBound(to: UInt64.self)
    }

    /// The shape before offset and limit, if the kind is `trimmed`.
    var untrimmed: FineShape { FineShape(words: words + 1) }

    private init(words: UnsafePointer<UInt64>) { self.words = words }

    /// The first word, with the kind and settings of some kinds.
    var settings: UInt64 { words[0] }

    @inline(__always)
    var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: words[0])).unsafelyUnwrapped }

    @inline(__always)
    private func number(_ word: Int) -> Double { Double(bitPattern: words[word]) }

    /// Returns the output of a curve as a fraction of its range; nil for a list.
    ///
    /// - Parameter x: the input as a fraction of its range, 0...1.
    @inline(__always)
    func curve(_ x: Double, _ input: FineUnits, _ output: FineUnits) -> Double? {
        switch kind {
        case .asWritten, .interpolated: return nil
        case .power: return FinePower.power(x, number(1))
        case .dynamics:
            let rising = FinePower.power(x, number(1))
            return rising / (rising + FinePower.power(1 - x, number(1)))
        case .cutoff: return x / number(1)
        case .free: return cubic(x, input, output)
        case .linear: return line(x, input, output)
        case .trimmed: return trimmed(x, input, output)
        }
    }

    /// Whether the curve falls at its beginning.
    var falls: Bool {
        switch kind {
        case .free: words[1] & 0xFFFF > words[1] >> 16 & 0xFFFF
        case .linear: words[1] >> 32 & 0xFFFF > words[1] >> 48
        case .trimmed: untrimmed.falls
        default: false
        }
    }

    private func cubic(_ x: Double, _ input: FineUnits, _ output: FineUnits) -> Double {
        let (low, high) = (point(0, 1, input), point(0, 2, input))
        let piece = x <= low ? 0 : x <= high ? 1 : 2
        let start = piece == 0 ? 0 : piece == 1 ? low : high
        let width = (piece == 0 ? low : piece == 1 ? high : 1) - start
        let t = (x - start) / width
        let (t2, t3) = (t * t, t * t * t)
        // Hermite basis functions.
        let left = (2 * t3 - 3 * t2 + 1) * point(1, piece, output) + (t3 - 2 * t2 + t) * width * number(2 + piece)
        let right = (3 * t2 - 2 * t3) * point(1, piece + 1, output) + (t3 - t2) * width * number(3 + piece)
        return left + right
    }

    /// Converts a stored point to a fraction of its range, 0...1. A word contains four points, the first in the lowest
    /// bits.
    @inline(__always)
    func point(_ word: Int, _ index: Int, _ units: FineUnits) -> Double {
        units.fraction(units.up(UInt32(words[word] >> UInt64(16 * index) & 0xFFFF)))
    }
}
