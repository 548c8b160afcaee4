// Inquiries of the box to its peers, one after the other (U10).
extension CIDevice {
    /// Sends the inquiry of a peer's step, or of the next step that the peer can answer.
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

    /// Moves a peer to its next step, and sends the inquiry.
    mutating func finishStep(_ index: Int, at now: UInt64) {
        let next = CIPeer.Step(rawValue: peers[index].step.rawValue + 1) ?? .done
        (peers[index].step, peers[index].attempts, peers[index].due) = (next, 0, .max)
        inquire(index, at: now)
    }

    /// Repeats inquiries that were not answered in time, or skips them after `CILimits.attempts`.
    mutating func repeatLateInquiries(at now: UInt64) {
        for index in peers.indices where peers[index].due <= now {
            if peers[index].attempts < CILimits.attempts {
                inquire(index, at: now)
            } else {
                goOnWithout(index, at: now)
            }
        }
    }

    /// Skips an inquiry: continues with the next program list or the next step.
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

    /// Requests a resource. If the peer's program list has pages, requests one page of it.
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

    /// Returns a request id, 0...127, that no pending request of the box has.
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

    /// Handles a NAK to a message of the box: the inquiry has failed, or must be repeated later.
    mutating func hearNAK(_ incoming: Incoming) {
        var fields = incoming.fields
        let (kind, status, data) = (fields.byte(), fields.byte(), fields.byte())
        if let kind, CIKind(rawValue: kind) == .getPropertyReply || CIKind(rawValue: kind) == .subscription {
            endTransfers(with: incoming, request: nil, kind: kind)
        }
        guard let peer = peerIndex(incoming.header.source, on: incoming.port), peers[peer].due != .max else { return }
        // A NAK of version 1 does not name the message, but the box has only one pending inquiry.
        if let kind, CIKind(rawValue: kind) != peers[peer].step.kind { return }
        if status == CINAKStatus.busy.rawValue || status == CINAKStatus.retry.rawValue {
            peers[peer].due = incoming.now + UInt64(max(data ?? 0, 1)) * 100_000_000
        } else {
            goOnWithout(peer, at: incoming.now)
        }
    }

    /// Handles an ACK with status 0x10: the answer takes longer. The announced tenths of a second are not used.
    mutating func hearACK(_ incoming: Incoming) {
        var fields = incoming.fields
        guard fields.byte() != nil, fields.byte() == 0x10 else { return }
        prolong(incoming)
    }

    /// Restarts the timeout of an inquiry. A peer can delay its answer as often as it asks for more time.
    mutating func prolong(_ incoming: Incoming) {
        guard let peer = peerIndex(incoming.header.source, on: incoming.port), peers[peer].due != .max else { return }
        peers[peer].due = incoming.now + CILimits.timeout
    }

    /// Returns a text of a peer, cut to `CILimits.nameBytes`.
    static func name(_ text: String) -> String {
        String(decoding: Array(text.utf8.prefix(CILimits.nameBytes)), as: UTF8.self)
    }
}

extension CIPeer.Step {
    /// The kind of message that the step sends; nil for `done`.
    var kind: CIKind? {
        switch self {
        case .endpoint: .endpoint
        case .capabilities: .propertyCapabilities
        case .resources, .deviceInfo, .channels, .programs: .getProperty
        case .done: nil
        }
    }
}
