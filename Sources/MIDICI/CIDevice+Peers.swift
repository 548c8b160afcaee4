// Devices at the other ends of ports.
extension CIDevice {
    /// The categories that the box supports, as a bitmap.
    enum Category {
        static let profiles: UInt8 = 0x04
        static let properties: UInt8 = 0x08
        static let processInquiry: UInt8 = 0x10
    }

    /// The data of the sender in a Discovery or its reply.
    struct Found {
        var muid: MUID
        var identity: CIIdentity
        var version: UInt8
        var categories: UInt8
        var longest: Int
    }

    func found(_ incoming: Incoming) -> Found? {
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

    mutating func learn(_ found: Found, on port: Int, at now: UInt64) {
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
            // Another device now has the MUID of the known one.
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

    /// Forgets the peer that was silent longest, among peers without pending inquiry, subscription or transfer. Returns
    /// false if there is none.
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
