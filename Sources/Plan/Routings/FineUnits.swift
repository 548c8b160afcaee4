import MIDI

/// Converts between the 7 or 14 bits in which settings are written, and the 16 or 32 bits of a MIDI 2.0 value (U4).
struct FineUnits {
    /// The number of bits of a written value, 7 or 14.
    let bits: UInt32
    /// The number of bits of a MIDI 2.0 value, 16 or 32.
    let width: UInt32

    /// The highest value of `width` bits.
    @inline(__always)
    private var top: UInt32 { UInt32.max >> (32 - width) }

    /// The highest written value.
    var highest: UInt32 { 1 << bits - 1 }

    /// Scales a written value up (M2-115).
    @inline(__always)
    func up(_ written: UInt32) -> UInt32 { Scaling.up(written, from: bits, to: width) }

    @inline(__always)
    func down(_ value: UInt32) -> UInt32 { value >> (width - bits) }

    /// Returns a value as a fraction of the range, 0...1.
    @inline(__always)
    func fraction(_ value: UInt32) -> Double { Double(value) / Double(top) }

    /// Returns the value nearest to a fraction of the range; fractions below 0 or above 1 are clamped.
    @inline(__always)
    func value(_ fraction: Double) -> UInt32 {
        if fraction <= 0 { return 0 }
        return fraction >= 1 ? top : UInt32(fraction * Double(top) + 0.5)
    }

    /// Returns the two written values whose scaled-up values enclose a value; they are equal if the value itself is
    /// scaled up.
    @inline(__always)
    func neighbours(of value: UInt32) -> (UInt32, UInt32) {
        // In the upper half, a written value is scaled up to more than the smallest value that scales down to it.
        let (written, place) = (down(value), up(down(value)))
        if place == value { return (written, written) }
        return place < value ? (written, written + 1) : (written - 1, written)
    }

    /// Clamps a value to those that scale down to a written value between `first` and `last`, given in any order.
    @inline(__always)
    func nearest(to value: UInt32, from first: UInt32, to last: UInt32) -> UInt32 {
        let lowest = min(first, last) << (width - bits)
        let highest = max(first, last) << (width - bits) | (1 << (width - bits) - 1)
        return min(max(value, lowest), highest)
    }
}
