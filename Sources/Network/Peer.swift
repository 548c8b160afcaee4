import Devices
import RTPMIDI

/// A peer that is known: announced by mDNS, configured by address, or one that called.
struct Peer {
    enum Stage: Equatable {
        case idle
        /// The box has sent IN on the control port and sends it again at `dueAt`.
        case inviting
        /// The peer took the invitation on the control port; the box sends IN on the data port at `dueAt`.
        case connecting(since: UInt64)
        /// The box took the peer's invitation on the control port and waits for the one on the data port.
        case accepted(since: UInt64)
        /// The session is open; the loop has it.
        case open(since: UInt64)
        /// The loop gives the socket back.
        case leaving
    }

    /// The session name, from mDNS or an invitation; the text of the place while nothing better is known.
    var name: String
    /// Where the configuration says that it is.
    var place: PeerLocation?
    /// Its addresses by mDNS; empty if it is not announced.
    var announced: [PeerAddress] = []
    /// Its addresses by configuration, or the one from which it called.
    var known: [PeerAddress] = []
    /// The port of the box that takes it.
    var port: Int?
    var stage = Stage.idle

    // The attempt or session.
    /// Its control port, and our side of it.
    var address = PeerAddress.none
    var local = PeerAddress.none
    var slot: Int?
    /// The socket of the slot is connected.
    var hasSocket = false
    var isInitiator = false
    var ownSSRC: UInt32 = 0
    /// The SSRCs that it gave on the control and on the data port.
    var controlSSRC: UInt32 = 0
    var dataSSRC: UInt32 = 0
    /// The initiator's tokens: the newest is the last.
    var tokens: [UInt32] = []
    /// Whether the link to it is down while its session is open.
    var isCutOff = false
    /// The peer has to hear BY when the loop has left the session.
    var owesBye = false
    /// An invitation that came before the loop had left the earlier session.
    var call: Call?

    // Inviting.
    /// When the next invitation is due; `UInt64.max`: never.
    var dueAt = UInt64.max
    var delay = NetworkLimits.firstDelay
    /// When the last invitation was sent.
    var invitedAt: UInt64 = 0
    /// The number of invitations since the last session.
    var attempts = 0
    var isRefused = false
    /// When it first invited us while we were inviting it; 0: not.
    var calledAt: UInt64 = 0
    /// It had a session, or was announced.
    var wasThere = false
    /// When its last session or announcement ended; nil: it had none.
    var leftAt: UInt64?

    struct Call {
        var invitation: Invitation
        var from: PeerAddress
        var local: PeerAddress
    }

    init(name: String, place: PeerLocation? = nil) {
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

    /// Whether a message of a sender and SSRC belongs to the session.
    func hasSession(_ ssrc: UInt32, at from: PeerAddress) -> Bool {
        isBusy && (ssrc == controlSSRC || ssrc == dataSSRC) && address.hasSameHost(as: from)
    }

    func isNamed(_ name: SessionName) -> Bool { SessionName(utf8: self.name.utf8) == name }

    mutating func keep(_ token: UInt32) {
        tokens.removeAll { $0 == token }
        tokens.append(token)
        if tokens.count > NetworkLimits.tokens { tokens.removeFirst() }
    }

    /// Lets the next invitation begin at once, with the shortest delay.
    mutating func hurry(at now: UInt64) {
        (dueAt, delay, isRefused) = (now, NetworkLimits.firstDelay, false)
    }

    /// Waits before the next invitation, longer each time.
    mutating func backOff(at now: UInt64) {
        dueAt = now + delay
        delay = min(2 * delay, NetworkLimits.longestDelay)
    }
}
