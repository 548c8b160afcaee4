/// Reads parts from the front of the bytes of a journal. A missing part is nil.
struct JournalCursor {
    private(set) var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    /// Removes and returns `count` bytes; nil if fewer are left.
    mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
        if count > rest.count { return nil }
        let part = UnsafeRawBufferPointer(rebasing: rest[0..<count])
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        return part
    }

    /// Removes and returns one byte; nil if none is left.
    mutating func takeByte() -> UInt8? { take(1)?[0] }

    /// Removes and returns a structure whose first two bytes end in a LENGTH of ten bits (RFC 6295, A.1); nil if LENGTH
    /// is less than `least` bytes or more than are left.
    mutating func takeStructure(least: Int) -> UnsafeRawBufferPointer? {
        if rest.count < 2 { return nil }
        let length = Int(rest[0] & 3) << 8 | Int(rest[1])
        return length < least ? nil : take(length)
    }

    /// Removes and returns a list of logs of two bytes each, with its header byte, which holds their number minus one.
    mutating func takeLogs() -> UnsafeRawBufferPointer? {
        if rest.isEmpty { return nil }
        return take(1 + 2 * (Int(rest[0] & 0x7F) + 1))
    }
}
