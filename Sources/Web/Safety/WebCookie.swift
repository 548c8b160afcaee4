/// The cookie by which the box knows a paired browser (W4, RFC 6265).
enum WebCookie {
    /// The name of the cookie. It has the box's identity, so that two boxes at one address do not mix.
    static func name(_ identity: String) -> String {
        let letters = identity.utf8.filter { byte in
            let letter = byte | 0x20
            return 0x61...0x7A ~= letter || 0x30...0x39 ~= byte || byte == UInt8(ascii: "-")
        }
        return "treadle-" + String(decoding: letters.prefix(64), as: UTF8.self)
    }

    /// The header that gives a browser its cookie for a year.
    static func header(_ name: String, _ secret: String) -> WebRequest.Header {
        .init("set-cookie", "\(name)=\(secret); HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000")
    }

    /// The value of the cookie `name`, as it stands; nil if there is none or more than one. Cookies of other programs
    /// on the same machine come with it.
    static func value(of name: String, in header: String) -> String? {
        var found: String?
        for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
            let pair = pair.drop { $0 == UInt8(ascii: " ") }
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<equals].elementsEqual(name.utf8)
            else { continue }
            // Another program may have set the second one, and which comes first is up to the browser.
            if found != nil { return nil }
            found = String(decoding: pair[pair.index(after: equals)...], as: UTF8.self)
        }
        return found
    }

    /// The token of `Authorization: Bearer …` (W7, RFC 6750); nil for other schemes.
    static func token(in header: String) -> String? {
        let (scheme, letters) = ("bearer ", Array(header.utf8))
        guard letters.count > scheme.utf8.count, zip(letters, scheme.utf8).allSatisfy({ $0 | 0x20 == $1 })
        else { return nil }
        return String(decoding: letters[scheme.utf8.count...], as: UTF8.self)
    }
}
