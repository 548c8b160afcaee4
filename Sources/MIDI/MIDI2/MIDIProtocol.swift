/// Which channel messages a stream of UMPs holds (M2-104-UM 2.1.4). All other message types are the same in both
/// protocols.
package enum MIDIProtocol: Sendable {
    /// Message type 2: values of 7 and 14 bits.
    case midi1
    /// Message type 4: values of 16 and 32 bits.
    case midi2
}
