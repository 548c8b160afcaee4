import Bluetooth
import CPlatform
import Configuration
import Panel
import Settings

// Bluetooth as `treadle bluetooth`, `status` and `ports` show it, and the menu (B16).
extension BluetoothControl {
    /// A line about the radio, then one for each peer.
    func lines(at now: UInt64) -> [String] {
        ["\(RadioLine.word) \(radioLine(at: now).text)"]
            + peers.all.map { "\(BluetoothPeerLine.word) \(line($0).text)" }
    }

    /// A line for each device that has paired: address and name.
    var bondLines: [String] { bonds.bonds.map { "bond \($0.address.address.text) \($0.name.visible)" } }

    private func radioLine(at now: UInt64) -> RadioLine {
        var line = RadioLine(state: .starting)
        switch radio {
        case .starting: break
        case .on(let address): (line.state, line.address) = (.on, address?.address.text)
        case .missing(let reason): (line.state, line.problem) = (.missing, reason.visible)
        }
        line.isVisible = isAdvertising
        line.isPairing = bluetooth.alwaysPairs || pairsUntil > now
        line.connected = peers.connectedCount
        return line
    }

    func line(_ peer: BluetoothPeer) -> BluetoothPeerLine {
        var line = BluetoothPeerLine(alias: ports[peer.port].alias, state: peer.state)
        line.address = peer.address?.address.text
        line.name = peer.name.isEmpty ? nil : peer.name.visible
        guard let link = peer.link else { return line }
        line.link = BluetoothPeerLine.Link(
            isCentral: link.isCentral, interval: link.interval, mtu: Int(link.mtu), isEncrypted: link.isEncrypted)
        line.counts = counts[link.slot]
        return line
    }

    /// Describes who is connected to a port: `FP-30X at C0:FF:EE:00:00:01`, or that nobody is.
    func report(_ index: Int) -> String {
        let connected = peers.connected(index).map { text($0) }
        if !connected.isEmpty { return connected.joined(separator: ", ") }
        switch radio {
        case .starting: return "the radio is starting"
        case .missing(let reason): return "no radio: \(reason.visible)"
        case .on: break
        }
        guard case .bluetooth(let rule) = ports[index].place else { return "" }
        let rest = peers.all.last { $0.port == index }
        if let rest, rest.state != .seeking { return "\(text(rest)): \(rest.state.rawValue)" }
        if rest != nil { return "seeking \"\(rule.text.visible)\"" }
        let nobody = rule == .everybody ? "nobody has connected" : "\"\(rule.text.visible)\" has not connected"
        // B1: a fifth peer is refused or not sought.
        let isFull = peers.connectedCount >= BluetoothLimits.links
        return nobody + (isFull ? "; \(BluetoothLimits.links) peers are connected, and there is no room for more" : "")
    }

    private func text(_ peer: BluetoothPeer) -> String {
        let address = peer.address?.address.text
        if peer.name.isEmpty { return address ?? "a peer" }
        return peer.name.visible + (address.map { " at \($0)" } ?? "")
    }

    /// Whether any peer of a port is connected.
    func isConnected(_ port: Int) -> Bool { !peers.connected(port).isEmpty }

    // MARK: - Menu

    /// Shows the state and the peers in the menu, if they have changed.
    func list() {
        let (state, connected) = (menuState, peers.connectedCount)
        let rows = peers.all.suffix(PanelLimits.bluetoothRows).map { row($0) }
        if let listed, listed.state == state, listed.connected == connected, listed.rows == rows { return }
        listed = (state, connected, rows)
        loop.list(state, connected, rows)
    }

    /// The word beside the entry `Bluetooth`, at most eight characters.
    private var menuState: String {
        switch radio {
        case .starting: "starting"
        case .missing: "no radio"
        case .on: pairsUntil > 0 || bluetooth.alwaysPairs ? "pairing" : isAdvertising ? "visible" : ""
        }
    }

    private func row(_ peer: BluetoothPeer) -> MenuPicture.Row {
        var row = MenuPicture.Row("")
        let name = peer.name.isEmpty ? ports[peer.port].alias : peer.name
        row.text = DisplayText(name.unicodeScalars)
        row.value = DisplayText(peer.state.short.unicodeScalars)
        return row
    }
}
