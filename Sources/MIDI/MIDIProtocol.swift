/// Which channel messages the packets of a stream are meant to hold (M2-104-UM 2.1.4). The other types are the same in both.
public enum MIDIProtocol: Sendable {
    /// Type 2, of 7 and 14 bits.
    case midi1
    /// Type 4, of 16 and 32 bits.
    case midi2
}
