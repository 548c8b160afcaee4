import CPlatform

// Called from the loop.
extension RawMIDI {
    /// Reads what has come, up to the size of the buffer. See `IOResult`.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        IOResult.alsa(Int(snd_rawmidi_read(handle, buffer.baseAddress, buffer.count)))
    }

    /// Hands bytes to the kernel; may take only the first few. See `IOResult`.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        IOResult.alsa(Int(snd_rawmidi_write(handle, bytes.baseAddress, bytes.count)))
    }

    /// Drops what the kernel still holds: unread input, unsent output.
    public func drop() {
        snd_rawmidi_drop(handle)
    }
}

// Called outside the loop.
extension RawMIDI {
    /// Waits until the kernel has sent everything, at most 10 s: so that the last notes off get out before a halt.
    public func drain() {
        snd_rawmidi_drain(handle)
    }
}
