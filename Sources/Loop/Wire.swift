/// A wire of 31250 baud.
package enum Wire {
    /// Nanoseconds a byte takes: 10 bits (MIDI 1.0 detailed specification, "Hardware").
    package static let byteTime: UInt64 = 320_000
}
