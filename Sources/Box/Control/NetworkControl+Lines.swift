import Configuration
import Devices
import Network

// Peers as `treadle status` and `treadle ports` show them (N2, N12).
extension NetworkControl {
    /// A line about the box itself, then one for each peer: `peer Stage iPhone at 192.0.2.7:5004: connected, …`.
    func lines(_ ports: [PortConfiguration]) -> [String] {
        var lines = ["session \(nameText)"]
        for peer in director.status {
            let address = peer.address.map { " at \($0.text)" } ?? ""
            let alias = peer.port.map { ", \(ports[$0].alias)" } ?? ""
            lines.append("peer \(peer.name.visible)\(address): \(peer.state.rawValue)\(alias)\(measureText(peer))")
        }
        return lines
    }

    private var nameText: String {
        if let discoveryFailure { return "UDP port \(network.port), not announced: \(discoveryFailure.visible)" }
        guard let nameInUse else { return "UDP port \(network.port), not announced yet" }
        return "\(nameInUse.visible), UDP port \(network.port)"
    }

    private func measureText(_ peer: PeerStatus) -> String {
        guard let slot = peer.slot else { return "" }
        let measures = measures[slot]
        let trip = measures.roundTrip == 0 ? "not measured" : milliseconds(measures.roundTrip)
        return ", round trip \(trip), \(measures.repaired) repaired, \(measures.unrepaired) unrepaired"
    }

    /// Nanoseconds as milliseconds with one decimal: `0.4 ms`.
    private func milliseconds(_ time: UInt64) -> String {
        let tenths = (time + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
