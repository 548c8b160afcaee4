import Devices
import RTPMIDI

// Sessions from the connection of the data port to their end (N3, N4, H9).
extension PeerDirector {
    /// Connects the data socket of a peer's slot with the peer's data port.
    mutating func connect(_ index: Int, from local: PeerAddress, to peer: PeerAddress) {
        guard let slot = peers[index].slot else { return }
        peers[index].hasSocket = true
        act(.connect(slot: slot, from: local.with(port: settings.port &+ 1), to: peer))
    }

    /// Reserves a free slot for a peer. Returns nil if all slots are in use.
    mutating func claimSlot(_ index: Int) -> Int? {
        guard let slot = slots.firstIndex(of: .free) else { return nil }
        slots[slot] = .taken
        peers[index].slot = slot
        return slot
    }

    /// Passes the session of a peer, which is open on both ports, to the loop.
    mutating func open(_ index: Int, at now: UInt64) {
        guard let slot = peers[index].slot, let port = peers[index].port, let wanted = wanted(port) else {
            return giveUp(index, at: now)
        }
        let peer = peers[index]
        (peers[index].stage, peers[index].wasThere, peers[index].isRefused) = (.open(since: now), true, false)
        (peers[index].attempts, peers[index].calledAt, peers[index].isCutOff) = (0, 0, false)
        turnedAway.removeAll { $0.name == peer.name && $0.address.hasSameHost(as: peer.address) }
        act(
            .join(
                slot: slot,
                OpenedSession(
                    port: port, ownSSRC: peer.ownSSRC, remoteSSRC: peer.dataSSRC, token: peer.tokens.last ?? 0,
                    isInitiator: peer.isInitiator, buffer: wanted.buffer, wantsJournal: wanted.sendsJournal,
                    name: wireName)))
    }

    /// Handles a failure to connect the socket of a slot, for example because our address no longer exists.
    package mutating func couldNotConnect(slot: Int, at now: UInt64) {
        guard let index = peers.firstIndex(where: { $0.slot == slot }) else { return }
        peers[index].hasSocket = false
        giveUp(index, at: now)
        forgetCaller(index)
    }

    /// Ends the session of a peer, whatever its stage. The peer gets BY when the loop has ended its notes.
    mutating func endSession(_ index: Int, saysBye: Bool = true, at now: UInt64) {
        switch peers[index].stage {
        case .open(let since):
            peers[index].owesBye = saysBye
            settle(index, since: since, at: now)
            peers[index].stage = .leaving
            if let slot = peers[index].slot { act(.leave(slot: slot)) }
        case .connecting, .accepted:
            if !saysBye { peers[index].tokens = [] }
            giveUp(index, at: now)
        case .idle, .inviting, .leaving: break
        }
    }

    /// Handles the end of a session in the loop. The socket of the slot is already closed.
    package mutating func ended(slot: Int, _ end: SessionEnd, at now: UInt64) {
        guard let index = peers.firstIndex(where: { $0.slot == slot }) else { return }
        if case .open(let since) = peers[index].stage {
            peers[index].owesBye = end != .saidBye
            settle(index, since: since, at: now)
        }
        if peers[index].owesBye { sayBye(index) }
        (peers[index].owesBye, peers[index].hasSocket) = (false, false)
        (peers[index].slot, peers[index].stage, peers[index].leftAt) = (nil, .idle, now)
        slots[slot] = .free
        if let call = peers[index].call {
            peers[index].call = nil
            answer(call.invitation, from: call.from, at: call.local, now)
        }
        advance(to: now)
    }

    /// Reports to the loop that the link of an open session is up or down (H9).
    mutating func setLink(_ index: Int, isUp: Bool) {
        guard peers[index].isOpen, peers[index].isCutOff == isUp, let slot = peers[index].slot else { return }
        peers[index].isCutOff = !isUp
        act(.link(slot: slot, isUp: isUp))
    }

    /// Sets when a peer is invited again after its session: soon, or with a growing delay if its sessions keep ending
    /// early.
    private mutating func settle(_ index: Int, since: UInt64, at now: UInt64) {
        if now - since >= NetworkLimits.lastingTime { peers[index].delay = NetworkLimits.firstDelay }
        peers[index].backOff(at: now)
    }

    /// Sends BY on the control port, unless the session has no token.
    mutating func sayBye(_ index: Int) {
        let peer = peers[index]
        guard let token = peer.tokens.last, !peer.address.isNone else { return }
        act(.send(.goodbye(token: token, ssrc: peer.ownSSRC), on: .control, to: peer.address, from: peer.local))
    }
}
