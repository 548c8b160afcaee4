import Settings
import Devices
import RTPMIDI

/// A known peer: announced by mDNS, configured by address, or one that has sent an invitation.
struct Peer {
    enum Stage: Equatable {
        case idle
        /// The box has sent IN on the control port and sends it again at `dueAt`.
        case inviting
        /// The peer has accepted the invitation on the control port; the box sends IN on the data port at `dueAt`.
        case connecting(since: UInt64)
        /// The box has accepted the peer's invitation on the control port, and waits for the one on the data port.
        case accepted(since: UInt64)
        /// The session is open, and the loop runs it.
        case open(since: UInt64)
        /// The loop has been told to return the socket.
        case leaving
    }

    /// The session name, from mDNS or an invitation; the text of the location while no name is known.
    var name: String
    /// The location of the peer in the configuration; nil if it has none.
    var place: PeerPlace?
    /// The peer's addresses from mDNS; empty if it is not announced.
    var announced: [PeerAddress] = []
    /// The peer's addresses from the configuration, or the one from which it sent an invitation.
    var known: [PeerAddress] = []
    /// The port of the box for this peer.
    var port: Int?
    var stage = Stage.idle

    // The current attempt or session.
    /// The peer's control port, and our address for it.
    var address = PeerAddress.none
    var local = PeerAddress.none
    var slot: Int?
    /// Whether the socket of the slot is connected.
    var hasSocket = false
    var isInitiator = false
    var ownSSRC: UInt32 = 0
    /// The peer's SSRCs on the control port and on the data port.
    var controlSSRC: UInt32 = 0
    var dataSSRC: UInt32 = 0
    /// The initiator's tokens, newest last.
    var tokens: [UInt32] = []
    /// Whether the link to the peer is down while the session is open.
    var isCutOff = false
    /// Whether the peer must get BY when the loop has left the session.
    var owesBye = false
    /// An invitation that arrived before the loop had left the earlier session.
    var call: Call?

    // Invitations to the peer.
    /// When the next invitation is due, in ns; `UInt64.max` for never.
    var dueAt = UInt64.max
    var delay = NetworkLimits.firstDelay
    /// When the last invitation was sent, in ns.
    var invitedAt: UInt64 = 0
    /// The number of invitations since the last session.
    var attempts = 0
    var isRefused = false
    /// When the peer first invited us while we were inviting it, in ns; 0 for never.
    var calledAt: UInt64 = 0
    /// Whether the peer had a session, or was announced.
    var wasThere = false
    /// When the last session or announcement of the peer ended, in ns; nil if there was none.
    var leftAt: UInt64?

    struct Call {
        var invitation: Invitation
        var from: PeerAddress
        var local: PeerAddress
    }

    init(name: String, place: PeerPlace? = nil) {
        (self.name, self.place) = (name, place)
    }

    /// The control ports to try, IPv4 first: IPv6 is often announced where it does not work.
    var addresses: [PeerAddress] {
        let all = announced.isEmpty ? known : announced
        return all.filter { !$0.isIPv6 } + all.filter { $0.isIPv6 }
    }

    /// Whether a session is open, being negotiated, or being left.
    var isBusy: Bool { stage != .idle && stage != .inviting }

    var isOpen: Bool {
        if case .open = stage { return true }
        return false
    }

    /// Whether a message with a sender and SSRC belongs to the session.
    func hasSession(_ ssrc: UInt32, at from: PeerAddress) -> Bool {
        isBusy && (ssrc == controlSSRC || ssrc == dataSSRC) && address.hasSameHost(as: from)
    }

    func isNamed(_ name: SessionName) -> Bool { SessionName(utf8: self.name.utf8) == name }

    mutating func keep(_ token: UInt32) {
        tokens.removeAll { $0 == token }
        tokens.append(token)
        if tokens.count > NetworkLimits.tokens { tokens.removeFirst() }
    }

    /// Makes the next invitation due at once, and the delay after it the shortest.
    mutating func hurry(at now: UInt64) {
        (dueAt, delay, isRefused) = (now, NetworkLimits.firstDelay, false)
    }

    /// Delays the next invitation, longer each time.
    mutating func backOff(at now: UInt64) {
        dueAt = now + delay
        delay = min(2 * delay, NetworkLimits.longestDelay)
    }
}
