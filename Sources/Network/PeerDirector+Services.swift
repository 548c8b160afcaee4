import Settings
import Devices
import RTPMIDI

// Peers that mDNS finds and loses, and host names (N2, N3).
extension PeerDirector {
    /// Handles an address of a service that mDNS has found.
    ///
    /// - Parameters:
    ///   - host: the host name of the service, `phone.local`.
    ///   - address: the address of the service's control port.
    package mutating func found(_ name: String, host: String, _ address: PeerAddress, at now: UInt64) {
        if isOwn(name, address) { return }
        guard let index = entry(of: name, host: host, address) ?? newEntry(name) else { return }
        if peers[index].announced.isEmpty { peers[index].name = name }
        if peers[index].announced.contains(address) || peers[index].announced.count == NetworkLimits.addresses {
            return
        }
        peers[index].announced.append(address)
        peers[index].wasThere = true
        if !peers[index].isBusy {
            peers[index].port = port(named: name, at: peers[index].announced, place: peers[index].place)
            peers[index].hurry(at: now)
        }
        advance(to: now)
    }

    /// Handles an address of a service that mDNS has lost. An open session continues, because the peer may still be
    /// reachable. If the peer has another address of this IP version now, a session that the box initiated is renewed
    /// there.
    package mutating func lost(_ name: String, _ address: PeerAddress, at now: UInt64) {
        guard let index = peers.firstIndex(where: { $0.name == name && $0.announced.contains(address) }) else { return }
        peers[index].announced.removeAll { $0 == address }
        let peer = peers[index]
        if peer.isBusy {
            let hasMoved = peer.announced.contains { $0.isIPv6 == address.isIPv6 && $0.port == address.port }
            if peer.address == address && hasMoved && peer.isInitiator {
                endSession(index, at: now)
                peers[index].hurry(at: now)
            }
        } else if peer.announced.isEmpty {
            // The peer is invited again when it is announced again; a configured address is tried for ever.
            (peers[index].stage, peers[index].leftAt) = (.idle, now)
            if peer.place == nil { (peers[index].known, peers[index].dueAt) = ([], UInt64.max) }
        }
        advance(to: now)
    }

    /// Sets the addresses of a host name; none if it is not known.
    package mutating func resolved(_ host: String, _ addresses: [PeerAddress], at now: UInt64) {
        for index in peers.indices {
            guard let place = peers[index].place, place.address == nil, place.isHost(host) else { continue }
            let isNew = peers[index].known.isEmpty && !addresses.isEmpty
            peers[index].known = addresses.prefix(NetworkLimits.addresses).map { $0.with(port: place.port) }
            if isNew && !peers[index].isBusy { peers[index].hurry(at: now) }
        }
        advance(to: now)
    }

    /// Whether a service is the box's own.
    private func isOwn(_ name: String, _ address: PeerAddress) -> Bool {
        name == self.name || address.port == settings.port && ownAddresses.contains { $0.hasSameHost(as: address) }
    }

    /// Finds the entry of a service: an announced peer with its name, else its configured location, else a caller with
    /// its name.
    private func entry(of name: String, host: String, _ address: PeerAddress) -> Int? {
        peers.firstIndex { !$0.announced.isEmpty && $0.name == name }
            ?? peers.firstIndex { peer in
                guard let place = peer.place, peer.announced.isEmpty else { return false }
                return peer.known.contains(address) || place.isHost(host) && place.port == address.port
            }
            ?? peers.firstIndex {
                $0.announced.isEmpty && $0.place == nil
                    && SessionName(utf8: $0.name.utf8) == SessionName(utf8: name.utf8)
            }
    }

    /// Makes an entry for a peer; nil if there are too many.
    mutating func newEntry(_ name: String) -> Int? {
        if peers.count == NetworkLimits.peers {
            let old = peers.firstIndex { !$0.isBusy && $0.announced.isEmpty && $0.place == nil }
            guard let old else {
                unlistedPeers += 1
                return nil
            }
            peers.remove(at: old)
        }
        peers.append(Peer(name: name))
        return peers.count - 1
    }
}
