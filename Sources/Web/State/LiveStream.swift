import Compact

/// One stream of a browser: what it was told of the state, and the messages that it asks for (W8).
///
/// A stream is told something only when its browser has taken all that came before. A browser that reads slowly thus
/// skips to the newest state, and at most one event waits for it beside `alive` and messages.
final class LiveStream {
    let stream: EventStream
    /// The messages that are shown; nil for none.
    let wish: MessageWish?
    /// Whether the stream is told the state. A stream of learning is not, and only counts.
    let followsState: Bool

    private var told: JSONValue?
    private var toldRevision = 0
    /// When a change, and when `alive` was sent last, in nanoseconds.
    private var changedAt: UInt64 = 0
    private var aliveAt: UInt64
    private var messages = MessageList()

    init(_ stream: EventStream, _ wish: MessageWish?, followsState: Bool, at now: UInt64) {
        (self.stream, self.wish, self.followsState, aliveAt) = (stream, wish, followsState, now)
    }

    var isOver: Bool { stream.isGone || stream.isEnding }
    private var isRead: Bool { stream.waiting.isEmpty }

    func hear(_ message: LiveMessage) { if wish?.wants(message) == true { messages.add(message) } }

    /// Counts messages that the box did not show.
    func miss(_ count: Int) { if wish != nil { messages.miss(count) } }

    /// Sends an event about files (W10), unless the browser does not read: it then learns of it from the state.
    func say(_ name: String, _ json: [UInt8], _ live: LiveState, epoch: String) {
        if followsState && told != nil { send(name, json, live, epoch) }
    }

    /// Sends the last event, even to a browser that does not read.
    func end(_ reason: String, id: String) {
        if isOver { return }
        stream.send(StreamEvent.bytes("bye", id: id, StreamEvent.object("reason", reason)))
        stream.end()
    }

    /// Sends what is due.
    ///
    /// - Parameter made: patches that were made for other streams, by the revision that they begin at.
    func serve(_ live: LiveState, epoch: String, at now: UInt64, _ made: inout [(from: Int, json: [UInt8])]) {
        if isOver || !followsState || !isRead { return }
        if told == nil {
            guard let state = live.value else { return }
            (told, toldRevision, changedAt) = (state, live.revision, now)
            send("state", StreamEvent.json(state), live, epoch)
        } else if toldRevision != live.revision && now >= changedAt + LiveLimits.eventTime {
            tellChange(live, epoch, at: now, &made)
        }
        if let json = messages.take(at: now), !send("messages", json, live, epoch) { messages.giveBack() }
        if now >= aliveAt + LiveLimits.aliveTime {
            aliveAt = now
            send("alive", LiveStream.time(now), live, epoch)
        }
    }

    /// The clock of the box as JSON, by which a browser tells when something happened (W11).
    private static func time(_ now: UInt64) -> [UInt8] {
        var json = Array(#"{"time":"#.utf8)
        Digits.milliseconds(now, into: &json)
        return json + [UInt8(ascii: "}")]
    }

    private func tellChange(
        _ live: LiveState, _ epoch: String, at now: UInt64, _ made: inout [(from: Int, json: [UInt8])]
    ) {
        guard let state = live.value, let told else { return }
        if !made.contains(where: { $0.from == toldRevision }) {
            // A state with another number differs at least in that.
            let patch = state.patch(from: told) ?? .object([])
            made.append((toldRevision, StreamEvent.json(patch)))
        }
        let json = made.first { $0.from == toldRevision }?.json ?? []
        (self.told, toldRevision, changedAt) = (state, live.revision, now)
        send("change", json, live, epoch)
    }

    /// Sends an event; false if it does not fit behind what the browser has not read.
    @discardableResult
    private func send(_ name: String, _ json: [UInt8], _ live: LiveState, _ epoch: String) -> Bool {
        let bytes = StreamEvent.bytes(name, id: "\(epoch).\(live.revision)", json)
        // A whole state may be longer than the limit, and is sent to a browser that has read all.
        if !isRead && stream.isFull(for: bytes.count) { return false }
        stream.send(bytes)
        return true
    }

    /// When the stream has to be served next, in nanoseconds.
    func deadline(_ live: LiveState, at now: UInt64) -> UInt64 {
        if isOver { return now }
        if !followsState { return UInt64.max }
        // The transport wakes the server when the browser reads.
        if !isRead { return UInt64.max }
        if told == nil { return live.value == nil ? UInt64.max : now }
        var next = aliveAt + LiveLimits.aliveTime
        if toldRevision != live.revision { next = min(next, changedAt + LiveLimits.eventTime) }
        if !messages.isEmpty { next = min(next, messages.nextAt) }
        return next
    }
}
