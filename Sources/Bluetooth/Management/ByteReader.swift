/// Reads numbers of lower byte first from bytes, and stops at their end.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func word() -> UInt16? {
        guard let low = byte(), let high = byte() else { return nil }
        return UInt16(high) << 8 | UInt16(low)
    }

    mutating func long() -> UInt32? {
        guard let low = word(), let high = word() else { return nil }
        return UInt32(high) << 16 | UInt32(low)
    }

    /// Takes the next `count` bytes; nil if there are fewer.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

extension Array<UInt8> {
    /// Appends a number of 16 bits, lower byte first.
    mutating func append(word value: UInt16) { self += [UInt8(value & 0xFF), UInt8(value >> 8)] }

    /// Appends a number of 32 bits, lower byte first.
    mutating func append(long value: UInt32) {
        append(word: UInt16(truncatingIfNeeded: value))
        append(word: UInt16(truncatingIfNeeded: value >> 16))
    }
}
