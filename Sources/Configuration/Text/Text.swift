import CPlatform

/// A view of text in the bytes of a file that is being read, or in constants of the program.
///
/// Copying and slicing allocate nothing. A view must not outlive the `YAMLTree` that owns the bytes; make text that is
/// stored longer a `String`.
struct Text: Hashable, @unchecked Sendable {
    // The bytes are never written, so sharing them between threads is safe.
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }
    var isEmpty: Bool { bytes.count == 0 }
    var first: UInt8? { bytes.first }
    var string: String { String(decoding: bytes, as: UTF8.self) }

    @_optimize(speed)
    static func == (a: Text, b: Text) -> Bool {
        a.bytes.count == b.bytes.count && (a.bytes.count == 0 || memcmp(a.start, b.start, a.bytes.count) == 0)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }

    private var start: UnsafePointer<UInt8> { bytes.baseAddress.unsafelyUnwrapped }

    /// Whether this text comes before `other` by bytes.
    func precedes(_ other: Text) -> Bool {
        let common = Swift.min(count, other.count)
        let order = common == 0 ? 0 : memcmp(start, other.start, common)
        return order == 0 ? count < other.count : order < 0
    }

    /// Whether every byte is ASCII.
    @_optimize(speed)
    var isASCII: Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var at = 0
        while at + 8 <= raw.count {
            if raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
            at += 8
        }
        while at < raw.count {
            if raw[at] >= 0x80 { return false }
            at += 1
        }
        return true
    }

    /// Whether the text contains a C0 or C1 control character or DEL.
    var hasControl: Bool {
        var before: UInt8 = 0
        for byte in bytes {
            if byte < 0x20 || byte == 0x7F || before == 0xC2 && byte < 0xA0 { return true }
            before = byte
        }
        return false
    }

    /// The slice at a range of byte indices from 0.
    subscript(range: Range<Int>) -> Text { Text(UnsafeBufferPointer(rebasing: bytes[range])) }

    func from(_ index: Int) -> Text { self[Swift.min(index, count)..<count] }
    func upTo(_ index: Int) -> Text { self[0..<index] }

    func begins(with other: Text) -> Bool { other.count <= count && upTo(other.count) == other }
    func ends(with other: Text) -> Bool { other.count <= count && from(count - other.count) == other }
    func contains(_ byte: UInt8) -> Bool { bytes.contains(byte) }

    var withoutBlanksBefore: Text {
        var low = 0
        while low < count && bytes[low] == 32 { low += 1 }
        return from(low)
    }

    /// The typographic quotes: U+2018 to U+201F, « and ».
    private static let quotes: [Text] = ["‘", "’", "‚", "‛", "“", "”", "„", "‟", "«", "»"]

    var isInTypographicQuotes: Bool {
        Text.quotes.contains { begins(with: $0) } && Text.quotes.contains { ends(with: $0) }
    }

    var hasTypographicQuotes: Bool {
        if isASCII { return false }
        return (0..<count).contains { index in Text.quotes.contains { from(index).begins(with: $0) } }
    }

    /// The text without spaces at both ends.
    var trimmed: Text {
        var (low, high) = (0, count)
        while low < high && bytes[low] == 32 { low += 1 }
        while high > low && bytes[high - 1] == 32 { high -= 1 }
        return self[low..<high]
    }
}

extension Text: ExpressibleByStringLiteral {
    init(stringLiteral text: StaticString) {
        self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension DefaultStringInterpolation {
    mutating func appendInterpolation(_ text: Text) { appendInterpolation(text.string) }
}

extension String {
    /// Calls `body` with the string's bytes, which are valid only during the call.
    func asText<Result>(_ body: (Text) -> Result) -> Result {
        var copy = self
        return copy.withUTF8 { body(Text($0)) }
    }
}
