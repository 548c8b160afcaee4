import Devices
import RTPMIDI

// Session messages from peers and strangers (N3, N9).
extension PeerDirector {
    /// Handles a datagram that arrived at one of the control thread's sockets.
    ///
    /// - Parameter local: our address and interface at which it arrived.
    package mutating func heard(
        _ bytes: UnsafeRawBufferPointer, on socket: PeerSocket, from: PeerAddress, at local: PeerAddress, _ now: UInt64
    ) {
        if !isKnown(from) {
            let second = now / 1_000_000_000
            if second != strangers.second { strangers = (second, 0) }
            strangers.count += 1
            if strangers.count > NetworkLimits.strangersPerSecond { return dropped += 1 }
        }
        guard let message = SessionMessage(bytes) else { return dropped += 1 }
        switch message {
        case .invitation(let invitation) where socket == .control:
            answer(invitation, from: from, at: local, now)
        case .invitation(let invitation): answerOnData(invitation, from: from, at: local, socket, now)
        case .acceptance(let invitation): handleOK(invitation, on: socket, from: from, at: local, now)
        case .refusal(let invitation): refuse(invitation, on: socket, from: from, now)
        case .goodbye(let token, let ssrc): acceptGoodbye(token, ssrc, from: from, now)
        case .feedback(let ssrc, let sequence):
            guard let peer = peers.first(where: { $0.isOpen && $0.hasSession(ssrc, at: from) }), let slot = peer.slot
            else { return dropped += 1 }
            act(.feedback(slot: slot, sequence: sequence))
        case .clock, .bitRate: dropped += 1
        }
    }

    /// Whether a sender has a session, or is one of the machines that are announced or configured.
    private func isKnown(_ from: PeerAddress) -> Bool {
        peers.contains { peer in
            peer.isBusy && peer.address.hasSameHost(as: from) || peer.addresses.contains { $0.hasSameHost(as: from) }
        }
    }

    /// Handles OK: the peer accepts our invitation on the control port, or on the data port of its slot.
    private mutating func handleOK(
        _ invitation: Invitation, on socket: PeerSocket, from: PeerAddress, at local: PeerAddress, _ now: UInt64
    ) {
        if case .slot(let slot) = socket {
            guard let index = peers.firstIndex(where: { $0.slot == slot }), case .connecting = peers[index].stage,
                peers[index].tokens.last == invitation.token
            else { return dropped += 1 }
            peers[index].dataSSRC = invitation.ssrc
            return open(index, at: now)
        }
        guard socket == .control, let index = inviting(invitation, from) else { return dropped += 1 }
        (peers[index].address, peers[index].local) = (from, local)
        (peers[index].controlSSRC, peers[index].dataSSRC) = (invitation.ssrc, invitation.ssrc)
        if peers[index].announced.isEmpty && invitation.name.count > 0 { peers[index].name = invitation.name.text }
        let port = port(named: peers[index].name, at: peers[index].addresses + [from], place: peers[index].place)
        let isDoubled = peers.contains { $0.isBusy && $0.hasSession(invitation.ssrc, at: from) }
        guard let port, !isDoubled, !isOccupied(port, exceptBy: index), let slot = claimSlot(index) else {
            sayBye(index)
            peers[index].stage = .idle
            return peers[index].backOff(at: now)
        }
        peers[index].port = port
        peers[index].stage = .connecting(since: now)
        peers[index].dueAt = now + NetworkLimits.dataDelay
        connect(index, from: local, to: from.with(port: from.port &+ 1))
        act(.sendData(self.invitation(index), slot: slot))
    }

    /// Handles NO: the peer refuses our invitation. It is invited again later, as long as the box wants it.
    private mutating func refuse(_ invitation: Invitation, on socket: PeerSocket, from: PeerAddress, _ now: UInt64) {
        if case .slot(let slot) = socket {
            guard let index = peers.firstIndex(where: { $0.slot == slot }), case .connecting = peers[index].stage,
                peers[index].tokens.last == invitation.token
            else { return dropped += 1 }
            peers[index].tokens = []
            giveUp(index, at: now)
            return peers[index].isRefused = true
        }
        guard socket == .control, let index = inviting(invitation, from) else { return dropped += 1 }
        (peers[index].stage, peers[index].isRefused) = (.idle, true)
        peers[index].dueAt = max(peers[index].dueAt, now + NetworkLimits.firstDelay)
    }

    /// Finds the invited peer that has sent an answer.
    private func inviting(_ invitation: Invitation, _ from: PeerAddress) -> Int? {
        peers.firstIndex { peer in
            peer.stage == .inviting && peer.tokens.last == invitation.token
                && peer.addresses.contains { $0.hasSameHost(as: from) }
        }
    }

    /// Handles BY: ends the session of its SSRC, unless its token belongs to another session. A token of 0 counts as
    /// none.
    private mutating func acceptGoodbye(_ token: UInt32?, _ ssrc: UInt32, from: PeerAddress, _ now: UInt64) {
        let index = peers.firstIndex { peer in
            guard peer.hasSession(ssrc, at: from) else { return false }
            guard let token, token != 0 else { return true }
            return peer.tokens.contains(token)
        }
        guard let index else { return dropped += 1 }
        endSession(index, saysBye: false, at: now)
        forgetCaller(index)
    }
}

extension SessionName {
    /// The name as text; bytes that are not UTF-8 become U+FFFD.
    var text: String { String(decoding: (0..<count).map { self[$0] }, as: UTF8.self) }
}
