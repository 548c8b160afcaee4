import Settings
import Devices
import RTPMIDI

/// Decides about sessions with peers (N3): which peers to invite, which invitations to accept, when a session ends.
///
/// Uses no sockets and no clock. The owner reports what happened, and then performs the actions of `takeActions()`.
package struct PeerDirector {
    enum Slot: Equatable {
        case free, taken
    }

    package let settings: PeerSettings
    /// The session name in use: the name of the box's mDNS service.
    package private(set) var name: String
    var peers: [Peer] = []
    var slots = [Slot](repeating: .free, count: NetworkLimits.sessions)
    /// The addresses of this machine.
    var ownAddresses: [PeerAddress] = []
    /// The number of dropped datagrams: from strangers, malformed, or above the limit (N9).
    package internal(set) var dropped: UInt64 = 0
    /// The number of peers that were found or called while `NetworkLimits.peers` were known.
    package internal(set) var unlistedPeers: UInt64 = 0
    /// Callers whose invitation was refused, newest last.
    package internal(set) var turnedAway: [TurnedAway] = []
    /// The second in which strangers are counted, and the number of their datagrams in it.
    var strangers: (second: UInt64, count: Int) = (0, 0)
    private var actions: [PeerAction] = []
    private var random: RandomNumbers

    /// - Parameters:
    ///   - name: the session name of the box.
    ///   - random: the seed of all tokens and SSRCs.
    package init(_ settings: PeerSettings, name: String, random: UInt64, at now: UInt64) {
        (self.settings, self.name, self.random) = (settings, name, RandomNumbers(seed: random))
        addPlaces(at: now)
    }

    /// The session name as it is sent to peers.
    var wireName: SessionName { SessionName(utf8: name.utf8) }

    /// Returns and removes the actions to perform, in order.
    package mutating func takeActions() -> [PeerAction] {
        defer { actions = [] }
        return actions
    }

    mutating func act(_ action: PeerAction) { actions.append(action) }

    mutating func nextRandom() -> UInt32 { random.next() }

    /// Returns a new SSRC above 0xFFFF, because smaller ones are taken as rtpmidid's.
    mutating func nextSSRC() -> UInt32 { nextRandom() | 0x1_0000 }

    // MARK: - Events

    /// Sets the name under which mDNS publishes the box.
    package mutating func named(_ name: String) { self.name = name }

    /// Handles a change of this machine's addresses or links. Sessions from an address that no longer exists are
    /// renewed, sessions over a link that is down wait for the link, and all wanted peers are invited at once.
    ///
    /// - Parameter down: the numbers of the interfaces whose link is down.
    package mutating func changed(ownAddresses: [PeerAddress], down: Set<UInt32> = [], at now: UInt64) {
        self.ownAddresses = ownAddresses
        for index in peers.indices where peers[index].known.isEmpty {
            // The interface of the address may not have existed before.
            if let address = peers[index].place?.address { peers[index].known = [address] }
        }
        for index in peers.indices {
            let local = peers[index].local
            setLink(index, isUp: !down.contains(local.scope))
            if peers[index].isBusy, !local.isNone, !ownAddresses.contains(where: { $0.hasSameHost(as: local) }) {
                endSession(index, at: now)
                peers[index].hurry(at: now)
            }
            if !peers[index].isBusy { peers[index].hurry(at: now) }
        }
        advance(to: now)
    }

    /// When `advance` must be called next, in ns; `UInt64.max` for never.
    package var deadline: UInt64 {
        var deadline = UInt64.max
        for index in peers.indices { deadline = min(deadline, due(index), forgottenAt(index)) }
        return deadline
    }

    /// Ends all sessions with BY before the box ends. The loop must have ended.
    package mutating func end() {
        for index in peers.indices where peers[index].isBusy {
            sayBye(index)
            if let slot = peers[index].slot, peers[index].hasSocket { act(.close(slot: slot)) }
            (peers[index].stage, peers[index].slot, peers[index].hasSocket) = (.idle, nil, false)
        }
        slots = slots.map { _ in .free }
    }
}
