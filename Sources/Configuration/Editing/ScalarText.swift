/// Scalars as YAML text and as JSON: unquoted `true`, `false` and decimal numbers are no texts, an empty value is null.
enum ScalarText {
    /// The number of characters of the longest number. JavaScript writes at most 17 digits.
    static let mostDigits = 24
    /// The largest whole number: 15 digits, which JavaScript keeps exactly.
    static let mostWhole = 999_999_999_999_999

    /// The value of a scalar, which is a text for every scalar in quotes.
    static func value(_ text: Text, isQuoted: Bool) -> JSONValue {
        if isQuoted { return .string(text.string) }
        if text.isEmpty { return .null }
        if text == "true" { return .bool(true) }
        if text == "false" { return .bool(false) }
        return number(text) ?? .string(text.string)
    }

    /// The number that a text is in JSON; nil for other texts, such as `007` and `+1`.
    static func number(_ text: Text) -> JSONValue? {
        let digits = text.first == UInt8(ascii: "-") ? text.from(1) : text
        let whole = digits.bytes.prefix { 48...57 ~= $0 }.count
        guard whole > 0, text.count <= mostDigits, whole == 1 || digits.first != 48 else { return nil }
        if whole < digits.count {
            let fraction = digits.from(whole + 1)
            guard digits.bytes[whole] == UInt8(ascii: "."), Decimal.isDigits(fraction) else { return nil }
            return .decimal(text.string)
        }
        guard let number = Decimal.whole(digits), number <= mostWhole, number > 0 || digits.count == text.count else {
            return nil
        }
        return .number(digits.count == text.count ? number : -number)
    }

    /// The text of a scalar without quotes.
    static func text(of value: JSONValue) -> String {
        switch value {
        case .null, .array, .object: ""
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): "\(number)"
        case .decimal(let text), .string(let text): text
        }
    }

    /// Writes a scalar.
    ///
    /// - Parameters:
    ///   - isInFlow: whether it stands in brackets or braces.
    ///   - kind: the style to keep. Quotes stay; a text that cannot stand without quotes gets some.
    ///   - isJSON: whether all texts around it are in double quotes, as in JSON.
    static func written(
        _ value: JSONValue, isInFlow: Bool, like kind: LayoutNode.Kind = .plain, isJSON: Bool = false
    ) -> String {
        if value == .null { return "" }
        let text = text(of: value)
        if kind == .single { return quoted(text, by: holdsInSingle(text) ? UInt8(ascii: "'") : UInt8(ascii: "\"")) }
        if kind != .plain || isJSON && value == .string(text) { return quoted(text, by: UInt8(ascii: "\"")) }
        guard case .string = value, !isPlain(text, isInFlow: isInFlow) else { return text }
        let hasMarks = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        let isSingle = hasMarks && holdsInSingle(text) && !text.utf8.contains(UInt8(ascii: "'"))
        return quoted(text, by: isSingle ? UInt8(ascii: "'") : UInt8(ascii: "\""))
    }

    /// Writes a key: without quotes where possible, even if it is a number.
    static func key(_ key: String, isInFlow: Bool, isJSON: Bool) -> String {
        let isWord = key.asText { number($0) != nil || $0 == "true" || $0 == "false" }
        if !isJSON && isWord { return key }
        return written(.string(key), isInFlow: isInFlow, isJSON: isJSON)
    }
}

// MARK: - Without quotes

extension ScalarText {
    /// Whether a text stays the same text without quotes.
    static func isPlain(_ text: String, isInFlow: Bool) -> Bool {
        text.asText { text in
            guard let first = text.first, let last = text.bytes.last else { return false }
            if value(text, isQuoted: false) != .string(text.string) || text == "<<" || first == 32 || last == 32 {
                return false
            }
            if text.begins(with: "---") || text.begins(with: "...") || isIndicator(first) { return false }
            if first == UInt8(ascii: "-") && (text.count == 1 || text.bytes[1] == 32 || isBracket(text.bytes[1])) {
                return false
            }
            return isPlainInside(text, isInFlow) && holdsInSingle(text.string)
        }
    }

    private static func isPlainInside(_ text: Text, _ isInFlow: Bool) -> Bool {
        for (index, byte) in text.bytes.enumerated() {
            let next = index + 1 < text.count ? text.bytes[index + 1] : 32
            if byte == UInt8(ascii: ":") && (next == 32 || isInFlow && isBracket(next)) { return false }
            if byte == UInt8(ascii: "#") && index > 0 && text.bytes[index - 1] == 32 { return false }
            if isInFlow && isBracket(byte) { return false }
        }
        return true
    }

    /// Whether YAML reserves the byte at the beginning of a text.
    private static func isIndicator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"),
            UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "@"),
            UInt8(ascii: "`"), UInt8(ascii: ":"):
            true
        default: isBracket(byte)
        }
    }

    private static func isBracket(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
            UInt8(ascii: "?"):
            true
        default: false
        }
    }
}

// MARK: - Quotes

extension ScalarText {
    /// Whether a text can stand in single quotes, which have no escapes.
    static func holdsInSingle(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { isReadable($0) } }

    /// Whether a character can stand in YAML as it is, in any line.
    static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F, 0x1_0000...: true
        case 0xA0..<0xFFFE: scalar.value != 0x2028 && scalar.value != 0x2029 && scalar.value != 0xFEFF
        default: false
        }
    }

    /// Puts a text in quotes.
    ///
    /// - Parameter mark: `'`, which can hold readable characters only, or `"`.
    static func quoted(_ text: String, by mark: UInt8) -> String {
        var bytes = [mark]
        for scalar in text.unicodeScalars {
            let isMark = scalar.value == UInt32(mark)
            if mark == UInt8(ascii: "'") {
                if isMark { bytes.append(mark) }
            } else if isMark || scalar == "\\" {
                bytes.append(UInt8(ascii: "\\"))
            } else if !isReadable(scalar) {
                escape(scalar.value, &bytes)
                continue
            }
            for byte in UTF8.encode(scalar).unsafelyUnwrapped { bytes.append(byte) }
        }
        return String(decoding: bytes + [mark], as: UTF8.self)
    }

    private static func escape(_ value: UInt32, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch value {
        case 9: bytes.append(UInt8(ascii: "t"))
        case 10: bytes.append(UInt8(ascii: "n"))
        case 13: bytes.append(UInt8(ascii: "r"))
        case 0..<0x100:
            bytes.append(UInt8(ascii: "x"))
            Digits.hex(value, 2, into: &bytes)
        default:
            bytes.append(UInt8(ascii: "u"))
            Digits.hex(value, 4, into: &bytes)
        }
    }
}
