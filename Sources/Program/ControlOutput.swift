import MIDI

/// What a remap sends.
public enum ControlOutput: Equatable, Sendable {
    /// Nothing: `filter: true`.
    case nothing
    case controlChange(UInt8)
    /// MSB and LSB, both always, MSB first (R15).
    case controlChangePair(msb: UInt8, lsb: UInt8)
    case pitchBend
    /// Pitch bend at 7 bits: the value is the MSB, the LSB is 0 (R15).
    case pitchBendCoarse
    case channelPressure
    case program
    /// CC 0 and 32 first (R18).
    case bankedProgram(msb: UInt8, lsb: UInt8)
    /// Its selection, then its data (R16).
    case parameter(Parameter)
    /// A free message, or several (R17).
    case message(MessageTemplate)
    /// A note on with the value as its velocity; off at 0.
    case key(UInt8)
    /// The value as a note of velocity 100, in place of the one before.
    case noteValue
}
