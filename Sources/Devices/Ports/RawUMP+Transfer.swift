import CPlatform

// Called from the loop.
extension RawUMP {
    /// Reads pending words into a buffer. See `IOResult`; the count is in bytes.
    @inline(__always)
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        IOResult.system(treadle_read(fd, buffer.baseAddress, buffer.count))
    }

    /// Writes words, possibly only the first few. See `IOResult`; counts are in bytes.
    @inline(__always)
    package func write(_ words: UnsafeRawBufferPointer) -> Int {
        IOResult.system(treadle_write(fd, words.baseAddress, words.count))
    }

    /// Whether more than half of the kernel's input buffer is full. The kernel drops words for which there is no room.
    package var isFilling: Bool { treadle_ump_available(fd, 0, lost) > RawMIDI.inputBuffer / 2 }

    /// Whether no input waits in the kernel.
    package var isEmpty: Bool { treadle_ump_available(fd, 0, lost) == 0 }

    /// Returns whether the kernel has lost input since the last call.
    package func takeLosses() -> Bool {
        _ = treadle_ump_available(fd, 0, lost)
        defer { lost.pointee = 0 }
        return lost.pointee > 0
    }

    /// Whether the kernel has passed all written words to the device.
    package var isDrained: Bool {
        var none = 0
        let room = treadle_ump_available(fd, 1, &none)
        return room < 0 || room >= RawUMP.outputBuffer
    }
}
