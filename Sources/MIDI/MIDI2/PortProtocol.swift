/// The protocol of an output port.
package enum PortProtocol: UInt8, Sendable {
    /// A stream of bytes (MIDI 1.0).
    case bytes
    /// Universal MIDI Packets whose channel messages are of type 2 (M2-104-UM 2.1.4).
    case ump1
    /// Universal MIDI Packets whose channel messages are of type 4.
    case ump2

    /// Whether the port takes UMPs instead of bytes.
    @inline(__always)
    package var isUMP: Bool { self != .bytes }
}
