extension RequestCheck {
    /// Headers that a request has at most once. Two of them could be understood in two ways.
    private static let single = [
        "host", "content-length", "transfer-encoding", "content-type", "origin", "sec-fetch-site", "authorization",
        "cookie", "if-match",
    ]

    /// 414, 431 and 400: a header that is too large, or that two programs could understand in different ways (W3, W5).
    /// The connection is closed.
    static func malformed(_ request: WebRequest) -> WebAnswer? {
        if addressBytes(request) > WebLimits.addressBytes {
            return WebAnswer.error(414, "address-too-long", "the address is too long").closing()
        }
        let bytes = request.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        if request.headers.count > WebLimits.headerLines || bytes > WebLimits.headerBytes {
            return WebAnswer.error(431, "header-too-large", "the header is too large").closing()
        }
        let hasTwo = single.contains { name in request.headers.filter { $0.name == name }.count > 1 }
        let hasTwoLengths = request.header("content-length") != nil && request.header("transfer-encoding") != nil
        let hasControl = request.headers.contains { isControlled($0.name) || isControlled($0.value) }
        let isBad = hasTwo || hasTwoLengths || hasControl || isControlled(request.target) || !isTarget(request)
        return isBad ? WebAnswer.error(400, "bad-request", "the request is malformed").closing() : nil
    }

    /// The least number of bytes that the address had before its query was decoded.
    private static func addressBytes(_ request: WebRequest) -> Int {
        request.query.reduce(request.target.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 1 }
    }

    private static func isControlled(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value }
    }

    /// Whether there is a `Host`, and the address is a path, or an `http` URI of that host (RFC 9112, 3.2).
    private static func isTarget(_ request: WebRequest) -> Bool {
        guard let host = request.header("host") else { return false }
        if request.target.utf8.first == UInt8(ascii: "/") { return true }
        let scheme = "http://"
        guard request.target.utf8.starts(with: scheme.utf8) else { return false }
        let named = request.target.utf8.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "/") }
        let uri = WebHost(String(decoding: named, as: UTF8.self))
        return uri != nil && uri == WebHost(host)
    }
}
