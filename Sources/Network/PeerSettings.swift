import Devices
import RTPMIDI

/// The peers whose invitations are accepted (N3).
package enum PeerAcceptance: Equatable, Sendable {
    /// All peers for which the box has a port.
    case any
    /// Peers that a port or `invite` names.
    case named
    case none
}

/// A peer's control port by address or host name.
package struct PeerLocation: Equatable, Sendable {
    /// `192.0.2.7`, `fe80::1%eth0`, or a host name.
    package var host: String
    package var port: UInt16

    package init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

    /// The address, unless `host` is a name.
    var address: PeerAddress? { PeerAddress(numeric: host, port: port) }

    /// Whether `other`, with a final dot or without, is the same host name.
    func isHost(_ other: String) -> Bool { PeerLocation.plain(host) == PeerLocation.plain(other) }

    private static func plain(_ name: String) -> [UInt8] {
        var bytes = name.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        return bytes
    }
}

/// A network port of the box, with the rule that selects its peer.
package struct WantedPeer: Equatable, Sendable {
    package enum Rule: Equatable, Sendable {
        /// The peer with a session name.
        case name(String)
        /// All peers that no other port names.
        case everybody
        case place(PeerLocation)
    }

    /// The number of the port in the box.
    package var port: Int
    package var rule: Rule
    /// Whether the box invites the peer (`initiate`).
    package var initiates: Bool
    /// `buffer` in nanoseconds (N8).
    package var buffer: UInt64
    /// Whether packets to the peer carry a journal (N6).
    package var sendsJournal: Bool

    package init(port: Int, rule: Rule, initiates: Bool, buffer: UInt64 = 0, sendsJournal: Bool = true) {
        (self.port, self.rule, self.initiates) = (port, rule, initiates)
        (self.buffer, self.sendsJournal) = (buffer, sendsJournal)
    }

    /// Whether a session name matches the name of the rule. A name in an invitation may be cut.
    func names(_ name: String) -> Bool {
        guard case .name(let pattern) = rule else { return false }
        let (written, heard) = (PlainName(pattern), PlainName(name))
        return Glob(written.text).matches(heard.text) || heard.isCut(of: written) || written.isCut(of: heard)
    }
}

/// The part of the configuration that sessions need.
package struct PeerSettings: Equatable, Sendable {
    /// The control port of the box; the data port is the next one.
    package var port: UInt16 = 5004
    package var accept = PeerAcceptance.named
    package var ports: [WantedPeer] = []
    package var invite: [PeerLocation] = []

    package init() {}
}
