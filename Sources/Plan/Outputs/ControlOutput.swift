import MIDI

/// The output of a remap.
package enum ControlOutput: Equatable, Sendable {
    /// The remap sends nothing: `filter: true`.
    case nothing
    case controlChange(UInt8)
    /// MSB and LSB, always both, MSB first (R15).
    case controlChangePair(msb: UInt8, lsb: UInt8)
    case pitchBend
    /// Pitch bend at 7 bits: the value is the MSB, the LSB is 0 (R15).
    case pitchBendCoarse
    case channelPressure
    case program
    /// Bank select (CC 0 and 32), then the program (R18).
    case bankedProgram(msb: UInt8, lsb: UInt8)
    /// The selection of a parameter, then its data (R16).
    case parameter(Parameter)
    /// One or several free messages (R17).
    case message(MessageTemplate)
    /// A note whose velocity is the value; 0 ends the note.
    case key(UInt8)
    /// The note whose number is the value, at velocity 100; it ends the previous note.
    case noteValue
}
