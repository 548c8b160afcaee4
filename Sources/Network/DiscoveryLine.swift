import Compact

/// A line of the mDNS child (`mdns_shims.h`).
enum DiscoveryLine: Equatable {
    case name(String)
    case host(String)
    case found(FoundService, isIPv6: Bool)
    case lost(name: String, interface: String, isIPv6: Bool)
    case address(host: String, String)
    case dropped(Int)
    case alive
    case failed(String)

    /// Parses a line without its line feed; nil if it is malformed.
    init?(_ line: ArraySlice<UInt8>) {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard let verb = words.first.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
        switch (verb, words.count) {
        case ("name", 2):
            guard let name = DiscoveryLine.text(words[1]) else { return nil }
            self = .name(name)
        case ("host", 2):
            guard let host = DiscoveryLine.text(words[1]) else { return nil }
            self = .host(host)
        case ("alive", 1): self = .alive
        case ("failed", 2):
            guard let reason = DiscoveryLine.text(words[1]) else { return nil }
            self = .failed(reason)
        case ("dropped", 2):
            guard let count = DiscoveryLine.text(words[1]).flatMap({ Int($0) }), count > 0 else { return nil }
            self = .dropped(count)
        case ("address", 3):
            guard let host = DiscoveryLine.text(words[1]), let address = DiscoveryLine.text(words[2]) else {
                return nil
            }
            self = .address(host: host, address)
        case ("found", 7):
            guard let interface = DiscoveryLine.text(words[1]), let isIPv6 = DiscoveryLine.isIPv6(words[2]),
                let name = DiscoveryLine.text(words[3]), let host = DiscoveryLine.text(words[4]),
                let address = DiscoveryLine.text(words[5]),
                let port = DiscoveryLine.text(words[6]).flatMap({ UInt16($0) }), port > 0
            else { return nil }
            let service = FoundService(name: name, interface: interface, host: host, address: address, port: port)
            self = .found(service, isIPv6: isIPv6)
        case ("lost", 4):
            guard let interface = DiscoveryLine.text(words[1]), let isIPv6 = DiscoveryLine.isIPv6(words[2]),
                let name = DiscoveryLine.text(words[3])
            else { return nil }
            self = .lost(name: name, interface: interface, isIPv6: isIPv6)
        default: return nil
        }
    }

    private static func isIPv6(_ word: ArraySlice<UInt8>) -> Bool? {
        switch String(decoding: word, as: UTF8.self) {
        case "ipv4": false
        case "ipv6": true
        default: nil
        }
    }

    /// Decodes an escaped word; nil if it is empty, too long or has an invalid escape. Invalid UTF-8 is repaired.
    private static func text(_ word: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = word
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "\\") {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 3, let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self)), value > 0,
                rest.prefix(3).allSatisfy({ 48...57 ~= $0 })
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(3)
        }
        if bytes.isEmpty || bytes.count > DiscoveryLimits.name { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Escapes the blanks, control characters and backslashes of a word. Leaves out bytes of 0.
    static func escaped(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "\\") {
                bytes.append(byte)
            } else if byte != 0 {
                bytes += [UInt8(ascii: "\\"), 48 + byte / 100, 48 + byte / 10 % 10, 48 + byte % 10]
            }
        }
        return bytes
    }
}
