import Settings

/// Parses network addresses.
enum NetworkText {
    /// The valid ports for session control; 65535 would leave no port for data.
    static let ports = 1...65534

    /// Parses `192.0.2.5`. Returns nil for other text and for numbers with leading zeros, which some programs read as
    /// octal.
    static func ipv4(_ text: Text) -> UInt32? {
        var value: UInt32 = 0
        var (rest, count) = (text, 0)
        while true {
            let end = rest.bytes.firstIndex(of: UInt8(ascii: ".")) ?? rest.count
            let number = rest.upTo(end)
            guard 1...3 ~= number.count, Decimal.isDigits(number), let byte = Decimal.whole(number), byte <= 255,
                number.count == 1 || number.first != UInt8(ascii: "0")
            else { return nil }
            value = value << 8 | UInt32(byte)
            count += 1
            if end == rest.count { return count == 4 ? value : nil }
            if count == 4 { return nil }
            rest = rest.from(end + 1)
        }
    }

    /// Whether an IPv4 address is that of one device, not a broadcast, multicast or reserved address.
    static func isUnicast(_ address: UInt32) -> Bool { 1...223 ~= address >> 24 }

    /// Whether a text is the IPv6 address of one device, optionally with a zone: `fe80::1%eth0`.
    static func isIPv6(_ text: Text) -> Bool {
        let percent = text.bytes.firstIndex(of: UInt8(ascii: "%")) ?? text.count
        if percent < text.count && !isInterface(text.from(percent + 1)) { return false }
        var rest = text.upTo(percent)
        // `::` is the unspecified address, and `ff` begins multicast addresses.
        if rest == "::" || rest.begins(with: "ff") { return false }
        var (groups, hasGap) = (0, rest.begins(with: "::"))
        if hasGap { rest = rest.from(2) }
        while !rest.isEmpty {
            let end = rest.bytes.firstIndex(of: UInt8(ascii: ":")) ?? rest.count
            guard 1...4 ~= end, rest.upTo(end).bytes.allSatisfy({ Digits.value(ofHex: $0) != nil }) else {
                return false
            }
            groups += 1
            rest = rest.from(end)
            if rest.begins(with: "::") {
                if hasGap { return false }
                hasGap = true
                rest = rest.from(2)
            } else if !rest.isEmpty {
                rest = rest.from(1)
                if rest.isEmpty { return false }
            }
        }
        return hasGap ? groups < 8 : groups == 8
    }

    /// Whether a text can be the name of a network interface.
    static func isInterface(_ text: Text) -> Bool {
        1...15 ~= text.count && text.bytes.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ".") }
    }

    /// Whether a text can be a host name: labels of 1 to 63 letters, digits and hyphens.
    static func isHostName(_ text: Text) -> Bool {
        guard 1...253 ~= text.count else { return false }
        var length = 0
        for byte in text.bytes {
            if byte == UInt8(ascii: ".") {
                if length == 0 { return false }
                length = 0
            } else {
                if !isNameByte(byte) || length == 0 && byte == UInt8(ascii: "-") || length == 63 { return false }
                length += 1
            }
        }
        return length > 0 && !isNumeric(text)
    }

    /// Whether a text consists of digits and dots only, so an IPv4 address is meant.
    static func isNumeric(_ text: Text) -> Bool {
        text.bytes.allSatisfy { 48...57 ~= $0 || $0 == UInt8(ascii: ".") }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

extension PeerPlace {
    /// Parses `192.0.2.7:5004`, `192.0.2.7`, `[fe80::1%eth0]:5004` or `desk.local:5004`; nil for other text.
    init?(_ text: Text) {
        let parts = PeerPlace.parts(text)
        let isKnown =
            parts.isBracketed
            ? NetworkText.isIPv6(parts.host)
            : NetworkText.ipv4(parts.host).map { NetworkText.isUnicast($0) } ?? NetworkText.isHostName(parts.host)
        guard isKnown else { return nil }
        self.init(host: parts.host.string)
        guard let port = parts.port else { return }
        guard Decimal.isDigits(port), let number = Decimal.whole(port), NetworkText.ports ~= number else { return nil }
        self.port = UInt16(number)
    }

    /// Whether the host is an IPv6 link-local address (fe80::/10) without a zone.
    var lacksZone: Bool {
        let bytes = host.utf8.map { $0 | 0x20 }
        guard bytes.count > 4, bytes[4] == UInt8(ascii: ":"), !bytes.contains(UInt8(ascii: "%") | 0x20) else {
            return false
        }
        let third = [UInt8(ascii: "8"), UInt8(ascii: "9"), UInt8(ascii: "a"), UInt8(ascii: "b")]
        return bytes[0] == UInt8(ascii: "f") && bytes[1] == UInt8(ascii: "e") && third.contains(bytes[2])
    }

    /// Whether `network:` of a port means an address, not the name of a session: the text is numeric, or a host with a
    /// port.
    static func isMeant(_ text: Text) -> Bool {
        let parts = PeerPlace.parts(text)
        if parts.isBracketed { return true }
        if let port = parts.port, Decimal.isDigits(port), NetworkText.isHostName(parts.host) { return true }
        let dots = parts.host.bytes.reduce(0) { $0 + ($1 == UInt8(ascii: ".") ? 1 : 0) }
        if dots >= 2 && NetworkText.isNumeric(parts.host) { return true }
        return NetworkText.isIPv6(text)
    }

    /// Splits `HOST`, `HOST:PORT`, `[HOST]` or `[HOST]:PORT`.
    private static func parts(_ text: Text) -> (host: Text, port: Text?, isBracketed: Bool) {
        if text.first == UInt8(ascii: "["), let end = text.bytes.lastIndex(of: UInt8(ascii: "]")) {
            let rest = text.from(end + 1)
            if rest.isEmpty { return (text[1..<end], nil, true) }
            if rest.first == UInt8(ascii: ":") { return (text[1..<end], rest.from(1), true) }
        } else if let colon = text.bytes.lastIndex(of: UInt8(ascii: ":")) {
            return (text.upTo(colon), text.from(colon + 1), false)
        }
        return (text, nil, false)
    }
}

extension StaticAddress {
    /// Parses `192.0.2.5/24`: a unicast address that a device in the network with this prefix may have. Returns nil
    /// for other text.
    init?(_ text: Text) {
        guard let slash = text.bytes.firstIndex(of: UInt8(ascii: "/")),
            let address = NetworkText.ipv4(text.upTo(slash)), NetworkText.isUnicast(address), address >> 24 != 127,
            Decimal.isDigits(text.from(slash + 1)), let prefix = Decimal.whole(text.from(slash + 1)), 1...30 ~= prefix
        else { return nil }
        // The first address of a network names the network, the last one is for broadcasts.
        let mask = UInt32.max >> UInt32(prefix)
        if address & mask == 0 || address & mask == mask { return nil }
        self.init(address: address, prefix: UInt8(prefix))
    }
}
