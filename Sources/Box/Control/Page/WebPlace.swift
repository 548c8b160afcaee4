import CPlatform
import Configuration

/// Where the page is served: a TCP port of one address of the box, or of all.
struct WebPlace: Equatable {
    /// A numeric address; nil: all of the box.
    var address: String?
    var port: UInt16
    /// Further ports that are tried when the port is taken.
    var spare: UInt16 = 0

    static let loopback = "127.0.0.1"

    /// All addresses of the box.
    init(port: UInt16) { self.port = port }

    /// Parses the value of `--http`: `8080`, `8080+` (or the next free port), `192.0.2.7:8080`, `[::]:8080`,
    /// `localhost:8080`. Without an address it is that of this machine alone. Nil for other text.
    init?(option: String) {
        var text = Array(option.utf8)[...]
        if text.last == UInt8(ascii: "+") {
            spare = WebChildLimits.sparePorts
            text = text.dropLast()
        }
        var host = "localhost"
        if let colon = text.lastIndex(of: UInt8(ascii: ":")) {
            var written = text[..<colon]
            text = text[(colon + 1)...]
            let isBracketed = written.first == UInt8(ascii: "[") && written.last == UInt8(ascii: "]")
            if isBracketed { written = written.dropFirst().dropLast() }
            if isBracketed != written.contains(UInt8(ascii: ":")) { return nil }
            host = String(decoding: written, as: UTF8.self)
        }
        guard text.allSatisfy({ 48...57 ~= $0 }), let number = UInt16(String(decoding: text, as: UTF8.self)), number > 0
        else { return nil }
        port = number
        if host == "localhost" { host = WebPlace.loopback }
        var parsed = treadle_address()
        if treadle_address_parse(host, &parsed) < 0 { return nil }
        address = host
    }

    /// Whether only programs of this machine reach the place.
    var isOwn: Bool { address.map { $0 == "::1" || $0.utf8.starts(with: "127.".utf8) } ?? false }

    /// The address for a browser, without a port if that is 80: `http://localhost:8080`.
    ///
    /// - Parameters:
    ///   - host: the name of the box in its network.
    ///   - port: the port that is in use.
    func text(host: String, port: UInt16) -> String {
        var name = host
        if isOwn {
            name = "localhost"
        } else if let address, address != "::", address != "0.0.0.0" {
            name = address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]" : address
        }
        return "http://\(name)" + (port == 80 ? "" : ":\(port)")
    }
}

/// What the page is, by the configuration and the command line.
struct WebSettings: Equatable {
    var place: WebPlace
    /// The session name of the box (N2).
    var name: String
    /// `lan`, or prefixes of networks.
    var allow: [String]
    /// Names by which browsers may ask for the page; the first is that of the box.
    var hosts: [String]
    /// What tells this box from others at the same address.
    var identity: String
    /// When the box has started, in nanoseconds of the machine's clock.
    var startedAt: UInt64

    /// The lines that tell the process of it.
    var lines: [String] {
        [
            "http name \(name)", "http allow \(allow.joined(separator: ","))",
            "http hosts \(hosts.joined(separator: ","))", "http identity \(identity)", "http started \(startedAt)",
        ]
    }

    /// The name that mDNS gives a box that is called `name`, unless another box has it: letters, digits and single
    /// hyphens.
    static func host(of name: String) -> String {
        var bytes: [UInt8] = []
        for byte in name.utf8 where bytes.count < 63 {
            switch byte {
            case 48...57, 65...90, 97...122: bytes.append(byte)
            default: if let last = bytes.last, last != UInt8(ascii: "-") { bytes.append(UInt8(ascii: "-")) }
            }
        }
        while bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
        return (bytes.isEmpty ? "treadle" : String(decoding: bytes, as: UTF8.self)) + ".local"
    }
}
