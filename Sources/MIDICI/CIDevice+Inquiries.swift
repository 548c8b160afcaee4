// What the box asks of its peers, one thing after the other (U10).
extension CIDevice {
    /// Sends the inquiry of a peer's step, or goes on to the next that the peer can answer.
    mutating func inquire(_ index: Int, at now: UInt64) {
        guard let port = self.index(of: peers[index].port), ports[port].traits.asks else { return }
        (peers[index].due, peers[index].request) = (.max, nil)
        let peer = peers[index]
        switch peer.step {
        case .endpoint where peer.version > 1: sendEndpoint(peer, port)
        case .capabilities where peer.hasProperties: sendCapabilities(peer, port)
        case .resources where peer.hasProperties: get(.resourceList, index, port)
        case .deviceInfo where peer.hasDeviceInfo: get(.deviceInfo, index, port)
        case .channels where peer.hasListIds: get(.channelList, index, port)
        case .programs where !peer.lists.isEmpty: get(.programList, index, port, offset: peer.entries)
        case .done: return
        default: return finishStep(index, at: now)
        }
        peers[index].attempts += 1
        peers[index].due = now + CILimits.timeout
    }

    /// Goes on to the next step.
    mutating func finishStep(_ index: Int, at now: UInt64) {
        let next = CIPeer.Step(rawValue: peers[index].step.rawValue + 1) ?? .done
        (peers[index].step, peers[index].attempts, peers[index].due) = (next, 0, .max)
        inquire(index, at: now)
    }

    /// Repeats inquiries that had no answer, or goes on without.
    mutating func repeatLateInquiries(at now: UInt64) {
        for index in peers.indices where peers[index].due <= now {
            if peers[index].attempts < CILimits.attempts {
                inquire(index, at: now)
            } else {
                goOnWithout(index, at: now)
            }
        }
    }

    /// Goes on without an answer: to the next program list, or to the next step.
    mutating func goOnWithout(_ index: Int, at now: UInt64) {
        if peers[index].step == .programs {
            finishList(index, isWhole: false, at: now)
        } else {
            finishStep(index, at: now)
        }
    }

    private mutating func sendEndpoint(_ peer: CIPeer, _ port: Int) {
        var writer = CIWriter(.endpoint, version: peer.version, from: ports[port].muid, to: peer.muid)
        writer.byte(0)
        send(writer.finished, on: port)
    }

    private mutating func sendCapabilities(_ peer: CIPeer, _ port: Int) {
        var writer = CIWriter(.propertyCapabilities, version: peer.version, from: ports[port].muid, to: peer.muid)
        writer.byte(UInt8(CILimits.requestsAtOnce))
        if peer.version > 1 { writer.append([0, 0]) }
        send(writer.finished, on: port)
    }

    /// Asks for a resource; of a list that has pages, for one page.
    private mutating func get(_ resource: CIResource, _ index: Int, _ port: Int, offset: Int = 0) {
        let peer = peers[index]
        var json = JSON(isASCII: true)
        json.beginObject()
        json.member("resource", resource.name)
        if resource == .programList, let id = peer.lists.first, !id.isEmpty {
            json.member("resId", id)
        }
        if resource == .programList && peer.hasPages {
            json.member("offset", offset)
            json.member("limit", CILimits.programsPerPage)
        }
        json.endObject()
        let request = newRequest()
        peers[index].request = request
        deliver(.getProperty, json.bytes, [], to: peer.muid, on: port, request: request, version: peer.version)
    }

    /// A request number that no own request has.
    mutating func newRequest() -> UInt8 {
        repeat {
            lastRequest = (lastRequest + 1) & 0x7F
        } while peers.contains { $0.request == lastRequest }
            || subscriptions.contains { $0.request == lastRequest }
        return lastRequest
    }

    // MARK: - Answers

    mutating func hearEndpointReply(_ incoming: Incoming) {
        var fields = incoming.fields
        guard let status = fields.byte(), let length = fields.number(2), let id = fields.take(length) else {
            counters.malformed += 1
            return
        }
        guard let peer = peerIndex(incoming.header.source, on: incoming.port), peers[peer].step == .endpoint else {
            return
        }
        if status == 0 { peers[peer].productInstance = CIDevice.name(String(decoding: id, as: UTF8.self)) }
        finishStep(peer, at: incoming.now)
    }

    mutating func hearCapabilitiesReply(_ incoming: Incoming) {
        var fields = incoming.fields
        guard let count = fields.byte() else {
            counters.malformed += 1
            return
        }
        guard let peer = peerIndex(incoming.header.source, on: incoming.port), peers[peer].step == .capabilities else {
            return
        }
        peers[peer].requestsAtOnce = Int(count)
        finishStep(peer, at: incoming.now)
    }

    /// NAK to an own message: what was asked is not to be had, or to be asked again later.
    mutating func hearNAK(_ incoming: Incoming) {
        var fields = incoming.fields
        let (kind, status, data) = (fields.byte(), fields.byte(), fields.byte())
        if let kind, CIKind(rawValue: kind) == .getPropertyReply || CIKind(rawValue: kind) == .subscription {
            endTransfers(with: incoming, request: nil, kind: kind)
        }
        guard let peer = peerIndex(incoming.header.source, on: incoming.port), peers[peer].due != .max else { return }
        // Version 1 does not say what the NAK is about; the box has asked one thing.
        if let kind, CIKind(rawValue: kind) != peers[peer].step.kind { return }
        if status == CINAKStatus.busy.rawValue || status == CINAKStatus.retry.rawValue {
            peers[peer].due = incoming.now + UInt64(max(data ?? 0, 1)) * 100_000_000
        } else {
            goOnWithout(peer, at: incoming.now)
        }
    }

    /// ACK with status 10: the answer takes longer, by tenths of a second.
    mutating func hearACK(_ incoming: Incoming) {
        var fields = incoming.fields
        guard fields.byte() != nil, fields.byte() == 0x10 else { return }
        prolong(incoming)
    }

    /// Waits anew for an answer. A peer can do so for as long as it answers at all.
    mutating func prolong(_ incoming: Incoming) {
        guard let peer = peerIndex(incoming.header.source, on: incoming.port), peers[peer].due != .max else { return }
        peers[peer].due = incoming.now + CILimits.timeout
    }

    /// At most `CILimits.nameBytes` of a text of a peer.
    static func name(_ text: String) -> String {
        String(decoding: Array(text.utf8.prefix(CILimits.nameBytes)), as: UTF8.self)
    }
}

extension CIPeer.Step {
    /// The kind of its inquiry.
    var kind: CIKind? {
        switch self {
        case .endpoint: .endpoint
        case .capabilities: .propertyCapabilities
        case .resources, .deviceInfo, .channels, .programs: .getProperty
        case .done: nil
        }
    }
}
