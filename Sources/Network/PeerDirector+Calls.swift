import Settings
import Devices
import RTPMIDI

// Invitations of others (N3).
extension PeerDirector {
    /// Answers IN on the control port.
    mutating func answer(_ invitation: Invitation, from: PeerAddress, at local: PeerAddress, _ now: UInt64) {
        // A repeated invitation is answered again, but does not open a second session.
        let same = peers.firstIndex { peer in
            peer.stage != .leaving && peer.hasSession(invitation.ssrc, at: from) && peer.address == from
        }
        if let same, !isNegotiating(same) {
            peers[same].keep(invitation.token)
            return accept(invitation, peers[same].ownSSRC, from, local)
        }
        let index = caller(invitation, from)
        let name = index.map { peers[$0].announced.isEmpty ? invitation.name.text : peers[$0].name }
        let port = port(named: name ?? invitation.name.text, at: [from], place: index.flatMap { peers[$0].place })
        guard let port, accepts(port, from: from), !isOccupied(port, exceptBy: index),
            mayReplace(index, invitation, from)
        else {
            turnAway(name ?? invitation.name.text, from, reason(for: port, from))
            return refuse(invitation, from, local)
        }
        if let index {
            if hasPrecedence(index, over: invitation, now) { return }
            if peers[index].isBusy {
                return replace(index, by: Peer.Call(invitation: invitation, from: from, local: local), now)
            }
        }
        guard slots.contains(.free), let index = index ?? newEntry(invitation.name.text) else {
            turnAway(name ?? invitation.name.text, from, .isFull)
            return refuse(invitation, from, local)
        }
        if peers[index].announced.isEmpty {
            if invitation.name.count > 0 { peers[index].name = invitation.name.text }
            if peers[index].place == nil { peers[index].known = [from] }
        }
        peers[index].port = port
        (peers[index].address, peers[index].local, peers[index].isInitiator) = (from, local, false)
        (peers[index].ownSSRC, peers[index].tokens) = (nextSSRC(), [invitation.token])
        (peers[index].controlSSRC, peers[index].dataSSRC) = (invitation.ssrc, invitation.ssrc)
        peers[index].stage = .accepted(since: now)
        _ = claimSlot(index)
        accept(invitation, peers[index].ownSSRC, from, local)
    }

    /// Answers IN on the data port: the second half of a session that was accepted on the control port. Tokens and
    /// SSRCs may differ between the ports, so the peer is found by its machine, then by SSRC, token or port.
    mutating func answerOnData(
        _ invitation: Invitation, from: PeerAddress, at local: PeerAddress, _ socket: PeerSocket, _ now: UInt64
    ) {
        let waiting = peers.indices.filter { index in
            guard case .accepted = peers[index].stage else { return false }
            return peers[index].address.hasSameHost(as: from)
        }
        let index =
            waiting.first { peers[$0].controlSSRC == invitation.ssrc }
            ?? waiting.first { peers[$0].tokens.contains(invitation.token) }
            ?? waiting.first { peers[$0].address.port &+ 1 == from.port }
        guard let index, let slot = peers[index].slot else {
            dropped += 1
            if socket == .data { refuse(invitation, from, local, on: .data) }
            return
        }
        peers[index].dataSSRC = invitation.ssrc
        peers[index].keep(invitation.token)
        connect(index, from: local, to: from)
        let answer = Invitation(token: invitation.token, ssrc: peers[index].ownSSRC, name: wireName)
        act(.sendData(.acceptance(answer), slot: slot))
        open(index, at: now)
    }

    /// Returns why a port, nil for none, refuses a caller.
    private func reason(for port: Int?, _ from: PeerAddress) -> TurnedAway.Reason {
        if settings.accept == .none { return .acceptsNobody }
        guard let port else { return .hasNoPort }
        return accepts(port, from: from) ? .portIsTaken(port) : .isNotNamed
    }

    /// Records the name of a refused caller for the player to read (N12).
    private mutating func turnAway(_ name: String, _ from: PeerAddress, _ reason: TurnedAway.Reason) {
        turnedAway.removeAll { $0.name == name && $0.address.hasSameHost(as: from) }
        if turnedAway.count == NetworkLimits.turnedAway { turnedAway.removeFirst() }
        turnedAway.append(TurnedAway(name: name, address: from, reason: reason))
    }

    private mutating func accept(
        _ invitation: Invitation, _ ssrc: UInt32, _ from: PeerAddress, _ local: PeerAddress
    ) {
        let answer = Invitation(token: invitation.token, ssrc: ssrc, name: wireName)
        act(.send(.acceptance(answer), on: .control, to: from, from: local))
    }

    private mutating func refuse(
        _ invitation: Invitation, _ from: PeerAddress, _ local: PeerAddress, on socket: PeerSocket = .control
    ) {
        let answer = Invitation(token: invitation.token, ssrc: nextSSRC(), name: wireName)
        act(.send(.refusal(answer), on: socket, to: from, from: local))
    }

    /// Finds the entry of a caller by its address, else by its name.
    private func caller(_ invitation: Invitation, _ from: PeerAddress) -> Int? {
        peers.firstIndex { $0.isBusy && $0.address == from }
            ?? peers.firstIndex { $0.addresses.contains(from) && ($0.place != nil || $0.isNamed(invitation.name)) }
            ?? peers.firstIndex { !$0.isBusy && $0.isNamed(invitation.name) }
            ?? peers.firstIndex { $0.isNamed(invitation.name) && $0.announced.contains { $0.hasSameHost(as: from) } }
    }

    /// Whether a peer has accepted our invitation on the control port, but not yet on the data port.
    private func isNegotiating(_ index: Int) -> Bool {
        if case .connecting = peers[index].stage { return true }
        return false
    }

    /// Whether an invitation may end the session of its sender's entry: only if it is from the same socket, after a
    /// restart of the peer, or from an address that mDNS announces for the same name. So nobody else can end the
    /// session (N9).
    private func mayReplace(_ index: Int?, _ invitation: Invitation, _ from: PeerAddress) -> Bool {
        guard let index, peers[index].isBusy, peers[index].address != from else { return true }
        let peer = peers[index]
        guard peer.announced.contains(from) else { return false }
        // If a peer invites from two addresses at once, the session from the first address stays.
        let isSame = invitation.ssrc == peer.controlSSRC || invitation.ssrc == peer.dataSSRC
        return !isSame || !peer.announced.contains(peer.address)
    }

    /// Whether our invitation to the caller has precedence: of two that invite each other, the one with the greater
    /// SSRC stays the initiator. If the peer does not answer our invitation in time, the peer's is accepted.
    private mutating func hasPrecedence(_ index: Int, over invitation: Invitation, _ now: UInt64) -> Bool {
        guard peers[index].stage == .inviting || isNegotiating(index), peers[index].ownSSRC > invitation.ssrc else {
            return false
        }
        if peers[index].calledAt == 0 { peers[index].calledAt = now }
        guard now - peers[index].calledAt < NetworkLimits.precedence else { return false }
        // The caller is reachable now, so our invitation is sent again soon, whatever the delay has become.
        let soon = max(now, peers[index].invitedAt + NetworkLimits.firstDelay)
        peers[index].dueAt = min(peers[index].dueAt, soon)
        return true
    }

    /// Ends the earlier session of a caller, and answers its new invitation afterwards.
    private mutating func replace(_ index: Int, by call: Peer.Call, _ now: UInt64) {
        peers[index].call = call
        if peers[index].stage == .leaving { return }
        endSession(index, saysBye: false, at: now)
        // A session that was never in the loop has ended already.
        if peers[index].stage == .idle {
            peers[index].call = nil
            answer(call.invitation, from: call.from, at: call.local, now)
        }
    }
}
