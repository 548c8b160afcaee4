import CPlatform

/// A serial port at MIDI's 31250 baud: a plain descriptor the loop may copy.
///
/// Also works with a pseudo-terminal, which accepts any rate, for tests and other programs.
package struct UART: BitwiseCopyable, Sendable {
    /// The baud rate, with 8N1 (MIDI 1.0 Detailed Specification, "Hardware").
    package static let baud: UInt32 = 31250
    /// The longest time in milliseconds that the end of the process waits for unsent bytes of a line. A flowing line
    /// needs 10 ms (S9); a stalled line must not delay the start of the next process (E3).
    static let closingWait: UInt32 = 100

    /// The descriptor, for reading and writing.
    package let fd: Int32

    /// Opens `path` raw and non-blocking, without flow control, with low latency if the driver supports it.
    package init(_ path: String) throws(DeviceError) {
        let opened = treadle_open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
        guard opened >= 0 else { throw DeviceError(path, .serial, doing: "opening", code: treadle_errno()) }
        guard treadle_tty_raw(opened, UART.baud) >= 0 else {
            let code = treadle_errno()
            CPlatform.close(opened)
            throw DeviceError(path, .serial, doing: "setting 31250 baud", code: code)
        }
        // These may fail: pseudo-terminals and some drivers lack such settings, and they need privileges.
        _ = treadle_tty_low_latency(opened)
        _ = treadle_tty_report_each_byte(path)
        _ = treadle_tty_closing_wait(opened, UART.closingWait)
        fd = opened
    }

    /// Uses a descriptor that is already open, raw and non-blocking.
    package init(fd: Int32) { self.fd = fd }

    /// Reads pending bytes into a buffer. See `IOResult`.
    @inline(__always)
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = treadle_read(fd, buffer.baseAddress, buffer.count)
        // With VMIN 1, a read of 0 bytes means a hangup.
        return count == 0 && buffer.count > 0 ? IOResult.gone : IOResult.system(count)
    }

    /// Writes bytes, possibly only the first few. See `IOResult`.
    @inline(__always)
    package func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        IOResult.system(treadle_write(fd, bytes.baseAddress, bytes.count))
    }

    /// The number of written bytes that the driver has not passed to the hardware, or `IOResult.gone`. The FIFO of the
    /// hardware holds up to 64 more, 20 ms, so this count alone is not enough for rule S9.
    package var queued: Int {
        let count = treadle_tty_queued(fd)
        return count >= 0 ? Int(count) : IOResult.gone
    }

    /// Whether the last byte has left the hardware, if the driver knows that; else whether none is queued. Called from
    /// the loop.
    package var isIdle: Bool { treadle_tty_idle(fd) != 0 }

    /// Drops unsent and unread bytes.
    package func drop() {
        _ = treadle_tty_flush(fd)
    }

    /// Closes the port. Drops unsent bytes first, because close(2) would wait for a stalled line. Without unsent bytes
    /// it drops nothing, because a pseudo-terminal would also drop bytes on their way to the other end.
    package func close() {
        if queued != 0 { drop() }
        CPlatform.close(fd)
    }
}
