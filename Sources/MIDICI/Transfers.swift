/// Chunks of a message of Property Exchange that come in (M2-103-UM).
struct Assembly {
    var port: Int
    var muid: MUID
    var kind: CIKind
    var request: UInt8
    /// The number of the next chunk, from 1.
    var next = 1
    var header: [UInt8] = []
    var body: [UInt8] = []
    /// Whether its data are too large, so that they are not kept.
    var isTooLarge = false
    /// When it is given up.
    var due: UInt64
}

/// What is being sent in parts, each made when it can be sent.
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
    /// Most bytes of a message, F0 and F7 included.
    var longest: Int
    var content: Content
    /// Bytes of the body, or parts of a report, that were sent, and chunks.
    var sent = 0
    var chunks = 0

    /// F0, header, request, four lengths and F7.
    static let frameBytes = 24

    /// Makes the next part, and says whether it is the last.
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

/// A peer that wants to know when a resource changes.
struct Subscription {
    var port: Int
    var muid: MUID
    var resource: CIResource
    var id: String
    /// Whether an update was sent and has no reply yet, its request, and when the reply is late.
    var request: UInt8?
    var due = UInt64.max
    /// Whether the resource has changed since.
    var isDirty = false
    /// Updates in a row that had no reply.
    var unanswered = 0
}
