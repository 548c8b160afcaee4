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

    /// Moves a value to the nearest that scales down to `written`.
    @inline(__always)
    func nearest(to value: UInt32, at written: UInt32) -> UInt32 {
        let lowest = written << (width - bits)
        let highest = lowest | (1 << (width - bits) - 1)
        return value < lowest ? lowest : value > highest ? highest : value
    }
}
