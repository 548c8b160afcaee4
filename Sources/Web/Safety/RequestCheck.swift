/// The check of every request before anything else looks at it (W5), and of what its visitor may ask (W4, W7).
package enum RequestCheck {
    /// Returns the answer that refuses a request; nil if it is allowed. The header must have been read, not the body.
    ///
    /// - Parameters:
    ///   - hosts: the names and addresses of the box, beside `localhost` and the address at which the request arrived.
    ///   - isToken: whether a valid token came with the request (W7).
    package static func judge(_ request: WebRequest, hosts: [String], isToken: Bool) -> WebAnswer? {
        malformed(request) ?? foreign(request, hosts: hosts, isToken: isToken) ?? unsuitableBody(request)
    }

    /// Returns the answer that refuses a request of a visitor; nil if the visitor may ask. Unknown browsers get the
    /// files of the page, `hello` and `pair`; a token that may only read changes nothing.
    package static func judge(_ request: WebRequest, of visitor: WebVisitor?) -> WebAnswer? {
        let name = request.resource.count == 1 ? request.resource.first : nil
        if !request.isAPI || name == "hello" || name == "pair" { return nil }
        guard let visitor else {
            var answer = WebAnswer.error(401, "not-paired", "this browser is not paired with the box")
            answer.headers.append(.init("www-authenticate", "Bearer"))
            return answer
        }
        if visitor.isReader && request.isChange {
            return .error(403, "read-only", "the token `\(visitor.name)` may only read")
        }
        return nil
    }

    /// The headers that every answer has (W5).
    package static var answerHeaders: [WebRequest.Header] {
        [
            .init(
                "content-security-policy",
                """
                default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                base-uri 'none'; form-action 'none'; frame-ancestors 'none'
                """),
            .init("x-content-type-options", "nosniff"), .init("referrer-policy", "no-referrer"),
            .init("cross-origin-resource-policy", "same-origin"),
        ]
    }

    /// 415 and 413: a body of another type than the resource takes, or a larger one.
    private static func unsuitableBody(_ request: WebRequest) -> WebAnswer? {
        let hasBody = request.contentLength ?? 0 > 0 || request.header("transfer-encoding") != nil
        if request.isChange && (hasBody || request.method != .delete), mediaType(request) != request.bodyType {
            return .error(415, "wrong-type", "the body must be `\(request.bodyType)`").closing()
        }
        if request.contentLength ?? 0 > request.bodyLimit {
            return .error(413, "too-large", "the body is larger than \(request.bodyLimit) bytes").closing()
        }
        return nil
    }

    /// The media type of the body in lower-case letters, without parameters (RFC 9110, 8.3.1).
    private static func mediaType(_ request: WebRequest) -> String {
        let type = (request.header("content-type") ?? "").utf8.prefix { $0 != UInt8(ascii: ";") }
        let letters = type.filter { $0 != UInt8(ascii: " ") }
        return String(decoding: letters.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
