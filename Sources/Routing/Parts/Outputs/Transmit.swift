/// Hands a message to what sends it: a driver in `run`, the listing in `render`.
///
/// Called with the context given to the router, the port, the message's two words and the time in nanoseconds at which the
/// message is on its way (for a wire: at which its last byte is out). Returns 1 when the message is taken; 0 means "not now",
/// and the router keeps the message until `Router.ready(port:)`. It is called from the loop and must not allocate or block.
public typealias Transmit = @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UInt32, UInt64) -> UInt32

/// Hands a packet to what sends it, for a port that speaks packets (`PortProtocol`).
///
/// Called with the context given to the router, the place, the four words of the packet and the time in nanoseconds. The words are
/// good until the function returns. The packet is whole: of the group and the protocol of the place. The rest is as in
/// `Transmit`.
public typealias TransmitPacket =
    @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafePointer<UInt32>, UInt64) -> UInt32
