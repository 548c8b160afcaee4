import CPlatform

/// Datagrams of a connected UDP socket, for the loop.
package enum DatagramIO {
    /// Reads one datagram. Returns its bytes, 0 for an empty one, `IOResult.wouldBlock` if there is none, and
    /// `IOResult.gone` if the peer's computer has answered that nothing listens there. Other errors, such as a network
    /// that is down, count as `wouldBlock`: they may pass.
    package static func receive(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        result(treadle_read(socket, buffer.baseAddress, buffer.count))
    }

    /// Sends one datagram whole. Returns its bytes, or an error as `receive` does.
    package static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        let sent = treadle_write(socket, bytes.baseAddress, bytes.count)
        // An earlier datagram was refused. The kernel reports that instead of sending this one.
        if sent == -Int(ECONNREFUSED) { return result(treadle_write(socket, bytes.baseAddress, bytes.count)) }
        return result(sent)
    }

    private static func result(_ count: Int) -> Int {
        if count >= 0 { return count }
        return count == -Int(ECONNREFUSED) ? IOResult.gone : IOResult.wouldBlock
    }
}
