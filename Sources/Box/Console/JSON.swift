import Configuration

/// Writes JSON text (RFC 8259) on one line, value by value: objects and arrays keep the order of the calls.
///
///     var json = JSON()
///     json.beginObject()
///     json.key("channel")
///     json.number(3)
///     json.endObject()        // {"channel":3}
///
/// The caller pairs begin and end, and writes a key before each value of an object.
struct JSON {
    private var bytes: [UInt8] = []
    /// Whether a comma separates the next key or value from the one before.
    private var needsComma = false

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func beginObject() { begin("{") }
    mutating func endObject() { end("}") }
    mutating func beginArray() { begin("[") }
    mutating func endArray() { end("]") }

    /// Writes the name of the next value of an object.
    mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars { append(scalar) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a string; bytes that are not UTF-8 become U+FFFD.
    mutating func string(_ bytes: ArraySlice<UInt8>) { string(String(decoding: bytes, as: UTF8.self)) }

    mutating func number(_ value: Int) { word(String(value)) }
    /// Writes a number from its digits, such as `98.5`.
    mutating func number(text: String) { word(text) }
    mutating func bool(_ value: Bool) { word(value ? "true" : "false") }
    mutating func null() { word("null") }

    /// Writes a string, or null for nil.
    mutating func string(orNull text: String?) { if let text { string(text) } else { null() } }

    private mutating func word(_ text: String) {
        separate()
        bytes += Array(text.utf8)
    }

    private mutating func begin(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func end(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Writes a character of a string. Escapes what RFC 8259 demands, and what `VisibleText` would escape in a way that
    /// JSON does not know.
    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x22, 0x5C:
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        case 0x20..<0x7F: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        case let value where VisibleText.isEscaped(value):
            bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
            Digits.hex(value, 4, into: &bytes)
        default: for byte in UTF8.encode(scalar).unsafelyUnwrapped { bytes.append(byte) }
        }
    }
}
