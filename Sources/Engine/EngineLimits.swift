/// Capacities of the flight recorder's rings.
package enum EngineLimits {
    /// Entries of the flight recorder's input ring, 16 bytes each: a message, six bytes of a SysEx, or half a tilt
    /// sample. Two busy hands with pedals and pressure make 100 entries a second, an external clock 48, tilt at its
    /// usual rate 200. So the ring holds eleven minutes of playing, three minutes of everything at once, or half an
    /// hour of songs with pauses. When full, the oldest entry is overwritten. A power of two.
    package static let recordedInputs = 65536
    /// Entries of the flight recorder's output ring, 16 bytes each: enough for two hands and a clock at three
    /// instruments for some minutes. When full, the oldest entry is overwritten. A power of two.
    package static let recordedOutputs = 65536
}
