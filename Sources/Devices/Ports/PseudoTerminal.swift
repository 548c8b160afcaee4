import CPlatform

/// A MIDI port for other programs on a machine without a sequencer: they open its path and read and write raw bytes.
///
/// A plain descriptor the loop may copy. It reports a hangup (EPOLLHUP) while no client has the path open.
package struct PseudoTerminal: BitwiseCopyable, Sendable {
    /// The descriptor of the box's end, for reading and writing.
    package let fd: Int32

    /// - Parameter path: receives the path that other programs open.
    package init(path: inout String) throws(DeviceError) {
        var name = [CChar](repeating: 0, count: 128)
        let opened = treadle_pty_open(&name, UInt(name.count))
        // Both ends share their settings. The device reports whether a client has the other end open only after that
        // end was closed once, which `treadle_pty_discard` does.
        guard opened >= 0, treadle_never_wait(opened) >= 0, treadle_tty_raw(opened, UART.baud) >= 0,
            treadle_pty_discard(opened) >= 0
        else {
            let code = treadle_errno()
            if opened >= 0 { CPlatform.close(opened) }
            throw DeviceError("/dev/ptmx", .serial, doing: "making a pseudo-terminal", code: code)
        }
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        fd = opened
    }

    /// Whether a client has the other end open.
    package var isUsed: Bool { treadle_pty_is_used(fd) != 0 }

    /// Whether the client at the other end has read everything, or no client has it open.
    package var isRead: Bool { treadle_pty_is_read(fd) != 0 }

    /// Reads pending bytes into a buffer. Returns `IOResult.gone` if no client has the other end open.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        IOResult.system(treadle_read(fd, buffer.baseAddress, buffer.count))
    }

    /// Writes bytes, possibly only the first few. Discards them if no client has the other end open.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        isUsed ? IOResult.system(treadle_write(fd, bytes.baseAddress, bytes.count)) : bytes.count
    }

    /// Discards written bytes that were not read. If no client has the other end open, the hangup is reported again.
    package func discard() { _ = treadle_pty_discard(fd) }

    package func close() { CPlatform.close(fd) }
}
