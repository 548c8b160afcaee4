import Devices

/// Counts the bytes of an input that were read without a pause (H9). The kernel can only have lost bytes after its
/// buffer of `RawMIDI.inputBuffer` bytes was full, and a full buffer is read without a pause. So the loop asks the
/// kernel for losses only after such reads.
struct Backlog: BitwiseCopyable {
    private var count: UInt32 = 0

    /// Bytes after which a loss is possible: half of the kernel's buffer, a safe bound while more bytes arrive.
    static let limit = UInt32(RawMIDI.inputBuffer / 2)

    /// Counts bytes that were read while more may wait.
    mutating func add(_ bytes: Int) { count = min(count &+ UInt32(truncatingIfNeeded: bytes), Backlog.limit) }

    /// Resets the count because all waiting bytes were read. Returns whether the kernel may have lost bytes.
    mutating func end() -> Bool {
        defer { count = 0 }
        return isFull
    }

    /// Whether the kernel may have lost bytes.
    var isFull: Bool { count == Backlog.limit }

    /// Whether no bytes are counted.
    @inline(__always)
    var isEmpty: Bool { count == 0 }
}
