// MUIDs that two devices share, or that are no longer valid (M2-101-UM).
extension CIDevice {
    mutating func sendInvalidate(_ target: MUID, on port: Int) {
        var writer = CIWriter(.invalidateMUID, version: CIHeader.newest, from: ports[port].muid, to: .broadcast)
        writer.number(Int(target.value), 4)
        send(writer.finished, on: port)
    }

    /// Handles a message whose source is the box's own MUID.
    mutating func hearOwnMUID(_ incoming: Incoming) {
        let found = incoming.kind == .discovery ? found(incoming) : nil
        guard let found, found.identity != settings.identity else {
            // The port is connected to itself, or a device echoes all messages. A device of the same model with the
            // same MUID, one in 2^28, cannot be told from this.
            counters.echoes += 1
            return
        }
        counters.collisions += 1
        let last = ports[incoming.port].collided
        guard last.map({ incoming.now >= $0 + CILimits.collisionTime }) ?? true else { return }
        sendInvalidate(ports[incoming.port].muid, on: incoming.port)
        renewMUID(of: incoming.port, at: incoming.now)
    }

    mutating func hearInvalidate(_ incoming: Incoming) {
        var fields = incoming.fields
        guard let target = fields.muid() else {
            counters.malformed += 1
            return
        }
        if target == ports[incoming.port].muid {
            counters.collisions += 1
            renewMUID(of: incoming.port, at: incoming.now)
        } else if let peer = peerIndex(target, on: incoming.port) {
            forget(peer)
            discoverAgain(on: incoming.port, at: incoming.now)
        }
    }

    /// Gives a port a new MUID. For the peers of the port, the box is then a new device.
    mutating func renewMUID(of port: Int, at now: UInt64) {
        ports[port].collided = now
        for peer in peers.indices.reversed() where peers[peer].port == ports[port].port { forget(peer) }
        mixRandom(now)
        ports[port].muid = newMUID()
        discoverAgain(on: port, at: now)
    }

    mutating func discoverAgain(on port: Int, at now: UInt64) {
        guard ports[port].traits.asks else { return }
        let earliest = ports[port].discovered.map { $0 + CILimits.collisionTime } ?? now
        ports[port].discoverAt = max(now, earliest)
        if earliest <= now { sendDiscovery(on: port, at: now) }
    }
}
