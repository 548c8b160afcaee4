/// The target of a request, as the request line has it, taken apart: a path, or an `http` URI of the host itself
/// (RFC 9112, 3.2).
struct HTTPTarget {
    /// The path as it was sent, without the query.
    let text: String
    /// The decoded parts between the slashes; none for `/`.
    let path: [String]
    /// Decoded names and values of the query.
    let query: [WebRequest.Header]

    /// Returns nil for a URI of another host, a control character, a space or a byte beyond ASCII, a fragment, an
    /// escape that is none, and an escaped NUL or slash.
    ///
    /// - Parameter host: the value of `Host`.
    init?(_ target: String, host: String) {
        var bytes = Array(target.utf8)[...]
        if bytes.contains(where: { $0 <= 0x20 || $0 >= 0x7F || $0 == UInt8(ascii: "#") }) { return nil }
        if bytes.first != UInt8(ascii: "/") {
            guard let rest = HTTPTarget.withoutHost(bytes, host) else { return nil }
            bytes = rest
        }
        let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let path = bytes[..<end]
        text = path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
        var parts: [String] = []
        for part in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let name = HTTPTarget.decode(part) else { return nil }
            parts.append(name)
        }
        self.path = parts == [""] ? [] : parts
        var query: [WebRequest.Header] = []
        for pair in bytes[end...].dropFirst().split(separator: UInt8(ascii: "&")) {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = HTTPTarget.decode(pair[..<equals], isQuery: true)
            let value = HTTPTarget.decode(pair[equals...].dropFirst(), isQuery: true)
            guard let name, let value else { return nil }
            query.append(.init(name, value))
        }
        self.query = query
    }

    /// The path and query of an `http` URI whose host is `host`; nil for anything else.
    private static func withoutHost(_ uri: ArraySlice<UInt8>, _ host: String) -> ArraySlice<UInt8>? {
        let scheme = Array("http://".utf8)
        guard uri.prefix(scheme.count).map(lower) == scheme else { return nil }
        let rest = uri.dropFirst(scheme.count)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let isOwn = !host.isEmpty && rest[..<end].map(lower) == host.utf8.map(lower)
        return isOwn ? rest[end...] : nil
    }

    private static func lower(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

    /// Decodes escapes of two hexadecimal digits (RFC 3986, 2.1), and `+` as a space in a query.
    private static func decode(_ bytes: ArraySlice<UInt8>, isQuery: Bool = false) -> String? {
        var text: [UInt8] = []
        var at = bytes.startIndex
        while at < bytes.endIndex {
            let byte = bytes[at]
            at += 1
            if byte != UInt8(ascii: "%") {
                text.append(isQuery && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                continue
            }
            guard bytes.endIndex - at >= 2, let high = digit(bytes[at]), let low = digit(bytes[at + 1]) else {
                return nil
            }
            let decoded = high << 4 | low
            if decoded == 0 || (!isQuery && decoded == UInt8(ascii: "/")) { return nil }
            text.append(decoded)
            at += 2
        }
        // What is no UTF-8 would come out as other characters.
        let string = String(decoding: text, as: UTF8.self)
        return Array(string.utf8) == text ? string : nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
