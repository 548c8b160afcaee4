import CPlatform

/// A UMP device of ALSA, open in one direction or both: a plain descriptor the loop may copy (U1).
///
/// Reads and writes words of 32 bits in native order. The opener closes it, outside the loop, after the loop has
/// stopped using it.
package struct RawUMP: BitwiseCopyable, @unchecked Sendable {
    /// The size of the output buffer in bytes: two of high-speed USB's smallest transfers, which have 64 bytes. Further
    /// words wait in our queues.
    static let outputBuffer = 128

    /// The descriptor: readable for an input, writable for an output.
    package let fd: Int32
    /// Whether words can be read.
    package let receives: Bool
    /// Whether words can be written.
    package let sends: Bool
    /// The bytes that the kernel has lost and `takeLosses` has not returned yet. The kernel reports each loss once.
    let lost: UnsafeMutablePointer<Int>

    /// Opens a device, non-blocking.
    ///
    /// Opens both directions if the device is free, because the answer to a Stream Configuration Request arrives at the
    /// input. If a direction is in use or missing, opens only the wanted one.
    package init(card: Int32, device: Int32, _ wanted: Directions) throws(DeviceError) {
        let path = "/dev/snd/umpC\(card)D\(device)"
        let flags = O_NONBLOCK | O_CLOEXEC
        var opened = treadle_open(path, O_RDWR | flags)
        var directions = Directions.both
        if opened < 0 && wanted != .both {
            directions = wanted
            opened = treadle_open(path, (wanted == .input ? O_RDONLY : O_WRONLY) | flags)
        }
        guard opened >= 0 else {
            let code = treadle_errno()
            throw DeviceError(path, .sound, doing: "opening", code: code == EAGAIN ? EBUSY : code)
        }
        var code: Int32 = 0
        if directions.contains(.input) { code = treadle_ump_configure(opened, 0, UInt(RawMIDI.inputBuffer)) }
        if code == 0 && directions.contains(.output) {
            code = treadle_ump_configure(opened, 1, UInt(RawUMP.outputBuffer))
        }
        guard code == 0 else {
            CPlatform.close(opened)
            throw DeviceError(path, .sound, doing: "setting its buffer", code: -code)
        }
        self.init(fd: opened, directions)
        // The kernel stores input only after a first read (E2).
        if receives { _ = treadle_read(fd, nil, 0) }
    }

    /// Uses a descriptor that is already open and non-blocking.
    package init(fd: Int32, _ directions: Directions = .both) {
        self.fd = fd
        receives = directions.contains(.input)
        sends = directions.contains(.output)
        lost = .allocate(capacity: 1)
        lost.initialize(to: 0)
    }

    /// The endpoint as the kernel knows it now; nil if the device is gone.
    package var endpoint: UMPEndpoint? { UMPEndpoint(descriptor: fd) }

    /// Closes the device. Drops unsent words, because the kernel would otherwise wait for them.
    package func close() {
        if sends { treadle_ump_drop(fd, 1) }
        CPlatform.close(fd)
        lost.deallocate()
    }
}
