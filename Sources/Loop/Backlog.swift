import Devices

/// How much of an input was read without a pause, so that the kernel is asked what it had no room for only after it may have
/// had none (H9): it loses nothing before `RawMIDI.inputBuffer` bytes wait, and all of those are read without a pause.
struct Backlog: BitwiseCopyable {
    private var count: UInt32 = 0

    /// Half of it: what is read while more comes is not counted twice.
    static let limit = UInt32(RawMIDI.inputBuffer / 2)

    /// So many bytes were read, and more may wait.
    mutating func add(_ bytes: Int) { count = min(count &+ UInt32(truncatingIfNeeded: bytes), Backlog.limit) }

    /// All that waited was read. Whether the kernel may have lost some of what came meanwhile.
    mutating func end() -> Bool {
        defer { count = 0 }
        return isFull
    }

    /// So much was read that the kernel may have lost bytes.
    var isFull: Bool { count == Backlog.limit }

    /// Nothing was read without a pause.
    @inline(__always)
    var isEmpty: Bool { count == 0 }
}
