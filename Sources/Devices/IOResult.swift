import CPlatform

/// Results of reading and writing a device: a count of bytes from 0 up, or one of these values.
///
/// Plain numbers, because the loop uses them and must not throw or allocate.
package enum IOResult {
    /// There is nothing to read or no room to write now. Wait for the descriptor.
    package static let wouldBlock = -1
    /// The device was removed (ENODEV, EIO, end of file) or cannot be used any more. Close it; hotplug finds it again
    /// (E2).
    package static let gone = -2

    /// Converts a result of the kernel or libasound: a count, or a negative errno.
    @inline(__always)
    static func system(_ count: Int) -> Int {
        if count >= 0 { return count }
        return count == -Int(EAGAIN) || count == -Int(EINTR) ? wouldBlock : gone
    }
}
