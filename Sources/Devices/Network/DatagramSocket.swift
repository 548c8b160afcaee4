import CPlatform

/// A UDP socket of the control thread. It never waits.
public struct DatagramSocket: BitwiseCopyable, Sendable {
    /// A datagram's sender, and our address and interface at which it arrived. Its size is cut to the buffer.
    public struct Received {
        public var count: Int
        public var from: PeerAddress
        public var local: PeerAddress
    }

    public let fd: Int32

    /// Receives at a port on all addresses of the machine.
    ///
    /// - Parameter isShared: whether `init(from:to:)` may use the port too. Without it, the port is this process's own.
    public init(port: UInt16, isShared: Bool) throws(DeviceError) {
        fd = treadle_udp_open(port, isShared ? 1 : 0)
        if fd < 0 { throw .failed("UDP port \(port)", doing: "opening", code: -fd) }
    }

    /// Makes a socket of our address and port that only receives from a peer's address and port, and takes these
    /// datagrams away from the socket of the whole port.
    public init(from local: PeerAddress, to peer: PeerAddress) throws(DeviceError) {
        var (here, there) = (local.raw, peer.raw)
        fd = treadle_udp_connect(&here, &there)
        if fd < 0 { throw .failed(peer.text, doing: "connecting", code: -fd) }
    }

    /// Receives a datagram; nil if none is there. An error of an earlier datagram, such as a port that nobody listens
    /// to, counts as none.
    public func receive(into buffer: UnsafeMutableRawBufferPointer) -> Received? {
        var (from, local) = (treadle_address(), treadle_address())
        let count = treadle_udp_receive(fd, buffer.baseAddress, buffer.count, &from, &local)
        return count < 0 ? nil : Received(count: count, from: PeerAddress(from), local: PeerAddress(local))
    }

    /// Sends a datagram from our address `local`. Returns false if the kernel does not take it.
    @discardableResult
    public func send(_ bytes: [UInt8], to peer: PeerAddress, from local: PeerAddress) -> Bool {
        var (there, here) = (peer.raw, local.raw)
        return treadle_udp_send(fd, bytes, bytes.count, &there, &here) == bytes.count
    }

    /// Sends a datagram to the peer of a connected socket. Returns false if the kernel does not take it.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool { treadle_write(fd, bytes, bytes.count) == bytes.count }

    /// The port to which the socket is bound.
    public var port: UInt16 { UInt16(truncatingIfNeeded: max(treadle_udp_port(fd), 0)) }

    public func close() { CPlatform.close(fd) }
}
