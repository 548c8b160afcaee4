import Settings
import Devices
import RTPMIDI

// Assigns peers to ports of the box (N1, N3).
extension PeerDirector {
    /// Returns the port of a peer: the one that names its location, else the one that names its session, else the port
    /// for everybody; nil if there is none.
    func port(named name: String, at addresses: [PeerAddress], place: PeerPlace?) -> Int? {
        for wanted in settings.ports {
            guard case .place(let location) = wanted.rule else { continue }
            if location == place { return wanted.port }
            if let address = location.address, addresses.contains(address) { return wanted.port }
        }
        for wanted in settings.ports where wanted.names(name) { return wanted.port }
        return settings.ports.first { $0.rule == .everybody }?.port
    }

    /// Whether the setting `accept` allows invitations of a peer whose port is `port`.
    func accepts(_ port: Int?, from address: PeerAddress) -> Bool {
        guard let port, let wanted = wanted(port) else { return false }
        switch settings.accept {
        case .none: return false
        case .any: return true
        case .named: return wanted.rule != .everybody || settings.invite.contains { $0.address == address }
        }
    }

    func wanted(_ port: Int) -> WantedPeer? { settings.ports.first { $0.port == port } }

    /// Whether a port has a session with another peer. The port for everybody has room for all.
    func isOccupied(_ port: Int, exceptBy index: Int?) -> Bool {
        guard wanted(port)?.rule != .everybody else { return false }
        return peers.indices.contains { $0 != index && peers[$0].port == port && peers[$0].isBusy }
    }

    /// Adds the locations of the configuration as peers.
    mutating func addPlaces(at now: UInt64) {
        var places = settings.invite
        for wanted in settings.ports {
            if case .place(let place) = wanted.rule { places.append(place) }
        }
        for place in places where !peers.contains(where: { $0.place == place }) {
            var peer = Peer(name: place.address?.text ?? "\(place.host):\(place.port)", place: place)
            if let address = place.address { peer.known = [address] }
            peer.port = port(named: "", at: peer.known, place: place)
            peer.hurry(at: now)
            peers.append(peer)
        }
    }

    /// Whether the box should invite a peer now.
    func isWanted(_ index: Int) -> Bool {
        let peer = peers[index]
        let isInvited = peer.place.map { settings.invite.contains($0) } ?? false
        if peer.isBusy || peer.addresses.isEmpty && peer.place == nil { return false }
        if let port = peer.port, let wanted = wanted(port) {
            guard wanted.initiates || isInvited else { return false }
            if isOccupied(port, exceptBy: index) { return false }
            if wanted.rule != .everybody && rival(of: index) { return false }
        } else if !isInvited {
            return false
        }
        // A peer is not invited while another entry of the same peer has the session.
        return !peers.indices.contains { other in
            other != index && peers[other].isBusy && peer.addresses.contains(peers[other].address)
        }
    }

    /// Whether another peer for the same port comes first: one that was invited less often, or was found earlier. So
    /// all peers that match a name are invited in turn.
    private func rival(of index: Int) -> Bool {
        peers.indices.contains { other in
            let (one, another) = (peers[index], peers[other])
            guard other != index, another.port == one.port, !another.addresses.isEmpty else { return false }
            return another.attempts < one.attempts || another.attempts == one.attempts && other < index
        }
    }
}
