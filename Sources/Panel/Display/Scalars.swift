/// Decodes the Unicode scalars of a string literal.
enum Scalars {
    /// Returns the scalar at a place in the UTF-8 bytes, and moves the place after it; nil at the end. The compiler
    /// makes the bytes, so they are well formed.
    static func next(of text: StaticString, _ place: inout Int) -> UInt32? {
        if place >= text.utf8CodeUnitCount { return nil }
        let lead = text.utf8Start[place]
        let length = lead < 0xC0 ? 1 : (~lead).leadingZeroBitCount
        var scalar = length == 1 ? UInt32(lead) : UInt32(lead) & (0x7F >> UInt32(length))
        for next in place + 1..<place + length { scalar = scalar << 6 | UInt32(text.utf8Start[next] & 0x3F) }
        place += length
        return scalar
    }
}
