/// The eight bytes by which minisign identifies a key. minisign shows them as one hexadecimal number.
package struct KeyNumber: Equatable {
    /// The bytes, little-endian.
    package var value: UInt64

    package init(_ bytes: ArraySlice<UInt8>) { value = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    /// Parses a number; nil if the text is not 1 to 16 hexadecimal digits.
    package init?(_ text: Substring) {
        if text.isEmpty || text.utf8.count > 16 { return nil }
        value = 0
        for byte in text.utf8 {
            guard let digit = Digits.value(ofHex: byte) else { return nil }
            value = value << 4 | UInt64(digit)
        }
    }

    /// The number as 16 upper-case hexadecimal digits.
    package var text: String {
        var digits: [UInt8] = []
        Digits.hex(UInt32(truncatingIfNeeded: value >> 32), 8, into: &digits)
        Digits.hex(UInt32(truncatingIfNeeded: value), 8, into: &digits)
        return String(decoding: digits, as: UTF8.self)
    }
}
