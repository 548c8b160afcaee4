/// Capacities of the flight recorder's rings.
package enum EngineLimits {
    /// Inputs in the flight recorder, 16 bytes each: a message, six bytes of a SysEx, half a sample of the tilt. Two
    /// busy hands with pedals and pressure make 100 a second, an external clock 48, tilt at its usual rate 200. So it
    /// holds eleven minutes of playing, three minutes of everything at once, or half an hour of songs with pauses. When
    /// full, the oldest is overwritten. A power of two.
    package static let recordedInputs = 65536
    /// Outputs in the flight recorder, 16 bytes each: two hands and a clock at three instruments for some minutes. When
    /// full, the oldest is overwritten. A power of two.
    package static let recordedOutputs = 65536
}
