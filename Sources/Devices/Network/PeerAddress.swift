import CPlatform

/// A UDP address and port: a peer's, or our own in a session with a peer.
package struct PeerAddress: Hashable, BitwiseCopyable, Sendable {
    /// The address as two numbers; an IPv4 address fills the lower half of `low`.
    private var high: UInt64
    private var low: UInt64
    /// The interface of an IPv6 link-local address or, in our own address of a datagram, the interface that received
    /// the datagram; 0 for any.
    package var scope: UInt32
    package var port: UInt16
    /// 4, 6, or 0 for `none`.
    private var family: UInt8

    /// No address: the kernel chooses our own.
    package static let none = PeerAddress(treadle_address())

    init(_ raw: treadle_address) {
        (high, low, scope, port, family) = (raw.high, raw.low, raw.scope, raw.port, raw.family)
    }

    var raw: treadle_address { treadle_address(high: high, low: low, scope: scope, port: port, family: family) }

    /// Reads a numeric address without port: `192.0.2.7`, `fe80::1%eth0`. Returns nil for other text, and for an
    /// interface that does not exist.
    package init?(numeric text: String, port: UInt16) {
        var raw = treadle_address()
        guard treadle_address_parse(text, &raw) == 0 else { return nil }
        self.init(raw)
        self.port = port
    }

    /// Reads a numeric address with port: `192.0.2.7:5004`, `[fe80::1%eth0]:5004`.
    package init?(_ text: String) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
        let digits = text[text.utf8.index(after: colon)...]
        guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let port = UInt16(String(digits))
        else { return nil }
        var host = text[..<colon]
        let isBracketed = host.utf8.first == UInt8(ascii: "[") && host.utf8.last == UInt8(ascii: "]")
        if isBracketed { host = host.dropFirst().dropLast() }
        // Without brackets, the last colon of an IPv6 address precedes a part of the address, not a port.
        guard host.utf8.contains(UInt8(ascii: ":")) == isBracketed else { return nil }
        self.init(numeric: String(host), port: port)
    }

    package var isIPv6: Bool { family == 6 }
    package var isNone: Bool { family == 0 }

    /// Whether both are addresses of the same machine, on the same link if they are link-local.
    package func hasSameHost(as other: PeerAddress) -> Bool {
        family == other.family && high == other.high && low == other.low
            && (scope == other.scope || !isLinkLocal || scope == 0 || other.scope == 0)
    }

    /// Whether this is an IPv6 address that is valid on one link only.
    private var isLinkLocal: Bool { family == 6 && high >> 54 == 0xFE80 >> 6 }

    /// The same address with another port.
    package func with(port: UInt16) -> PeerAddress {
        var address = self
        address.port = port
        return address
    }

    /// The address without port: `192.0.2.7`, `fe80::1%eth0`.
    package var host: String {
        var text = [CChar](repeating: 0, count: Int(TREADLE_ADDRESS_TEXT))
        var raw = raw
        guard treadle_address_text(&raw, &text) == 0 else { return "none" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The address with port: `192.0.2.7:5004`, `[fe80::1%eth0]:5004`.
    package var text: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
