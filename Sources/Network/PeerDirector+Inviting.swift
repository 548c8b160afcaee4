import Settings
import Devices
import RTPMIDI

// Timed actions: invitations with back-off, and half-open sessions that time out (N3).
extension PeerDirector {
    /// Performs all actions that are due at `now`, in ns.
    package mutating func advance(to now: UInt64) {
        for index in peers.indices.reversed() where due(index) <= now {
            switch peers[index].stage {
            case .idle, .inviting: invite(index, at: now)
            case .connecting(let since) where now >= since + NetworkLimits.halfOpenTime: giveUp(index, at: now)
            case .connecting:
                peers[index].dueAt = now + NetworkLimits.dataDelay
                if let slot = peers[index].slot { act(.sendData(invitation(index), slot: slot)) }
            case .accepted:
                giveUp(index, at: now)
                forgetCaller(index)
            case .open, .leaving: break
            }
        }
        peers.indices.filter { forgottenAt($0) <= now }.reversed().forEach { peers.remove(at: $0) }
    }

    /// When a guest whose session has ended is forgotten, in ns; `UInt64.max` for a peer that is connected, announced
    /// or configured.
    func forgottenAt(_ index: Int) -> UInt64 {
        let peer = peers[index]
        guard let leftAt = peer.leftAt, !peer.isBusy, peer.announced.isEmpty, peer.place == nil else {
            return UInt64.max
        }
        return leftAt + NetworkLimits.guestTime
    }

    /// When the next action about a peer is due, in ns; `UInt64.max` for never.
    func due(_ index: Int) -> UInt64 {
        switch peers[index].stage {
        case .idle, .inviting:
            return peers[index].dueAt != UInt64.max && isWanted(index) ? peers[index].dueAt : UInt64.max
        case .connecting(let since): return min(since + NetworkLimits.halfOpenTime, peers[index].dueAt)
        case .accepted(let since): return since + NetworkLimits.halfOpenTime
        case .open, .leaving: return UInt64.max
        }
    }

    /// Sends IN to the control port of a peer, each time at its next address. The delay grows when all addresses were
    /// tried.
    private mutating func invite(_ index: Int, at now: UInt64) {
        let addresses = peers[index].addresses
        if addresses.isEmpty {
            if let host = peers[index].place?.host { act(.resolve(host: host)) }
            return peers[index].backOff(at: now)
        }
        guard slots.contains(.free) else { return peers[index].dueAt = now + NetworkLimits.firstDelay }
        if peers[index].stage == .idle {
            peers[index].stage = .inviting
            (peers[index].isInitiator, peers[index].calledAt) = (true, 0)
            (peers[index].ownSSRC, peers[index].tokens) = (nextSSRC(), [nextRandom()])
        }
        let turn = peers[index].attempts % addresses.count
        peers[index].address = addresses[turn]
        peers[index].local = .none
        peers[index].attempts += 1
        peers[index].invitedAt = now
        if turn == addresses.count - 1 {
            peers[index].backOff(at: now)
            askAgain(index)
        } else {
            peers[index].dueAt = now + NetworkLimits.firstDelay
        }
        act(.send(invitation(index), on: .control, to: addresses[turn], from: .none))
    }

    /// Resolves the host name again: a host that did not answer at its known addresses may have another one by now.
    private mutating func askAgain(_ index: Int) {
        let peer = peers[index]
        guard let place = peer.place, place.address == nil, peer.announced.isEmpty, peer.attempts > peer.known.count
        else { return }
        act(.resolve(host: place.host))
    }

    func invitation(_ index: Int) -> SessionMessage {
        .invitation(Invitation(token: peers[index].tokens.last ?? 0, ssrc: peers[index].ownSSRC, name: wireName))
    }

    /// Ends a session that is open on one port only.
    mutating func giveUp(_ index: Int, at now: UInt64) {
        sayBye(index)
        if let slot = peers[index].slot {
            if peers[index].hasSocket { act(.close(slot: slot)) }
            slots[slot] = .free
        }
        (peers[index].slot, peers[index].hasSocket, peers[index].stage) = (nil, false, .idle)
        peers[index].backOff(at: now)
    }

    /// Forgets a caller that never had a session, so that callers cannot fill the list.
    mutating func forgetCaller(_ index: Int) {
        let peer = peers[index]
        if !peer.isBusy && peer.announced.isEmpty && peer.place == nil && !peer.wasThere { peers.remove(at: index) }
    }
}
