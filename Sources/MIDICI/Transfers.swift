/// A Property Exchange message that is being received in chunks (M2-103-UM).
struct Assembly {
    var port: Int
    var muid: MUID
    var kind: CIKind
    var request: UInt8
    /// The number of the next chunk, from 1.
    var next = 1
    var header: [UInt8] = []
    var body: [UInt8] = []
    /// Whether the data are too large, so that they are not stored.
    var isTooLarge = false
    /// When the transfer is given up, in ns.
    var due: UInt64
}

/// A message or report that is being sent in parts. Each part is made when it can be sent.
struct Delivery {
    enum Content {
        case property(header: [UInt8], body: [UInt8])
        /// A MIDI Message Report: Begin, the messages, End.
        case report(CIReportKinds, address: UInt8, messages: [[UInt8]])
    }

    var port: Int
    var muid: MUID
    var kind: CIKind
    var request: UInt8
    var version: UInt8
    /// The greatest size of a message in bytes, F0 and F7 included.
    var longest: Int
    var content: Content
    /// The number of sent bytes of the body, or of sent parts of a report; and the number of sent chunks.
    var sent = 0
    var chunks = 0

    /// Bytes of a chunk besides property header and data: F0, MIDI-CI header, request, four numbers and F7.
    static let frameBytes = 24

    /// Makes the next part, and returns whether it is the last.
    mutating func next(from source: MUID) -> (bytes: [UInt8], isLast: Bool) {
        switch content {
        case .property(let header, let body): return chunk(header, body, source)
        case .report(let kinds, let address, let messages): return part(kinds, address, messages, source)
        }
    }

    private mutating func chunk(_ header: [UInt8], _ body: [UInt8], _ source: MUID) -> (bytes: [UInt8], isLast: Bool) {
        let room = longest - Delivery.frameBytes
        let first = room - header.count
        let total = body.count <= first ? 1 : 1 + (body.count - first + room - 1) / room
        let part = body[sent..<min(body.count, sent + (chunks == 0 ? first : room))]
        sent += part.count
        chunks += 1
        var writer = CIWriter(kind, version: version, from: source, to: muid)
        writer.byte(request)
        writer.number(chunks == 1 ? header.count : 0, 2)
        if chunks == 1 { writer.append(header) }
        writer.number(total, 2)
        writer.number(chunks, 2)
        writer.number(part.count, 2)
        writer.append(Array(part))
        return (writer.finished, chunks == total)
    }

    private mutating func part(
        _ kinds: CIReportKinds, _ address: UInt8, _ messages: [[UInt8]], _ source: MUID
    ) -> (bytes: [UInt8], isLast: Bool) {
        let index = sent - 1
        sent += 1
        if messages.indices.contains(index) { return (messages[index], false) }
        let isEnd = index >= 0
        var writer = CIWriter(
            isEnd ? .messageReportEnd : .messageReportReply, address: address, version: version, from: source, to: muid)
        if !isEnd { writer.append([kinds.system, 0, kinds.channel, kinds.note]) }
        return (writer.finished, isEnd)
    }
}

/// A peer's subscription to a resource.
struct Subscription {
    var port: Int
    var muid: MUID
    var resource: CIResource
    var id: String
    /// The request id of an update that has no reply yet, nil for none; and when the reply is late, in ns.
    var request: UInt8?
    var due = UInt64.max
    /// Whether the resource has changed since the last update.
    var isDirty = false
    /// The number of updates in a row without reply.
    var unanswered = 0
}
