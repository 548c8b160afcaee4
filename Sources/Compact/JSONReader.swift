/// Reads JSON text (RFC 8259) of bounded depth and size. Accepts UTF-8 in strings, and `\u` escapes.
package struct JSONReader {
    private let bytes: [UInt8]
    private let depth: Int
    /// The number of values that may still be read.
    private var left: Int
    private var at = 0

    /// - Parameters:
    ///   - depth: the number of nested arrays and objects that are read, a value inside them included.
    ///   - values: the number of values that are read, arrays and objects included.
    /// - Returns: nil if the text is not a JSON value, or has more than the given depth or number of values.
    package static func value(of bytes: [UInt8], depth: Int, values: Int = .max) -> JSONValue? {
        var reader = JSONReader(bytes: bytes, depth: depth, values: values)
        let value = reader.value(depth: 0)
        reader.skipSpace()
        return reader.at == bytes.count ? value : nil
    }

    private init(bytes: [UInt8], depth: Int, values: Int) { (self.bytes, self.depth, left) = (bytes, depth, values) }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D { at += 1 }
    }

    /// Skips space, then reads a character if it comes next. Returns whether it was read.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        guard depth < self.depth, left > 0 else { return nil }
        left -= 1
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return object(depth)
        case UInt8(ascii: "["): return array(depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) -> JSONValue? {
        guard bytes[at...].starts(with: word.utf8) else { return nil }
        at += word.utf8.count
        return value
    }

    private mutating func object(_ depth: Int) -> JSONValue? {
        at += 1
        var members: [JSONMember] = []
        if skip("}") { return .object(members) }
        repeat {
            skipSpace()
            guard let name = string(), skip(":"), let value = value(depth: depth + 1) else { return nil }
            members.append(JSONMember(name: name, value: value))
        } while skip(",")
        return skip("}") ? .object(members) : nil
    }

    private mutating func array(_ depth: Int) -> JSONValue? {
        at += 1
        var items: [JSONValue] = []
        if skip("]") { return .array(items) }
        repeat {
            guard let value = value(depth: depth + 1) else { return nil }
            items.append(value)
        } while skip(",")
        return skip("]") ? .array(items) : nil
    }

    /// Reads a number. A whole number with too many digits for `Int` is malformed.
    private mutating func number() -> JSONValue? {
        let first = at
        if next == UInt8(ascii: "-") { at += 1 }
        let start = at
        var number = 0
        while let byte = next, JSONReader.isDigit(byte) {
            guard number < Int.max / 10 else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
            at += 1
        }
        // Only zero itself begins with a zero.
        guard at > start, at == start + 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
        let whole = at
        if next == UInt8(ascii: ".") {
            at += 1
            guard digits() else { return nil }
        }
        if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
            at += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
            guard digits() else { return nil }
        }
        if at > whole { return .decimal(String(decoding: bytes[first..<at], as: UTF8.self)) }
        return .number(start > first ? -number : number)
    }

    /// Skips digits. Returns whether there was one.
    private mutating func digits() -> Bool {
        let start = at
        while let byte = next, JSONReader.isDigit(byte) { at += 1 }
        return at > start
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    // MARK: - Strings

    private mutating func string() -> String? {
        guard next == UInt8(ascii: "\"") else { return nil }
        at += 1
        var text: [UInt8] = []
        while let byte = next {
            at += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): guard escape(&text) else { return nil }
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape(_ text: inout [UInt8]) -> Bool {
        guard let byte = next else { return false }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"):
            guard let unit = unit() else { return false }
            append(unit, &text)
        default: return false
        }
        return true
    }

    /// Reads a UTF-16 unit: four hexadecimal digits.
    private mutating func unit() -> UInt32? {
        guard bytes.count - at >= 4 else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[at..<at + 4] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        at += 4
        return unit
    }

    /// Appends a character of one or two UTF-16 units. A single half of a pair becomes U+FFFD.
    private mutating func append(_ unit: UInt32, _ text: inout [UInt8]) {
        var value = unit
        if 0xD800..<0xDC00 ~= unit, bytes[at...].starts(with: "\\u".utf8) {
            let before = at
            at += 2
            if let low = self.unit(), 0xDC00..<0xE000 ~= low {
                value = 0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            } else {
                at = before
            }
        }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        for byte in UTF8.encode(scalar).unsafelyUnwrapped { text.append(byte) }
    }
}
