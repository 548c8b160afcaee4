/// The peers that belong to a port with `network:` (N1).
package enum PeerRule: Equatable, Sendable {
    /// A glob on the session name.
    case name(String)
    /// Every peer that no other port names: `"*"`.
    case everybody
    case place(PeerPlace)

    /// The rule as written in the box file.
    package var text: String {
        switch self {
        case .name(let glob): glob
        case .everybody: "*"
        case .place(let place): place.text
        }
    }
}

/// The control port of a peer, by address or host name.
package struct PeerPlace: Equatable, Sendable {
    /// An IPv4 address, an IPv6 address without brackets, which may have a zone (`fe80::1%eth0`), or a host name.
    package var host: String
    /// The UDP port of session control, 1...65534.
    package var port: UInt16

    package init(host: String, port: UInt16 = 5004) {
        (self.host, self.port) = (host, port)
    }

    /// The address as text: `192.0.2.7:5004`, `[fe80::1%eth0]:5004`.
    package var text: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
