/// Takes parts from the front of the bytes of a journal. A part that is not there is nil.
struct JournalCursor {
    private(set) var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    /// Takes `count` bytes; nil if fewer are left.
    mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
        if count > rest.count { return nil }
        let part = UnsafeRawBufferPointer(rebasing: rest[0..<count])
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        return part
    }

    /// Takes one byte; nil if none is left.
    mutating func takeByte() -> UInt8? { take(1)?[0] }

    /// Takes a structure whose first two bytes end in its LENGTH of ten bits (RFC 6295, A.1); nil if that is shorter
    /// than `least` bytes or longer than what is left.
    mutating func takeStructure(least: Int) -> UnsafeRawBufferPointer? {
        if rest.count < 2 { return nil }
        let length = Int(rest[0] & 3) << 8 | Int(rest[1])
        return length < least ? nil : take(length)
    }

    /// Takes a list of logs of two bytes behind a header of one byte that holds their number less one.
    mutating func takeLogs() -> UnsafeRawBufferPointer? {
        if rest.isEmpty { return nil }
        return take(1 + 2 * (Int(rest[0] & 0x7F) + 1))
    }
}
