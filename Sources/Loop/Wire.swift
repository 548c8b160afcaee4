/// A MIDI wire of 31,250 baud.
package enum Wire {
    /// Nanoseconds that a byte of 10 bits takes (MIDI 1.0 detailed specification, "Hardware").
    package static let byteTime: UInt64 = 320_000
}
