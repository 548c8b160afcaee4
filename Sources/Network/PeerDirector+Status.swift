import Devices

// Peers as `treadle ports` shows them (N12).
extension PeerDirector {
    /// All known peers, in the order in which they were found.
    package var status: [PeerStatus] { peers.indices.map { status(of: $0) } }

    /// Returns the name of the peer with the session of a slot; nil if there is none.
    package func name(ofSlot slot: Int) -> String? { peers.first { $0.slot == slot }?.name }

    private func status(of index: Int) -> PeerStatus {
        let peer = peers[index]
        let address = peer.isBusy || peer.addresses.isEmpty ? peer.address : peer.addresses[0]
        return PeerStatus(
            name: peer.name, address: address.isNone ? nil : address, state: state(of: index), port: peer.port,
            slot: peer.isOpen && !peer.isCutOff ? peer.slot : nil)
    }

    private func state(of index: Int) -> PeerStatus.State {
        let peer = peers[index]
        switch peer.stage {
        case .open: return peer.isCutOff ? .gone : .connected
        case .connecting, .accepted: return .inviting
        case .idle, .inviting, .leaving:
            if peer.isRefused { return .refused }
            if isWanted(index) && (peer.stage == .inviting || !peer.wasThere) { return .inviting }
            return peer.announced.isEmpty ? .gone : .found
        }
    }
}
