import Devices
import RTPMIDI

/// Decides about sessions with peers (N3): whom to invite, whose invitation to take, when a session ends.
///
/// Knows no socket and no clock. Its owner tells it what happened and then performs `takeActions()`.
package struct PeerDirector {
    enum Slot: Equatable {
        case free, taken
    }

    package private(set) var settings: PeerSettings
    /// The session name in use: the name of the box's mDNS service.
    package private(set) var name: String
    var peers: [Peer] = []
    var slots = [Slot](repeating: .free, count: NetworkLimits.sessions)
    /// The addresses of this machine.
    var ownAddresses: [PeerAddress] = []
    /// Datagrams of strangers, malformed ones, and those above the limit, all dropped (N9).
    package internal(set) var dropped: UInt64 = 0
    /// Peers that were found or called while `NetworkLimits.peers` were known.
    package internal(set) var unlistedPeers: UInt64 = 0
    /// Those whose invitation was not taken, the last that called at the end.
    package internal(set) var turnedAway: [TurnedAway] = []
    /// The second in which strangers are counted, and their datagrams in it.
    var strangers: (second: UInt64, count: Int) = (0, 0)
    private var actions: [PeerAction] = []
    private var random: UInt64

    /// - Parameters:
    ///   - name: the session name of the box.
    ///   - random: a random number, from which all tokens and SSRCs are made.
    package init(_ settings: PeerSettings, name: String, random: UInt64, at now: UInt64) {
        (self.settings, self.name, self.random) = (settings, name, random)
        addPlaces(at: now)
    }

    /// The session name as it stands on the wire.
    var wireName: SessionName { SessionName(utf8: name.utf8) }

    /// Returns what is to be done, in order.
    package mutating func takeActions() -> [PeerAction] {
        defer { actions = [] }
        return actions
    }

    mutating func act(_ action: PeerAction) { actions.append(action) }

    /// A random number by SplitMix64.
    mutating func nextRandom() -> UInt32 {
        random &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (random ^ random >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return UInt32(truncatingIfNeeded: mixed >> 32)
    }

    /// A new SSRC. Those up to 0xFFFF are known as rtpmidid's.
    mutating func nextSSRC() -> UInt32 { nextRandom() | 0x1_0000 }

    // MARK: - What happens

    /// mDNS publishes the box under this name from now on.
    package mutating func named(_ name: String) { self.name = name }

    /// Uses another configuration. Sessions of ports that it drops end with BY.
    package mutating func use(_ settings: PeerSettings, at now: UInt64) {
        self.settings = settings
        turnedAway = []
        for index in peers.indices {
            let port = port(named: peers[index].name, at: peers[index].addresses, place: peers[index].place)
            if port != peers[index].port && peers[index].isBusy { endSession(index, at: now) }
            peers[index].port = port
        }
        peers = peers.filter { peer in
            peer.isBusy || !peer.announced.isEmpty || peer.place.map { isPlace($0) } ?? true
        }
        addPlaces(at: now)
        for index in peers.indices where !peers[index].isBusy { peers[index].hurry(at: now) }
        advance(to: now)
    }

    /// The addresses of this machine have changed, or a link has come or gone. Sessions from an address that is gone are
    /// renewed, those over a link that is down wait for it, and all wanted peers are invited at once.
    ///
    /// - Parameter down: the numbers of the interfaces whose link is down.
    package mutating func changed(ownAddresses: [PeerAddress], down: Set<UInt32> = [], at now: UInt64) {
        self.ownAddresses = ownAddresses
        for index in peers.indices where peers[index].known.isEmpty {
            // The interface of the address did not exist.
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

    /// The time at which `advance` has something to do; `UInt64.max`: never.
    package var deadline: UInt64 {
        var deadline = UInt64.max
        for index in peers.indices { deadline = min(deadline, due(index), forgottenAt(index)) }
        return deadline
    }

    /// Lets the box end: says BY to all peers that have a session. The loop has ended before.
    package mutating func end() {
        for index in peers.indices where peers[index].isBusy {
            sayBye(index)
            if let slot = peers[index].slot, peers[index].hasSocket { act(.close(slot: slot)) }
            (peers[index].stage, peers[index].slot, peers[index].hasSocket) = (.idle, nil, false)
        }
        slots = slots.map { _ in .free }
    }
}
