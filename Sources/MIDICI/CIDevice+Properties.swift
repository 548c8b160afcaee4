// Property Exchange (M2-101-UM, M2-103-UM): assembles received chunks to whole messages.
extension CIDevice {
    /// One chunk of a message.
    struct Chunk {
        var request: UInt8
        var header: [UInt8]
        /// The total number of chunks, 0 if not known yet; and the number of this chunk, from 1, or 0 if the sender has
        /// given up.
        var total: Int
        var number: Int
        var data: [UInt8]
    }

    private func chunk(_ incoming: Incoming) -> Chunk? {
        var fields = incoming.fields
        guard let request = fields.byte(), let length = fields.number(2), length <= CILimits.headerBytes,
            let header = fields.take(length), let total = fields.number(2), let number = fields.number(2),
            let size = fields.number(2), let data = fields.take(size), fields.isAtEnd
        else { return nil }
        return Chunk(request: request, header: header, total: total, number: number, data: data)
    }

    /// Answers with the number of requests that the box accepts at once, and its version of Property Exchange, 0.0.
    mutating func answerCapabilities(_ incoming: Incoming) {
        var fields = incoming.fields
        guard let count = fields.byte() else { return refuse(incoming) }
        if let peer = peerIndex(incoming.header.source, on: incoming.port) { peers[peer].requestsAtOnce = Int(count) }
        var writer = CIWriter(
            .propertyCapabilitiesReply, version: incoming.version, from: ports[incoming.port].muid,
            to: incoming.header.source)
        writer.byte(UInt8(CILimits.requestsAtOnce))
        if incoming.version > 1 { writer.append([0, 0]) }
        send(writer.finished, on: incoming.port)
    }

    /// Handles a chunk of any property exchange message. The last chunk completes the message.
    mutating func hearProperty(_ incoming: Incoming) {
        guard let chunk = chunk(incoming) else { return refuse(incoming) }
        guard expects(chunk, incoming) else { return }
        let known = assemblies.firstIndex {
            $0.muid == incoming.header.source && $0.port == ports[incoming.port].port && $0.kind == incoming.kind
                && $0.request == chunk.request
        }
        if chunk.number == 0 {
            // The sender has given up, so its chunks are dropped.
            if let known { assemblies.remove(at: known) }
            return
        }
        var assembly: Assembly
        if let known {
            assembly = assemblies.remove(at: known)
        } else {
            assembly = Assembly(
                port: ports[incoming.port].port, muid: incoming.header.source, kind: incoming.kind,
                request: chunk.request, due: 0)
        }
        guard chunk.number == assembly.next, chunk.total == 0 || chunk.number <= chunk.total else {
            counters.malformed += 1
            sendNAK(.chunksOutOfSequence, to: incoming.header, on: incoming.port, request: chunk.request)
            return
        }
        assembly.next += 1
        assembly.due = incoming.now + CILimits.timeout
        assembly.header += chunk.header
        if assembly.body.count + chunk.data.count > CILimits.dataBytes {
            (assembly.isTooLarge, assembly.body) = (true, [])
        } else if !assembly.isTooLarge {
            assembly.body += chunk.data
        }
        guard assembly.header.count <= CILimits.headerBytes else { return refuse(incoming) }
        if chunk.number == chunk.total {
            hearWhole(assembly, incoming)
        } else if assemblies.count >= CILimits.transfers || hasTooManyRequests(incoming) {
            reply(to: incoming, request: chunk.request, status: 343)
        } else {
            assemblies.append(assembly)
        }
    }

    /// Whether the box expects a chunk. A reply must answer an inquiry of the box, and must be one chunk, except for
    /// the data of a Get.
    private mutating func expects(_ chunk: Chunk, _ incoming: Incoming) -> Bool {
        switch incoming.kind {
        case .getPropertyReply:
            guard let peer = peerIndex(incoming.header.source, on: incoming.port),
                peers[peer].request == chunk.request
            else { return false }
            peers[peer].due = incoming.now + CILimits.timeout
            return true
        case .setPropertyReply, .subscriptionReply, .notify: return chunk.number == 1 && chunk.total == 1
        default: return true
        }
    }

    /// Whether the sender already has the allowed number of pending requests.
    private func hasTooManyRequests(_ incoming: Incoming) -> Bool {
        if incoming.kind == .getPropertyReply { return false }
        let (port, muid) = (ports[incoming.port].port, incoming.header.source)
        var count = 0
        for assembly in assemblies where assembly.port == port && assembly.muid == muid {
            count += assembly.kind == .getPropertyReply ? 0 : 1
        }
        for delivery in deliveries where delivery.port == port && delivery.muid == muid {
            count += delivery.kind == .getProperty || delivery.kind == .subscription ? 0 : 1
        }
        for asked in waiting where asked.port == port && asked.header.source == muid { count += 1 }
        return count >= CILimits.requestsAtOnce
    }

    /// Handles a message whose chunks have all arrived.
    private mutating func hearWhole(_ assembly: Assembly, _ incoming: Incoming) {
        switch assembly.kind {
        case .getPropertyReply: return hearGetReply(assembly, incoming)
        case .setPropertyReply: return
        case .subscriptionReply: return hearSubscriptionReply(assembly, incoming)
        case .notify: return hearNotify(assembly, incoming)
        default: break
        }
        let request = assembly.request
        if hasTooManyRequests(incoming) {
            return reply(to: incoming, request: request, status: 343)
        }
        if assembly.isTooLarge { return reply(to: incoming, request: request, status: 413) }
        guard let header = JSONReader.value(of: assembly.header, depth: CILimits.jsonDepth), header.isObject else {
            return reply(to: incoming, request: request, status: 400, "the header is not a JSON object")
        }
        // The box has no data that need Mcoded7: all its resources are JSON.
        let encoding = header["mutualEncoding"]?.text ?? "ASCII"
        let type = header["mediaType"]?.text ?? "application/json"
        guard encoding == "ASCII", type == "application/json" else {
            return reply(to: incoming, request: request, status: 415)
        }
        switch assembly.kind {
        case .getProperty: answerGet(header, request, incoming)
        case .setProperty: answerSet(header, assembly.body, request, incoming)
        default: answerSubscription(header, request, incoming)
        }
    }
}
