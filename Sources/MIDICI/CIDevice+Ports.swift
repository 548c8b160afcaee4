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
        forgetTransfers(of: nil, on: port)
        ports.remove(at: index)
    }

    /// Ends MIDI-CI on all ports: says that the box's MUIDs are invalid. The messages wait in `nextOutput`.
    public mutating func end() {
        for index in ports.indices {
            ports[index].outputs = []
            ports[index].discoverAt = .max
            sendInvalidate(ports[index].muid, on: index)
        }
        (peers, requests, waiting, assemblies, deliveries, subscriptions) = ([], [], [], [], [], [])
    }

    /// When `advance` has something to do; `UInt64.max`: never.
    public var deadline: UInt64 {
        var deadline = UInt64.max
        for port in ports { deadline = min(deadline, port.discoverAt) }
        for peer in peers { deadline = min(deadline, peer.due) }
        for assembly in assemblies { deadline = min(deadline, assembly.due) }
        for asked in waiting { deadline = min(deadline, asked.due) }
        for subscription in subscriptions { deadline = min(deadline, subscription.due) }
        return deadline
    }

    /// Does what is due.
    public mutating func advance(to now: UInt64) {
        for index in ports.indices where ports[index].discoverAt <= now { sendDiscovery(on: index, at: now) }
        repeatLateInquiries(at: now)
        endLateTransfers(at: now)
        endLateSubscriptions(at: now)
        answerLateRequests(at: now)
    }

    /// Forgets a peer and all that depends on it.
    mutating func forget(_ index: Int) {
        let peer = peers.remove(at: index)
        forgetTransfers(of: peer.muid, on: peer.port)
        note(.gone, peer.port, peer.muid)
    }

    /// Drops what is under way with a device, known or not; nil: with all of a port.
    mutating func forgetTransfers(of muid: MUID?, on port: Int) {
        let gone = waiting.filter { $0.port == port && (muid == nil || $0.header.source == muid) }.map { $0.token }
        requests.removeAll { gone.contains($0.token) }
        waiting.removeAll { gone.contains($0.token) }
        assemblies.removeAll { $0.port == port && (muid == nil || $0.muid == muid) }
        deliveries.removeAll { $0.port == port && (muid == nil || $0.muid == muid) }
        subscriptions.removeAll { $0.port == port && (muid == nil || $0.muid == muid) }
    }
}
