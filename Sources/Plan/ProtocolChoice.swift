/// The `protocol:` of a port (U2).
package enum ProtocolChoice: UInt8, Sendable {
    /// The protocol that the device is set to; MIDI 1.0 if the device does not support UMP.
    case automatic
    case midi1
    case midi2
}
