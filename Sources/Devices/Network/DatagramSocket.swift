import CPlatform

/// A non-blocking UDP socket of the control thread.
package struct DatagramSocket: BitwiseCopyable, Sendable {
    /// A received datagram: its size, cut to the buffer, its sender, and our address and interface at which it arrived.
    package struct Received {
        package var count: Int
        package var from: PeerAddress
        package var local: PeerAddress
    }

    package let fd: Int32

    /// Opens a socket that receives at a port on all addresses of the machine.
    ///
    /// - Parameter isShared: whether `init(from:to:)` may use the port too. If false, no other socket can use the port.
    package init(port: UInt16, isShared: Bool) throws(DeviceError) {
        fd = treadle_udp_open(port, isShared ? 1 : 0)
        if fd < 0 { throw .failed("UDP port \(port)", doing: "opening", code: -fd) }
    }

    /// Opens a socket of our address and port that only receives from a peer's address and port. The peer's datagrams
    /// then no longer arrive at the socket of the whole port.
    package init(from local: PeerAddress, to peer: PeerAddress) throws(DeviceError) {
        var (here, there) = (local.raw, peer.raw)
        fd = treadle_udp_connect(&here, &there)
        if fd < 0 { throw .failed(peer.text, doing: "connecting", code: -fd) }
    }

    /// Receives a datagram; nil if none waits. An error of an earlier datagram, such as a port on which nothing
    /// listens, also returns nil.
    package func receive(into buffer: UnsafeMutableRawBufferPointer) -> Received? {
        var (from, local) = (treadle_address(), treadle_address())
        let count = treadle_udp_receive(fd, buffer.baseAddress, buffer.count, &from, &local)
        return count < 0 ? nil : Received(count: count, from: PeerAddress(from), local: PeerAddress(local))
    }

    /// Sends a datagram from our address `local`. Returns false if the kernel does not accept it.
    @discardableResult
    package func send(_ bytes: [UInt8], to peer: PeerAddress, from local: PeerAddress) -> Bool {
        var (there, here) = (peer.raw, local.raw)
        return treadle_udp_send(fd, bytes, bytes.count, &there, &here) == bytes.count
    }

    /// Sends a datagram to the peer of a connected socket. Returns false if the kernel does not accept it.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool { treadle_write(fd, bytes, bytes.count) == bytes.count }

    /// The port to which the socket is bound.
    package var port: UInt16 { UInt16(truncatingIfNeeded: max(treadle_udp_port(fd), 0)) }

    package func close() { CPlatform.close(fd) }
}
