import CPlatform

/// What reading and writing a device gives, in the whole module: a count of bytes from 0 up, or one of these.
///
/// Plain numbers, because they are looked at in the loop: nothing is thrown there, nothing is allocated.
public enum IOResult {
    /// Nothing to read, or no room to write, just now. Wait for the descriptor.
    public static let wouldBlock = -1
    /// The device left (ENODEV, EIO, end of file) or cannot be used any more. Close it; hotplug finds it again (E2).
    public static let gone = -2

    /// From the kernel or libasound: a count, or a negative errno.
    @inline(__always)
    static func system(_ count: Int) -> Int {
        if count >= 0 { return count }
        return count == -Int(EAGAIN) || count == -Int(EINTR) ? wouldBlock : gone
    }
}
