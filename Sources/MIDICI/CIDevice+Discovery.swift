// Discovery, Endpoint Information and MUIDs (M2-101-UM).
extension CIDevice {
    /// The categories that the box supports, as a bitmap.
    private enum Category {
        static let profiles: UInt8 = 0x04
        static let properties: UInt8 = 0x08
        static let processInquiry: UInt8 = 0x10
    }

    // MARK: - Sending

    mutating func sendDiscovery(on port: Int, at now: UInt64) {
        ports[port].discoverAt = .max
        (ports[port].discovered, ports[port].answered) = (now, [])
        var writer = CIWriter(.discovery, version: CIHeader.newest, from: ports[port].muid, to: .broadcast)
        appendOwnFields(&writer, version: CIHeader.newest, port)
        // The output path: the box has one a port.
        writer.byte(0)
        send(writer.finished, on: port)
    }

    private func appendOwnFields(_ writer: inout CIWriter, version: UInt8, _ port: Int) {
        writer.append(settings.identity)
        // Process Inquiry came with version 2.
        writer.byte(Category.profiles | Category.properties | (version > 1 ? Category.processInquiry : 0))
        writer.number(min(ports[port].traits.longest, CILimits.messageBytes), 4)
    }

    mutating func sendInvalidate(_ target: MUID, on port: Int) {
        var writer = CIWriter(.invalidateMUID, version: CIHeader.newest, from: ports[port].muid, to: .broadcast)
        writer.number(Int(target.value), 4)
        send(writer.finished, on: port)
    }

    // MARK: - Hearing

    mutating func hearDiscovery(_ incoming: Incoming) {
        guard let found = found(incoming) else { return refuse(incoming) }
        var fields = incoming.fields
        // Behind the identity, the categories and the length.
        let path = incoming.version > 1 ? fields.take(16).flatMap { _ in fields.byte() } : 0
        guard let path else { return refuse(incoming) }
        var writer = CIWriter(
            .discoveryReply, version: incoming.version, from: ports[incoming.port].muid, to: incoming.header.source)
        appendOwnFields(&writer, version: incoming.version, incoming.port)
        if incoming.version > 1 {
            writer.byte(path)
            writer.byte(ports[incoming.port].traits.functionBlock)
        }
        send(writer.finished, on: incoming.port)
        learn(found, on: incoming.port, at: incoming.now)
    }

    mutating func hearDiscoveryReply(_ incoming: Incoming) {
        guard incoming.header.destination != .broadcast, let found = found(incoming) else {
            counters.malformed += 1
            return
        }
        if ports[incoming.port].answered.contains(found.muid) {
            // Two devices have answered one Discovery with one MUID: neither may keep it.
            counters.collisions += 1
            if let peer = peerIndex(found.muid, on: incoming.port) { forget(peer) }
            sendInvalidate(found.muid, on: incoming.port)
            return
        }
        if ports[incoming.port].answered.count < CILimits.peers { ports[incoming.port].answered.append(found.muid) }
        learn(found, on: incoming.port, at: incoming.now)
    }

    /// A Discovery, or another message, with the box's own MUID as its source.
    mutating func hearOwnMUID(_ incoming: Incoming) {
        let found = incoming.kind == .discovery ? found(incoming) : nil
        guard let found, found.identity != settings.identity else {
            // The port is wired to itself, or a device sends all back. A device of the same model with the same MUID
            // looks the same, one in 2^28.
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

    /// Takes another MUID. For its peers the box is a new device.
    private mutating func renewMUID(of port: Int, at now: UInt64) {
        ports[port].collided = now
        for peer in peers.indices.reversed() where peers[peer].port == ports[port].port { forget(peer) }
        mixRandom(now)
        ports[port].muid = newMUID()
        discoverAgain(on: port, at: now)
    }

    private mutating func discoverAgain(on port: Int, at now: UInt64) {
        guard ports[port].traits.asks else { return }
        let earliest = ports[port].discovered.map { $0 + CILimits.collisionTime } ?? now
        ports[port].discoverAt = max(now, earliest)
        if earliest <= now { sendDiscovery(on: port, at: now) }
    }

    mutating func hearEndpoint(_ incoming: Incoming) {
        var fields = incoming.fields
        guard let status = fields.byte() else { return refuse(incoming) }
        // 0: the product instance id, the only information of MIDI-CI 1.2.
        guard status == 0, !settings.productInstance.isEmpty else {
            return sendNAK(.nak, to: incoming.header, on: incoming.port)
        }
        var writer = CIWriter(
            .endpointReply, version: incoming.version, from: ports[incoming.port].muid, to: incoming.header.source)
        let id = settings.productInstance.utf8.prefix(42).map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }
        writer.byte(0)
        writer.number(id.count, 2)
        writer.append(id)
        send(writer.finished, on: incoming.port)
    }

    // MARK: - Peers

    /// What Discovery and its reply say of their sender.
    struct Found {
        var muid: MUID
        var identity: CIIdentity
        var version: UInt8
        var categories: UInt8
        var longest: Int
    }

    private func found(_ incoming: Incoming) -> Found? {
        var fields = incoming.fields
        guard let identity = fields.identity(), let categories = fields.byte(), let longest = fields.number(4) else {
            return nil
        }
        return Found(
            muid: incoming.header.source, identity: identity, version: incoming.version, categories: categories,
            longest: longest)
    }

    func peerIndex(_ muid: MUID, on port: Int) -> Int? {
        peers.firstIndex { $0.muid == muid && $0.port == ports[port].port }
    }

    private mutating func learn(_ found: Found, on port: Int, at now: UInt64) {
        // Less than 128 bytes is not allowed, and would leave no room for a header.
        let longest = min(max(found.longest, 128), CILimits.messageBytes)
        let peer = CIPeer(
            port: ports[port].port, muid: found.muid, identity: found.identity, version: found.version,
            longest: longest, hasProfiles: found.categories & Category.profiles != 0,
            hasProperties: found.categories & Category.properties != 0,
            hasProcessInquiry: found.categories & Category.processInquiry != 0, heard: now)
        if let known = peerIndex(found.muid, on: port) {
            if peers[known].identity == peer.identity && peers[known].version == peer.version {
                peers[known].longest = longest
                return
            }
            // Another device has taken the place of the first.
            forgetTransfers(of: peer.muid, on: peer.port)
            peers[known] = peer
            note(.changed, peer.port, peer.muid)
            inquire(known, at: now)
            return
        }
        if peers.count >= CILimits.peers && !forgetOldest() {
            counters.unlistedPeers += 1
            return
        }
        peers.append(peer)
        note(.found, peer.port, peer.muid)
        inquire(peers.count - 1, at: now)
    }

    /// Forgets the peer that was silent longest, among those with which nothing is under way.
    private mutating func forgetOldest() -> Bool {
        var oldest: Int?
        for index in peers.indices {
            let (port, muid) = (peers[index].port, peers[index].muid)
            let isBusy =
                peers[index].due != .max || subscriptions.contains { $0.port == port && $0.muid == muid }
                || deliveries.contains { $0.port == port && $0.muid == muid }
                || assemblies.contains { $0.port == port && $0.muid == muid }
            if !isBusy && peers[index].heard < (oldest.map { peers[$0].heard } ?? .max) { oldest = index }
        }
        guard let oldest else { return false }
        forget(oldest)
        return true
    }
}
