/// The host and port that `Host`, `Origin` or an absolute address names (RFC 9110, 7.2). Names are compared in
/// lower-case letters, without the dot that may end them; addresses as numbers.
struct WebHost: Equatable {
    private var name: String
    /// The address, if the host is one; `name` is empty then.
    private(set) var address: WebAddress?
    private var port: UInt16

    /// The port of `http` where none is named.
    private static let usualPort: UInt16 = 80

    /// Reads `box.local`, `192.0.2.7:8080`, `[fd00::7]:8080`. Returns nil for other text: an empty port, an address of
    /// IPv6 without brackets or with a zone, characters that a name does not have.
    init?(_ text: String) {
        var host = Array(text.utf8)
        port = WebHost.usualPort
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), !host[colon...].contains(UInt8(ascii: "]")) {
            guard let number = WebHost.port(host[(colon + 1)...]) else { return nil }
            port = number
            host.removeSubrange(colon...)
        }
        let isBracketed = host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]") && host.count > 2
        if isBracketed != host.contains(UInt8(ascii: ":")) { return nil }
        if isBracketed { host = Array(host[1..<host.count - 1]) }
        address = WebAddress(text: String(decoding: host, as: UTF8.self))
        if isBracketed && address == nil { return nil }
        name = ""
        if address == nil {
            guard let plain = WebHost.name(host) else { return nil }
            name = plain
        }
    }

    /// Reads the origin of a page of this server. Returns nil for `null` and for other schemes than `http`.
    init?(origin: String) {
        let scheme = "http://"
        guard origin.utf8.starts(with: scheme.utf8) else { return nil }
        self.init(String(decoding: origin.utf8.dropFirst(scheme.utf8.count), as: UTF8.self))
    }

    /// Whether the host is the one that the player or the box calls `other`, whatever the ports.
    func isCalled(_ other: String) -> Bool {
        if let address { return WebAddress(text: other) == address }
        return WebHost.name(Array(other.utf8)) == name
    }

    /// A name as it is compared; nil if it has other characters than letters, digits, `-`, `_` and single dots.
    private static func name(_ bytes: [UInt8]) -> String? {
        var plain: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): plain.append(byte | 0x20)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                plain.append(byte)
            case UInt8(ascii: ".") where plain.last != byte && !plain.isEmpty: plain.append(byte)
            default: return nil
            }
        }
        if plain.last == UInt8(ascii: ".") { plain.removeLast() }
        return plain.isEmpty ? nil : String(decoding: plain, as: UTF8.self)
    }

    /// A port, 1...65535, of at most five digits; nil for other text.
    private static func port(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard digits.count <= 5, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        let port = UInt16(String(decoding: digits, as: UTF8.self))
        return port == 0 ? nil : port
    }
}
