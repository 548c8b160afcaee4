/// The addresses whose connections are served: `allow` of the box file (W5).
package struct AllowedAddresses {
    private let prefixes: [AddressPrefix]

    /// Loopback (RFC 1122, RFC 4291), private (RFC 1918), link-local (RFC 3927, RFC 4291) and unique local addresses
    /// (RFC 4193).
    private static let lan = [
        "127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fe80::/10",
        "fc00::/7",
    ]

    /// - Parameter words: `lan` and prefixes such as `192.0.2.0/24`. Returns nil without a word, with more than
    ///   `WebLimits.prefixes`, and if one is neither.
    package init?(words: [String]) {
        if words.isEmpty || words.count > WebLimits.prefixes { return nil }
        var prefixes: [AddressPrefix] = []
        for word in words.flatMap({ $0 == "lan" ? AllowedAddresses.lan : [$0] }) {
            guard let prefix = AddressPrefix(word) else { return nil }
            prefixes.append(prefix)
        }
        self.prefixes = prefixes
    }

    /// Whether `address` may connect. An IPv4 address in IPv6 form counts as IPv4.
    package func contains(_ address: WebAddress) -> Bool { prefixes.contains { $0.contains(address) } }
}

/// The addresses that begin with the same bits: `192.0.2.0/24`, `fd00::/8`.
struct AddressPrefix {
    private let address: WebAddress
    /// The number of bits, 0...32 of IPv4 and 0...128 of IPv6.
    private let length: Int

    /// Reads a prefix. Bits of the address behind the prefix do not matter.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count <= 3, parts[1].allSatisfy({ 0x30...0x39 ~= $0 }),
            let address = WebAddress(text: String(decoding: parts[0], as: UTF8.self)),
            let length = Int(String(decoding: parts[1], as: UTF8.self)), length <= 8 * address.bytes.count
        else { return nil }
        (self.address, self.length) = (address, length)
    }

    func contains(_ other: WebAddress) -> Bool {
        if other.bytes.count != address.bytes.count { return false }
        let (whole, rest) = (length / 8, length % 8)
        if other.bytes[..<whole] != address.bytes[..<whole] { return false }
        return rest == 0 || (other.bytes[whole] ^ address.bytes[whole]) >> UInt8(8 - rest) == 0
    }
}
