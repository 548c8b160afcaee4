/// The name of a session as an invitation carries it: at most 23 bytes of UTF-8 (N3), without the zero that ends it.
package struct SessionName: Equatable, BitwiseCopyable, Sendable {
    /// The most bytes of a name. Some peers have room for 24, of which the last is zero.
    package static let capacity = 23

    private var bytes = InlineArray<23, UInt8>(repeating: 0)
    private var length: UInt8 = 0

    /// The number of bytes, 0...23.
    package var count: Int { Int(length) }

    package init() {}

    /// Copies the bytes up to the first zero. Cuts a longer name after the last character that fits whole.
    package init(utf8: some Sequence<UInt8>) {
        var start = 0
        for byte in utf8 where !append(byte, &start) { return }
    }

    /// Copies the bytes of a packet from an offset up to the first zero, or to the end of the packet.
    init(utf8 bytes: UnsafeRawBufferPointer, from offset: Int) {
        var start = 0
        for index in offset..<bytes.count where !append(bytes[index], &start) { return }
    }

    /// Appends a byte; returns false at the end of the name.
    ///
    /// - Parameter start: the number of bytes before the last character, 0 at first.
    private mutating func append(_ byte: UInt8, _ start: inout Int) -> Bool {
        if byte == 0 { return false }
        // A byte 10xxxxxx continues a character.
        if byte & 0xC0 != 0x80 { start = count }
        if count == SessionName.capacity {
            length = UInt8(truncatingIfNeeded: start)
            return false
        }
        bytes[count] = byte
        length += 1
        return true
    }

    package subscript(index: Int) -> UInt8 {
        precondition(index < count)
        return bytes[index]
    }

    package static func == (one: SessionName, other: SessionName) -> Bool {
        guard one.length == other.length else { return false }
        for index in 0..<one.count where one.bytes[index] != other.bytes[index] { return false }
        return true
    }
}
