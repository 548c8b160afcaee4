/// Writes JSON text (RFC 8259) on one line, value by value: objects and arrays keep the order of the calls.
///
///     var json = JSON()
///     json.beginObject()
///     json.member("channel", 3)
///     json.endObject()        // {"channel":3}
///
/// The caller pairs begin and end, and writes a key before each value of an object.
package struct JSON {
    package private(set) var bytes: [UInt8] = []
    /// Whether all characters beyond ASCII are escaped, as MIDI-CI demands (M2-103-UM).
    private let isASCII: Bool
    /// Whether a comma separates the next key or value from the one before.
    private var needsComma = false

    package init(isASCII: Bool = false) { self.isASCII = isASCII }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package mutating func beginObject() { begin("{") }
    package mutating func endObject() { end("}") }
    package mutating func beginArray() { begin("[") }
    package mutating func endArray() { end("]") }

    /// Writes the name of the next value of an object.
    package mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the name and the value of a member of an object.
    package mutating func member(_ name: String, _ text: String) {
        key(name)
        string(text)
    }

    package mutating func member(_ name: String, _ value: Int) {
        key(name)
        number(value)
    }

    package mutating func member(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// Writes the name of a member, and a string, or null for nil.
    package mutating func member(_ name: String, _ text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }

    /// Writes the name of a member, and a number, or null for nil.
    package mutating func member(_ name: String, _ value: Int?) {
        key(name)
        if let value { number(value) } else { null() }
    }

    /// Writes the name of a member and a list. `write` writes the value of each item.
    package mutating func list<Item>(_ name: String, of items: [Item], _ write: (inout JSON, Item) -> Void) {
        key(name)
        beginArray()
        for item in items { write(&self, item) }
        endArray()
    }

    /// Writes the name of a member and a list of objects. `write` writes the members of each.
    package mutating func objects<Item>(_ name: String, of items: [Item], _ write: (inout JSON, Item) -> Void) {
        list(name, of: items) { json, item in
            json.beginObject()
            write(&json, item)
            json.endObject()
        }
    }

    package mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars { append(scalar) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a string; bytes that are not UTF-8 become U+FFFD.
    package mutating func string(_ bytes: ArraySlice<UInt8>) { string(String(decoding: bytes, as: UTF8.self)) }

    package mutating func number(_ value: Int) { word(String(value)) }
    /// Writes a number from its digits, such as `98.5`.
    package mutating func number(text: String) { word(text) }
    package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }
    package mutating func null() { word("null") }

    /// Writes a value with all that it contains.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .number(let number): self.number(number)
        case .decimal(let text): number(text: text)
        case .string(let text): string(text)
        case .array(let items):
            beginArray()
            for item in items { self.value(item) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(member.name)
                self.value(member.value)
            }
            endObject()
        }
    }

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

    /// Writes a character of a string. Escapes what RFC 8259 demands, and invisible and directional characters.
    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x22, 0x5C:
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        case 0x20..<0x7F: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        case let value where isASCII || scalar.isInvisible:
            // Two halves for a character beyond U+FFFF (RFC 8259, section 7).
            if value > 0xFFFF { escape(0xD7C0 + value >> 10) }
            escape(value > 0xFFFF ? 0xDC00 | value & 0x3FF : value)
        default: for byte in UTF8.encode(scalar).unsafelyUnwrapped { bytes.append(byte) }
        }
    }

    private mutating func escape(_ value: UInt32) {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(ascii: "u"))
        for shift in [12, 8, 4, 0] as [UInt32] {
            let digit = UInt8(value >> shift & 15)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") - 10 + digit)
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a control character, or an invisible or directional one. All of these are below U+10000.
    package var isInvisible: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
