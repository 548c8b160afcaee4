import Configuration
import Devices
import Network

// Peers as `treadle status` and `treadle ports` show them (N2, N12).
extension NetworkControl {
    /// A line about the box itself, then one for each peer: `peer Stage iPhone at 192.0.2.7:5004: connected, …`.
    var lines: [String] {
        var lines = ["session \(nameText)"]
        for peer in director.status { lines.append("peer \(line(peer).text)") }
        return lines
    }

    private var nameText: String {
        if let discoveryFailure { return "UDP port \(network.port), not announced: \(discoveryFailure.visible)" }
        guard let nameInUse else { return "UDP port \(network.port), not announced yet" }
        return "\(nameInUse.visible), UDP port \(network.port)"
    }

    private func line(_ peer: PeerStatus) -> PeerLine {
        PeerLine(
            name: peer.name.visible, address: peer.address?.text, state: peer.state,
            alias: peer.port.map { ports[$0].alias }, measures: peer.slot.map { measures[$0] })
    }

    /// Tells that packets of a session were lost and not repaired, if that is new (N7).
    func newLoss(slot: Int, at now: UInt64) -> String? {
        guard let session = sockets[slot]?.session, let count = losses[slot].take(measures[slot].unrepaired, at: now)
        else { return nil }
        let name = director.status.first { $0.slot == slot }?.name.visible ?? "a peer"
        let packets = count == 1 ? "1 packet" : "\(count) packets"
        let alias = ports[session.port].alias
        return "\(alias): \(packets) of \(name) lost and not repaired; the notes it held were released"
    }

    /// The peers with a session at a port.
    func joined(_ port: Int) -> [PeerStatus] { director.status.filter { $0.port == port && $0.slot != nil } }

    /// What a port has: `Stage iPhone at 192.0.2.7:5004`, or why it is missing.
    func report(_ index: Int) -> String {
        let peers = joined(index).map { "\($0.name.visible)\($0.address.map { " at \($0.text)" } ?? "")" }
        if !peers.isEmpty { return peers.joined(separator: ", ") }
        guard case .network(let rule) = ports[index].place, rule != .everybody else { return "nobody has joined" }
        return "\"\(rule.text.visible)\" has not joined"
    }
}
