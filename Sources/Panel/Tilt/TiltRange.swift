/// The angles that become 0 and 16383 (F4), in degrees −90...90. The two differ; `from` may be the greater one.
package struct TiltRange: Equatable, Sendable, BitwiseCopyable {
    package var from: Int8
    package var to: Int8

    package init(from: Int8 = -90, to: Int8 = 90) {
        self.from = from
        self.to = to
    }

    /// Converts degrees to 0...16383, rounded to nearest with halves away from zero, so that level is 8192 in the full
    /// range. Angles outside the range are clamped.
    package func value(ofDegrees degrees: Double) -> UInt16 {
        let (from, to) = (Double(from), Double(to))
        if from == to { return degrees < from ? 0 : 16383 }
        let inside = min(max(from, to), max(min(from, to), degrees))
        let exact = (inside - from) / (to - from) * 16383
        let whole = UInt16(exact)
        return exact - Double(whole) >= 0.5 ? whole + 1 : whole
    }
}

/// The ranges of the three axes.
package struct TiltRanges: Equatable, Sendable, BitwiseCopyable {
    package var x = TiltRange()
    package var y = TiltRange()
    package var z = TiltRange()

    package init() {}

    /// The range of an axis: 0 x, 1 y, 2 z.
    package subscript(axis: Int) -> TiltRange {
        get { axis == 0 ? x : axis == 1 ? y : z }
        set {
            switch axis {
            case 0: x = newValue
            case 1: y = newValue
            default: z = newValue
            }
        }
    }
}
