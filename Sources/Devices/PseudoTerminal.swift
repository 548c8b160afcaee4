import CPlatform

/// A MIDI port for other programs where a machine has no sequencer: they open its path and read and write raw bytes.
///
/// A plain descriptor the loop may copy. It tells a hangup (EPOLLHUP) while no program has the path open.
public struct PseudoTerminal: BitwiseCopyable, Sendable {
    /// The box's end, to wait for both ways.
    public let fd: Int32

    /// - Parameter path: becomes what other programs open.
    public init(path: inout String) throws(DeviceError) {
        var name = [CChar](repeating: 0, count: 128)
        let opened = treadle_pty_open(&name, UInt(name.count))
        // The settings of the one end are those of the other. The device says whether a program has the other end open only
        // from the first time on that somebody closed it, as discarding does.
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

    /// Whether a program has the other end open.
    public var isUsed: Bool { treadle_pty_is_used(fd) != 0 }

    /// Whether the program at the other end has read everything, or there is none.
    public var isRead: Bool { treadle_pty_is_read(fd) != 0 }

    /// Reads what has come, up to the size of the buffer. `IOResult.gone`: no program has the other end open.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        IOResult.system(treadle_read(fd, buffer.baseAddress, buffer.count))
    }

    /// Hands bytes to the kernel; may take only the first few. What nobody would read is thrown away.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        isUsed ? IOResult.system(treadle_write(fd, bytes.baseAddress, bytes.count)) : bytes.count
    }

    /// Throws away what was written and not read. If no program has the other end open, the hangup is told once more.
    public func discard() { _ = treadle_pty_discard(fd) }

    public func close() { CPlatform.close(fd) }
}
