/// The name of the box as the attribute server has it: at most 29 bytes of UTF-8.
package struct ServerName: BitwiseCopyable, Equatable, Sendable {
    /// The most bytes of a name: a scan response has no room for more.
    package static let capacity = 29

    private var bytes = InlineArray<29, UInt8>(repeating: 0)
    private var length: UInt8 = 0

    /// The number of bytes, 0...29.
    package var count: Int { Int(length) }

    package init() {}

    /// Copies a name. Cuts a longer one after the last character that fits whole.
    package init(_ utf8: UnsafeRawBufferPointer) {
        var end = min(utf8.count, ServerName.capacity)
        // A byte 10xxxxxx continues a character.
        if utf8.count > end { while end > 0 && utf8[end] & 0xC0 == 0x80 { end -= 1 } }
        for index in 0..<end { bytes[index] = utf8[index] }
        length = UInt8(truncatingIfNeeded: end)
    }

    package subscript(index: Int) -> UInt8 {
        precondition(index < count)
        return bytes[index]
    }

    package static func == (one: ServerName, other: ServerName) -> Bool {
        guard one.length == other.length else { return false }
        for index in 0..<one.count where one.bytes[index] != other.bytes[index] { return false }
        return true
    }
}
