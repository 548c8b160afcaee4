import MIDI

/// A range of 7 or 14 bits, in which settings are written, and the 16 or 32 bits of a value of MIDI 2.0 (U4).
struct FineUnits {
    /// 7 or 14.
    let bits: UInt32
    /// 16 or 32.
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

    /// Returns the value nearest to a fraction of the range; below 0 or above 1 it is an end.
    @inline(__always)
    func value(_ fraction: Double) -> UInt32 {
        if fraction <= 0 { return 0 }
        return fraction >= 1 ? top : UInt32(fraction * Double(top) + 0.5)
    }

    /// Returns the written values whose scaled-up values enclose a value; both are the same where it is scaled up
    /// itself.
    @inline(__always)
    func neighbours(of value: UInt32) -> (UInt32, UInt32) {
        // In the upper half a written value is scaled up to more than the least value that scales down to it.
        let (written, place) = (down(value), up(down(value)))
        if place == value { return (written, written) }
        return place < value ? (written, written + 1) : (written - 1, written)
    }

    /// Moves a value to the nearest that scales down to a written value of a range, whose ends come in any order.
    @inline(__always)
    func nearest(to value: UInt32, from first: UInt32, to last: UInt32) -> UInt32 {
        let lowest = min(first, last) << (width - bits)
        let highest = max(first, last) << (width - bits) | (1 << (width - bits) - 1)
        return min(max(value, lowest), highest)
    }
}
