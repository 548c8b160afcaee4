import CPlatform

/// Receives and sends datagrams of a connected UDP socket, for the loop.
package enum DatagramIO {
    /// Reads one datagram. Returns its size in bytes, `IOResult.wouldBlock` if no datagram waits, and `IOResult.gone`
    /// if the peer's computer has answered that nothing listens on the port. Other errors, such as a network that is
    /// down, count as `wouldBlock`, because they may pass.
    package static func receive(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        result(treadle_read(socket, buffer.baseAddress, buffer.count))
    }

    /// Sends one whole datagram. Returns its size in bytes, or an error as `receive` does.
    package static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        let sent = treadle_write(socket, bytes.baseAddress, bytes.count)
        // The kernel reports here that an earlier datagram was refused, and has not sent this one. So it is sent again.
        if sent == -Int(ECONNREFUSED) { return result(treadle_write(socket, bytes.baseAddress, bytes.count)) }
        return result(sent)
    }

    private static func result(_ count: Int) -> Int {
        if count >= 0 { return count }
        return count == -Int(ECONNREFUSED) ? IOResult.gone : IOResult.wouldBlock
    }
}
