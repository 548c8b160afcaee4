/// Makes text from files, wires and devices safe for a terminal: escapes characters that move the cursor, change the
/// writing direction or are invisible.
package enum VisibleText {
    /// Escapes control characters and invalid UTF-8 as `\x1B`, and directional or invisible format characters as
    /// `\u{202E}`. Returns nil if nothing needs an escape.
    ///
    /// - Parameter keepsLines: whether line feeds and tabs stay as they are.
    package static func escaped(_ bytes: UnsafeRawBufferPointer, keepsLines: Bool) -> [UInt8]? {
        var at = bytes.firstIndex { !isPlain($0, keepsLines) } ?? bytes.count
        var result: [UInt8]?
        var copied = 0
        while at < bytes.count {
            if isPlain(bytes[at], keepsLines) {
                at += 1
                continue
            }
            let (scalar, length) = decode(bytes, at)
            if let escape = escape(scalar, bytes[at]) {
                result = (result ?? []) + bytes[copied..<at]
                result? += escape
                copied = at + length
            }
            at += length
        }
        result? += bytes[copied...]
        return result
    }

    private static func isPlain(_ byte: UInt8, _ keepsLines: Bool) -> Bool {
        0x20..<0x7F ~= byte || keepsLines && (byte == 10 || byte == 9)
    }

    /// Returns the escape sequence of a character; nil if the character is safe.
    private static func escape(_ scalar: UInt32?, _ byte: UInt8) -> [UInt8]? {
        guard let scalar else { return hex(UInt32(byte), 2, "\\x", "") }
        guard Unicode.Scalar(scalar)?.isInvisible ?? false else { return nil }
        return scalar < 0xA0 ? hex(scalar, 2, "\\x", "") : hex(scalar, 4, "\\u{", "}")
    }

    private static func hex(_ value: UInt32, _ digits: Int, _ before: String, _ after: String) -> [UInt8] {
        let letters = Array("0123456789ABCDEF".utf8)
        let all = (0..<digits).reversed().map { letters[Int(value >> UInt32(4 * $0)) & 15] }
        return Array(before.utf8) + all + Array(after.utf8)
    }

    /// Returns the character at an index and its length in bytes; nil and 1 if it is not valid UTF-8 (RFC 3629).
    private static func decode(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> (scalar: UInt32?, length: Int) {
        let first = UInt32(bytes[at])
        let length: Int
        switch first {
        case 0..<0x80: return (first, 1)
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return (nil, 1)
        }
        if bytes.count - at < length { return (nil, 1) }
        var scalar = first & (0x7F >> UInt32(length))
        for byte in bytes[at + 1..<at + length] {
            if byte & 0xC0 != 0x80 { return (nil, 1) }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        let isOverlong = length == 3 && scalar < 0x800 || length == 4 && scalar < 0x1_0000
        return isOverlong || Unicode.Scalar(scalar) == nil ? (nil, 1) : (scalar, length)
    }
}

extension String {
    /// The text on one line, made safe for a terminal by `VisibleText`.
    package var visible: String {
        var copy = self
        let escaped = copy.withUTF8 { VisibleText.escaped(UnsafeRawBufferPointer($0), keepsLines: false) }
        return escaped.map { String(decoding: $0, as: UTF8.self) } ?? self
    }
}
