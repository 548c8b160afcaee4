import CPlatform

// Called from the loop.
extension RawMIDI {
    /// Reads what has come, up to the size of the buffer. See `IOResult`.
    @inline(__always)
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        IOResult.system(treadle_read(fd, buffer.baseAddress, buffer.count))
    }

    /// Hands bytes to the kernel; may take only the first few. See `IOResult`.
    @inline(__always)
    public func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        IOResult.system(treadle_write(fd, bytes.baseAddress, bytes.count))
    }

    /// Whether what waits unread at the kernel takes more than half of the input buffer. What finds no room there is lost.
    public var isFilling: Bool {
        ask() && snd_rawmidi_status_get_avail(status) > RawMIDI.inputBuffer / 2
    }

    /// Whether the kernel had no room for some of what the device has sent, since this was last asked.
    public func takeLosses() -> Bool {
        _ = ask()
        defer { lost.pointee = 0 }
        return lost.pointee > 0
    }

    private func ask() -> Bool {
        if snd_rawmidi_status(handle, status) < 0 { return false }
        lost.pointee += Int(snd_rawmidi_status_get_xruns(status))
        return true
    }

    /// Of an output: whether the kernel has given all that was written to the hardware.
    public var isDrained: Bool {
        snd_rawmidi_status(handle, status) < 0 || snd_rawmidi_status_get_avail(status) >= buffer
    }

    /// Drops what the kernel still holds: unread input, unsent output.
    public func drop() {
        snd_rawmidi_drop(handle)
    }
}
