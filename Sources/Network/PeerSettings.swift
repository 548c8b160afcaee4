import Settings
import Devices
import RTPMIDI

extension PeerPlace {
    /// The address, unless `host` is a name.
    var address: PeerAddress? { PeerAddress(numeric: host, port: port) }

    /// Whether `other`, with a final dot or without, is the same host name.
    func isHost(_ other: String) -> Bool { PeerPlace.plain(host) == PeerPlace.plain(other) }

    private static func plain(_ name: String) -> [UInt8] {
        var bytes = name.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        return bytes
    }
}

/// A network port of the box, with the rule that selects its peer.
package struct WantedPeer: Equatable, Sendable {
    /// The number of the port in the box.
    package var port: Int
    package var rule: PeerRule
    /// Whether the box invites the peer (`initiate`).
    package var initiates: Bool
    /// `buffer` in nanoseconds (N8).
    package var buffer: UInt64
    /// Whether packets to the peer carry a journal (N6).
    package var sendsJournal: Bool

    package init(port: Int, rule: PeerRule, initiates: Bool, buffer: UInt64 = 0, sendsJournal: Bool = true) {
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
    package var accept = PeerAdmission.named
    package var ports: [WantedPeer] = []
    package var invite: [PeerPlace] = []

    package init() {}
}
