/// Divides bytes into lines of at most `DiscoveryLimits.line` bytes.
struct LineBuffer {
    private var bytes: [UInt8] = []
    /// The number of bytes at the beginning that `next` has used.
    private var taken = 0
    private var isTooLong = false
    private var tooLong = 0

    mutating func add(_ read: ArraySlice<UInt8>) {
        bytes.removeFirst(taken)
        taken = 0
        bytes += read
    }

    /// Returns the next whole line, without its line feed; nil if there is none. Skips lines that are too long.
    mutating func next() -> [UInt8]? {
        while let end = bytes[taken...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = bytes[taken..<end]
            taken = end + 1
            if isTooLong || line.count > DiscoveryLimits.line {
                isTooLong = false
                tooLong += 1
                continue
            }
            return Array(line)
        }
        if bytes.count - taken > DiscoveryLimits.line {
            taken = bytes.count
            isTooLong = true
        }
        return nil
    }

    /// Returns the number of lines that were skipped since the last call.
    mutating func takeTooLong() -> Int {
        defer { tooLong = 0 }
        return tooLong
    }

    mutating func removeAll() { self = LineBuffer() }
}
