import Settings
import Devices
import RTPMIDI

@testable import Network

/// A director with a clock, and what it did last.
final class DirectedBox {
    var director: PeerDirector
    var now: UInt64
    /// What the director did since `did` was read last.
    private var actions: [PeerAction] = []

    static let home = address("192.0.2.1:5004")
    static let second: UInt64 = 1_000_000_000

    init(
        _ ports: [WantedPeer] = [], accept: PeerAdmission = .named, invite: [PeerPlace] = [],
        name: String = "Treadle",
        random: UInt64 = 1, at now: UInt64 = 100 * second
    ) {
        var settings = PeerSettings()
        (settings.ports, settings.accept, settings.invite) = (ports, accept, invite)
        self.now = now
        director = PeerDirector(settings, name: name, random: random, at: now)
        director.advance(to: now)
    }

    /// What the director did since the last call.
    var did: [PeerAction] {
        actions += director.takeActions()
        defer { actions = [] }
        return actions
    }

    /// Lets time pass, in seconds.
    func wait(_ seconds: Double) {
        let end = now + UInt64(seconds * 1e9)
        while director.deadline <= end {
            now = max(now, director.deadline)
            director.advance(to: now)
            actions += director.takeActions()
        }
        now = end
    }

    func hear(
        _ message: SessionMessage, on socket: PeerSocket = .control, from: PeerAddress,
        at local: PeerAddress = DirectedBox.home
    ) {
        var bytes = [UInt8](repeating: 0, count: SessionMessage.mostBytes)
        let count = bytes.withUnsafeMutableBytes { message.write(to: $0) }
        hear(Array(bytes.prefix(count)), on: socket, from: from, at: local)
    }

    func hear(_ bytes: [UInt8], on socket: PeerSocket, from: PeerAddress, at local: PeerAddress = DirectedBox.home) {
        bytes.withUnsafeBytes { director.heard($0, on: socket, from: from, at: local, now) }
        actions += director.takeActions()
    }

    func find(_ name: String, _ address: PeerAddress, host: String = "phone.local") {
        director.found(name, host: host, address, at: now)
    }

    var states: [PeerStatus.State] { director.status.map { $0.state } }
}

func address(_ text: String) -> PeerAddress { PeerAddress(text)! }

let phone = address("192.0.2.7:5004")
let tablet = address("192.0.2.8:5004")

func invitation(_ token: UInt32, _ ssrc: UInt32, _ name: String = "Phone") -> SessionMessage {
    .invitation(Invitation(token: token, ssrc: ssrc, name: SessionName(utf8: name.utf8)))
}

func acceptance(_ token: UInt32, _ ssrc: UInt32, _ name: String = "Phone") -> SessionMessage {
    .acceptance(Invitation(token: token, ssrc: ssrc, name: SessionName(utf8: name.utf8)))
}

func refusal(_ token: UInt32, _ ssrc: UInt32) -> SessionMessage { .refusal(Invitation(token: token, ssrc: ssrc)) }

extension WantedPeer {
    static func named(_ name: String, port: Int = 0, initiates: Bool = true) -> WantedPeer {
        WantedPeer(port: port, rule: .name(name), initiates: initiates)
    }

    static func everybody(port: Int, initiates: Bool = false) -> WantedPeer {
        WantedPeer(port: port, rule: .everybody, initiates: initiates)
    }
}

extension [PeerAction] {
    /// Invitations that were sent, and where to.
    var invitations: [(invitation: Invitation, to: PeerAddress?)] {
        compactMap { action in
            switch action {
            case .send(.invitation(let invitation), on: .control, let to, _): (invitation, to)
            case .sendData(.invitation(let invitation), _): (invitation, nil)
            default: nil
            }
        }
    }

    /// OK that were sent on either port.
    var acceptances: [Invitation] {
        compactMap { action in
            switch action {
            case .send(.acceptance(let invitation), _, _, _), .sendData(.acceptance(let invitation), _): invitation
            default: nil
            }
        }
    }

    /// NO that were sent: the tokens.
    var refusals: [UInt32] {
        compactMap { action in
            if case .send(.refusal(let invitation), _, _, _) = action { invitation.token } else { nil }
        }
    }

    /// BY that were sent: the SSRCs.
    var goodbyes: [UInt32] {
        compactMap { action in
            if case .send(.goodbye(_, let ssrc), on: .control, _, _) = action { ssrc } else { nil }
        }
    }

    var joined: [(slot: Int, session: OpenedSession)] {
        compactMap { action in
            if case .join(let slot, let session) = action { (slot, session) } else { nil }
        }
    }

    var left: [Int] {
        compactMap { action in
            if case .leave(let slot) = action { slot } else { nil }
        }
    }
}

extension DirectedBox {
    /// Lets a peer call on both ports. Returns the session; nil if it was not taken.
    @discardableResult
    func call(from: PeerAddress, token: UInt32 = 7, ssrc: UInt32, name: String = "Phone") -> OpenedSession? {
        hear(invitation(token, ssrc, name), from: from)
        hear(invitation(token, ssrc, name), on: .data, from: from.with(port: from.port + 1))
        return did.joined.last?.session
    }

    /// Lets a peer take the last invitation on both ports. Returns the session; nil if it did not open.
    @discardableResult
    func take(from: PeerAddress, ssrc: UInt32, name: String = "Phone") -> OpenedSession? {
        guard let asked = did.invitations.last else { return nil }
        hear(acceptance(asked.invitation.token, ssrc, name), from: from)
        guard case .connect(let slot, _, _)? = did.first else { return nil }
        hear(acceptance(asked.invitation.token, ssrc, name), on: .slot(slot), from: from.with(port: from.port + 1))
        return did.joined.last?.session
    }
}
