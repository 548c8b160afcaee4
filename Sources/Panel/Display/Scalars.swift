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

    /// Returns the index of a scalar in a text; nil if the text lacks it.
    static func index(of scalar: UInt32, in text: StaticString) -> Int? {
        var (place, index) = (0, 0)
        while let next = next(of: text, &place) {
            if next == scalar { return index }
            index += 1
        }
        return nil
    }

    /// Returns the second scalar of the pair that begins with `first`, in a text of pairs; nil if there is none.
    static func second(after first: UInt32, in pairs: StaticString) -> UInt32? {
        var place = 0
        while let one = next(of: pairs, &place), let other = next(of: pairs, &place) {
            if one == first { return other }
        }
        return nil
    }
}
