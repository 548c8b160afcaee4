// Property Exchange messages that the box sends (M2-103-UM).
extension CIDevice {
    /// Replies to a Get, Set or Subscription with a status, and a text for the user.
    mutating func reply(to incoming: Incoming, request: UInt8, status: Int, _ message: String = "") {
        reply(to: incoming.header, on: incoming.port, request: request, status: status, message)
    }

    /// Replies to a Get, Set or Subscription of which only the header is left.
    ///
    /// - Parameters:
    ///   - total: the number of entries of the list of which the body is a page.
    ///   - subscription: the id of the subscription that has begun.
    mutating func reply(
        to header: CIHeader, on port: Int, request: UInt8, status: Int, _ message: String = "", body: [UInt8] = [],
        total: Int? = nil, subscription: String? = nil
    ) {
        let kind: CIKind
        switch CIKind(rawValue: header.kind) {
        case .getProperty: kind = .getPropertyReply
        case .setProperty: kind = .setPropertyReply
        case .subscription: kind = .subscriptionReply
        default: return
        }
        var json = JSON(isASCII: true)
        json.beginObject()
        json.member("status", status)
        if !message.isEmpty {
            json.member("message", message)
        }
        if let total {
            json.member("totalCount", total)
        }
        if let subscription {
            json.member("subscribeId", subscription)
        }
        json.endObject()
        deliver(
            kind, json.bytes, body, to: header.source, on: port, request: request,
            version: min(header.version, CIHeader.newest), status: status)
    }

    /// Queues a Property Exchange message. A header that is too long for the peer is reduced to its status.
    mutating func deliver(
        _ kind: CIKind, _ header: [UInt8], _ body: [UInt8], to muid: MUID, on port: Int, request: UInt8,
        version: UInt8, status: Int? = nil
    ) {
        guard deliveries.count < CILimits.transfers + CILimits.subscriptions else {
            counters.droppedOutputs += 1
            return
        }
        let longest = peerIndex(muid, on: port).map { peers[$0].longest } ?? CILimits.messageBytes
        var (header, body) = (header, body)
        if body.count > CILimits.dataBytes {
            (header, body) = (Array("{\"status\":413,\"message\":\"use offset and limit\"}".utf8), [])
        }
        if let status, header.count > longest - Delivery.frameBytes {
            header = Array("{\"status\":\(status)}".utf8)
        }
        guard header.count <= longest - Delivery.frameBytes else {
            counters.droppedOutputs += 1
            return
        }
        let chunk = min(longest, max(CILimits.chunkBytes, Delivery.frameBytes + header.count))
        deliveries.append(
            Delivery(
                port: ports[port].port, muid: muid, kind: kind, request: request, version: version, longest: chunk,
                content: .property(header: header, body: body)))
    }
}
