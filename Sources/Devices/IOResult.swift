import CPlatform

/// What reading and writing a device gives, in the whole module: a count of bytes from 0 up, or one of these.
///
/// Plain numbers, because they are looked at in the loop: nothing is thrown there, nothing is allocated.
public enum IOResult {
    /// Nothing to read, or no room to write, just now. Wait for the descriptor.
    public static let wouldBlock = -1
    /// The device left (ENODEV, EIO, end of file) or cannot be used any more. Close it; hotplug finds it again (E2).
    public static let gone = -2

    /// From a call of libasound: a count, or a negative errno.
    @inline(__always)
    static func alsa(_ count: Int) -> Int {
        count >= 0 ? count : failure(Int32(truncatingIfNeeded: -count))
    }

    /// From read(2) and write(2): a count, or -1 and errno.
    @inline(__always)
    static func posix(_ count: Int) -> Int {
        count >= 0 ? count : failure(treadle_errno())
    }

    @inline(__always)
    private static func failure(_ code: Int32) -> Int {
        code == EAGAIN || code == EINTR ? wouldBlock : gone
    }
}
