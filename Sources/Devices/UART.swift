import CPlatform

/// A serial port at MIDI's 31250 baud: a plain descriptor the loop may copy.
///
/// A pseudo-terminal does as well (it takes any rate), for tests and for other programs.
public struct UART: BitwiseCopyable, Sendable {
    /// MIDI 1.0 detailed specification, "Hardware": 31.25 kbaud, 8N1.
    public static let baud: UInt32 = 31250
    /// Milliseconds that the end of the process waits for what the kernel still has for a line. That is 10 ms where it flows
    /// (S9); one that is held up must not keep the next process from starting (E3).
    static let closingWait: UInt32 = 100

    /// To wait for, both ways.
    public let fd: Int32

    /// Opens `path` raw and non-blocking, without flow control; asks for low latency where the driver knows it.
    public init(_ path: String) throws(DeviceError) {
        let opened = treadle_open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
        guard opened >= 0 else { throw DeviceError(path, .serial, doing: "opening", code: treadle_errno()) }
        guard treadle_tty_raw(opened, UART.baud) >= 0 else {
            let code = treadle_errno()
            CPlatform.close(opened)
            throw DeviceError(path, .serial, doing: "setting 31250 baud", code: code)
        }
        // Allowed to fail: pseudo-terminals and some drivers have no such setting, and it needs privileges.
        _ = treadle_tty_low_latency(opened)
        _ = treadle_tty_report_each_byte(path)
        _ = treadle_tty_closing_wait(opened, UART.closingWait)
        fd = opened
    }

    /// One that is open, raw and non-blocking already.
    public init(fd: Int32) { self.fd = fd }

    /// Reads what has come, up to the size of the buffer. See `IOResult`.
    @inline(__always)
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = treadle_read(fd, buffer.baseAddress, buffer.count)
        // With VMIN 1, nothing read means that the line was hung up.
        return count == 0 && buffer.count > 0 ? IOResult.gone : IOResult.system(count)
    }

    /// Hands bytes to the kernel; may take only the first few. See `IOResult`.
    @inline(__always)
    public func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        IOResult.system(treadle_write(fd, bytes.baseAddress, bytes.count))
    }

    /// Bytes written that the driver has not yet given to the hardware, or `IOResult.gone`. The hardware's FIFO holds up
    /// to 64 more, 20 ms, so this is no measure for rule S9.
    public var queued: Int {
        let count = treadle_tty_queued(fd)
        return count >= 0 ? Int(count) : IOResult.gone
    }

    /// Whether the last byte is out of the hardware, too, where the driver knows that; else whether none is queued. Called
    /// from the loop.
    public var isIdle: Bool { treadle_tty_idle(fd) != 0 }

    /// Drops what has not been sent and what has not been read.
    public func drop() {
        _ = treadle_tty_flush(fd)
    }

    /// Closes it; drops what is left first, because a stalled line would otherwise keep close(2) waiting. Where nothing is
    /// left nothing is dropped: to drop means to a pseudo-terminal what is on its way to the other end.
    public func close() {
        if queued != 0 { drop() }
        CPlatform.close(fd)
    }
}
