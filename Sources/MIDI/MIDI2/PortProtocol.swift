/// The protocol of an output port.
package enum PortProtocol: UInt8, Sendable {
    /// A stream of bytes (MIDI 1.0).
    case bytes
    /// Universal MIDI Packets whose channel messages are of type 2 (M2-104-UM 2.1.4).
    case packets1
    /// Universal MIDI Packets whose channel messages are of type 4.
    case packets2

    /// Whether the port takes packets instead of bytes.
    @inline(__always)
    package var isPackets: Bool { self != .bytes }
}
