import CPlatform

// Called from the loop.
extension RawMIDI {
    /// Reads pending bytes into a buffer. See `IOResult`.
    @inline(__always)
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        IOResult.system(treadle_read(fd, buffer.baseAddress, buffer.count))
    }

    /// Writes bytes, possibly only the first few. See `IOResult`.
    @inline(__always)
    package func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        IOResult.system(treadle_write(fd, bytes.baseAddress, bytes.count))
    }

    /// Whether more than half of the kernel's input buffer is full. The kernel drops bytes for which there is no room.
    package var isFilling: Bool {
        updateStatus() && snd_rawmidi_status_get_avail(status) > RawMIDI.inputBuffer / 2
    }

    /// Whether no input waits in the kernel.
    package var isEmpty: Bool { updateStatus() && snd_rawmidi_status_get_avail(status) == 0 }

    /// Returns whether the kernel has lost input since the last call.
    package func takeLosses() -> Bool {
        _ = updateStatus()
        defer { lost.pointee = 0 }
        return lost.pointee > 0
    }

    private func updateStatus() -> Bool {
        if snd_rawmidi_status(handle, status) < 0 { return false }
        lost.pointee += Int(snd_rawmidi_status_get_xruns(status))
        return true
    }

    /// Whether the kernel has passed all written bytes of an output to the hardware.
    package var isDrained: Bool {
        snd_rawmidi_status(handle, status) < 0 || snd_rawmidi_status_get_avail(status) >= buffer
    }

    /// Drops unread input or unsent output in the kernel.
    package func drop() {
        snd_rawmidi_drop(handle)
    }
}
