import CPlatform

/// A MIDI port for other programs where a machine has no sequencer: they open its path and read and write raw bytes.
///
/// The other end stays open here as well, so that the port is there whether somebody uses it or not.
public struct PseudoTerminal: Sendable {
    /// What other programs open.
    public let path: String
    /// The box's end.
    public let line: UART
    private let otherEnd: UART
    private var unread = 0

    public init() throws(DeviceError) {
        var name = [CChar](repeating: 0, count: 128)
        let opened = treadle_pty_open(&name, UInt(name.count))
        guard opened >= 0, treadle_never_wait(opened) >= 0 else {
            throw DeviceError("/dev/ptmx", .serial, doing: "making a pseudo-terminal", code: treadle_errno())
        }
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        line = UART(fd: opened)
        otherEnd = try UART(path)
    }

    /// Throws away what has waited since the last call and nobody has read; else the box would wait for a reader.
    /// Called twice a second or less.
    public mutating func dropUnread() {
        let waiting = Int(treadle_tty_waiting(otherEnd.fd))
        if unread == 0 || waiting < unread {
            unread = waiting
            return
        }
        unread = 0
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            while otherEnd.read(into: buffer) > 0 {}
        }
    }
}
