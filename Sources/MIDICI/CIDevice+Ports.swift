// Ports that appear and disappear, and actions that become due.
extension CIDevice {
    /// Adds a port, or changes its traits. A port on which the box cannot send has no MIDI-CI.
    package mutating func portCame(_ port: Int, _ traits: CIPort, at now: UInt64) {
        portWent(port, at: now)
        guard traits.maySend, ports.count < CILimits.ports else { return }
        var state = PortState(port: port, traits: traits, muid: newMUID())
        if traits.asks { state.discoverAt = now }
        ports.append(state)
        advance(to: now)
    }

    /// Removes a port and its peers. Sends nothing, because nothing would arrive.
    package mutating func portWent(_ port: Int, at now: UInt64) {
        guard let index = index(of: port) else { return }
        for peer in peers.indices.reversed() where peers[peer].port == port { forget(peer) }
        forgetTransfers(of: nil, on: port)
        ports.remove(at: index)
    }

    /// Ends MIDI-CI on all ports by invalidating the box's MUIDs. `nextOutput` returns the messages.
    package mutating func end() {
        for index in ports.indices {
            ports[index].outputs = []
            ports[index].discoverAt = .max
            sendInvalidate(ports[index].muid, on: index)
        }
        (peers, requests, waiting, assemblies, deliveries, subscriptions) = ([], [], [], [], [], [])
    }

    /// When `advance` must be called next, in ns; `UInt64.max` for never.
    package var deadline: UInt64 {
        var deadline = UInt64.max
        for port in ports { deadline = min(deadline, port.discoverAt) }
        for peer in peers { deadline = min(deadline, peer.due) }
        for assembly in assemblies { deadline = min(deadline, assembly.due) }
        for asked in waiting { deadline = min(deadline, asked.due) }
        for subscription in subscriptions { deadline = min(deadline, subscription.due) }
        return deadline
    }

    /// Performs all actions that are due at `now`, in ns.
    package mutating func advance(to now: UInt64) {
        for index in ports.indices where ports[index].discoverAt <= now { sendDiscovery(on: index, at: now) }
        repeatLateInquiries(at: now)
        endLateTransfers(at: now)
        endLateSubscriptions(at: now)
        answerLateRequests(at: now)
    }

    /// Forgets a peer with its requests, transfers and subscriptions.
    mutating func forget(_ index: Int) {
        let peer = peers.remove(at: index)
        forgetTransfers(of: peer.muid, on: peer.port)
        note(.gone, peer.port, peer.muid)
    }

    /// Drops the requests, transfers and subscriptions of a device, even if it is not in `peers`; with `muid` nil, of
    /// all devices on a port.
    mutating func forgetTransfers(of muid: MUID?, on port: Int) {
        let gone = waiting.filter { $0.port == port && (muid == nil || $0.header.source == muid) }.map { $0.token }
        requests.removeAll { gone.contains($0.token) }
        waiting.removeAll { gone.contains($0.token) }
        assemblies.removeAll { $0.port == port && (muid == nil || $0.muid == muid) }
        deliveries.removeAll { $0.port == port && (muid == nil || $0.muid == muid) }
        subscriptions.removeAll { $0.port == port && (muid == nil || $0.muid == muid) }
    }
}
