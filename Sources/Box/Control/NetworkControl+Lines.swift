import Settings
import Configuration
import Devices
import Network
import RTPMIDI

// Peers as `treadle status` and `treadle ports` show them (N2, N12).
extension NetworkControl {
    /// A line about the box's own session, then one for each peer: `peer Stage iPhone at 192.0.2.7:5004: connected, …`,
    /// each caller that was turned away, and each missing interface.
    var lines: [String] {
        var lines = ["session \(session.text)"]
        for peer in director.status { lines.append("peer \(line(peer).text)") }
        return lines + director.turnedAway.map { text($0) } + missingInterfaces.map { text(missing: $0) }
    }

    private var session: SessionLine {
        SessionLine(
            name: discoveryFailure == nil ? nameInUse?.visible : nil, port: network.port,
            problem: discoveryFailure?.visible)
    }

    private func line(_ peer: PeerStatus) -> PeerLine {
        PeerLine(
            name: peer.name.visible, address: peer.address?.text, state: peer.state,
            alias: peer.port.map { ports[$0].alias }, measures: peer.slot.map { measures[$0] })
    }

    /// Describes the losses of a session since the last notice (N7); nil if there is nothing to print now.
    func newLoss(slot: Int, at now: UInt64) -> String? {
        guard let session = sockets[slot]?.session, let lost = losses[slot].newLosses(measures[slot], at: now) else {
            return nil
        }
        let name = director.name(ofSlot: slot)?.visible ?? "a peer"
        func counted(_ count: UInt32, _ one: String, _ many: String) -> String {
            "\(count) \(count == 1 ? one : many) of \(name)"
        }
        var parts: [String] = []
        if lost.unrepaired > 0 {
            let packets = counted(lost.unrepaired, "packet", "packets")
            parts.append("\(packets) lost and not repaired; the notes it held were released")
        }
        if lost.lostSysEx > 0 { parts.append("\(counted(lost.lostSysEx, "SysEx", "SysEx")) lost") }
        if lost.tooLarge > 0 {
            let datagrams = counted(lost.tooLarge, "datagram", "datagrams")
            parts.append("\(datagrams) dropped: larger than \(SessionLimits.datagram) bytes")
        }
        return "\(ports[session.port].alias): \(parts.joined(separator: "; "))"
    }

    /// The peers with a session at a port.
    func joined(_ port: Int) -> [PeerStatus] { director.status.filter { $0.port == port && $0.slot != nil } }

    /// Describes who has joined a port: `Stage iPhone at 192.0.2.7:5004`, or that nobody has.
    func report(_ index: Int) -> String {
        let peers = joined(index).map { "\($0.name.visible)\($0.address.map { " at \($0.text)" } ?? "")" }
        if !peers.isEmpty { return peers.joined(separator: ", ") }
        guard case .network(let rule) = ports[index].place, rule != .everybody else { return "nobody has joined" }
        return "\"\(rule.text.visible)\" has not joined"
    }
}
