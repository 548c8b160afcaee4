// Ports that come and go, and what is due at a time.
extension CIDevice {
    /// A port came, or its traits have changed. Without a way back there is no MIDI-CI on it.
    public mutating func portCame(_ port: Int, _ traits: CIPort, at now: UInt64) {
        portWent(port, at: now)
        guard traits.maySend, ports.count < CILimits.ports else { return }
        var state = PortState(port: port, traits: traits, muid: newMUID())
        if traits.asks { state.discoverAt = now }
        ports.append(state)
        advance(to: now)
    }

    /// A port went: its peers are gone with it. Nothing is sent, since nothing would arrive.
    public mutating func portWent(_ port: Int, at now: UInt64) {
        guard let index = index(of: port) else { return }
        for peer in peers.indices.reversed() where peers[peer].port == port { forget(peer) }
        ports.remove(at: index)
    }

    /// Ends MIDI-CI on all ports: says that the box's MUIDs are invalid. The messages wait in `nextOutput`.
    public mutating func end() {
        for index in ports.indices {
            ports[index].outputs = []
            ports[index].discoverAt = .max
            sendInvalidate(ports[index].muid, on: index)
        }
        peers = []
    }

    /// When `advance` has something to do; `UInt64.max`: never.
    public var deadline: UInt64 {
        var deadline = UInt64.max
        for port in ports { deadline = min(deadline, port.discoverAt) }
        for peer in peers { deadline = min(deadline, peer.due) }
        return deadline
    }

    /// Does what is due.
    public mutating func advance(to now: UInt64) {
        for index in ports.indices where ports[index].discoverAt <= now { sendDiscovery(on: index, at: now) }
    }

    /// Forgets a peer and all that depends on it.
    mutating func forget(_ index: Int) {
        let peer = peers.remove(at: index)
        note(.gone, peer.port, peer.muid)
    }
}
