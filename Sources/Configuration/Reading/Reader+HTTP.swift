extension Reader {
    private static let prefixes = "lan, or a list of networks, such as [192.0.2.0/24, \"fd00::/8\"]"
    private static let prefix = "lan, or a network with its prefix, such as 192.0.2.0/24 or fd00::/8"

    /// Reads `http:` of the network, the page for browsers (W).
    func readHTTP(_ node: YAMLNode) {
        var http = HTTPConfiguration()
        var fields = fields(node, "http", such: "port: 80, allow: [lan]")
        if let port = integer(fields.take("port"), 1...65535, "a port") { http.port = UInt16(port) }
        if let entry = fields.take("allow"), let allow = allowed(entry) { http.allow = allow }
        if let entry = fields.take("hosts") { http.hosts = hosts(entry) }
        fields.finish(log)
        box.network.http = http
    }

    /// Reads the networks whose browsers may ask; nil, after an error, without any.
    private func allowed(_ entry: YAMLNode.Entry) -> [String]? {
        if entry.value.text == "lan" { return ["lan"] }
        if case .sequence(let items) = entry.value.content, items.isEmpty {
            wrong(entry, Reader.prefixes)
            return nil
        }
        let words = differing(entry, Reader.prefixes, "allow", ReadingLimits.http) { item -> String? in
            guard let text = item.text, text == "lan" || NetworkText.isPrefix(text) else {
                wrong(item, entry.key, Reader.prefix + (item.text.map { hint($0, among: ["lan"] as [Text]) } ?? ""))
                return nil
            }
            if NetworkText.isEverybody(text) {
                log.warning(
                    item.place,
                    "`\(text.string)` lets everybody ask who can reach the box, and others can read what is sent")
            }
            return text.string
        }
        return words.isEmpty ? nil : words
    }

    private func hosts(_ entry: YAMLNode.Entry) -> [String] {
        differing(entry, "a list of host names, such as [board.example]", "hosts", ReadingLimits.http) { item in
            if let text = item.text, NetworkText.isHostName(text) { return text.string }
            wrong(item, entry.key, "a host name without a port, such as board.example")
            return nil
        }
    }
}

extension NetworkText {
    /// Whether a text is an IPv4 or IPv6 network: `192.0.2.0/24`, `fd00::/8`. Bits behind the prefix are ignored.
    static func isPrefix(_ text: Text) -> Bool {
        guard let slash = text.bytes.lastIndex(of: UInt8(ascii: "/")) else { return false }
        let (address, length) = (text.upTo(slash), text.from(slash + 1))
        guard 1...3 ~= length.count, Decimal.isDigits(length), let bits = Decimal.whole(length) else { return false }
        if length.count > 1 && length.first == UInt8(ascii: "0") { return false }
        if ipv4(address) != nil { return bits <= 32 }
        return bits <= 128 && !address.contains(UInt8(ascii: "%")) && (address == "::" || isIPv6(address))
    }

    /// Whether a network is the whole of IPv4 or IPv6.
    static func isEverybody(_ text: Text) -> Bool { text.ends(with: "/0") }
}
