/// Hands a message to the driver in `run`, or to the listing in `render`.
///
/// Called with the context given to the router, the port, the two words of the message, and the time in nanoseconds at
/// which the message is sent (on a wire: at which its last byte is out). Returns 1 if the message is accepted; 0 means
/// "not now", and the router keeps the message until `Router.ready(port:)`. Called from the loop: must not allocate or
/// block.
package typealias Transmit = @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UInt32, UInt64) -> UInt32

/// Hands a UMP to the driver of a UMP port (`PortProtocol`).
///
/// Called with the context given to the router, the routing place, the four words of the UMP and the time in
/// nanoseconds. The words are valid until the function returns. The UMP already has the group and the protocol of
/// its place. Otherwise as `Transmit`.
package typealias TransmitUMP =
    @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafePointer<UInt32>, UInt64) -> UInt32
