import Compact

/// All streams of events. Their limits are those of W3: 8 in all, 3 of one browser.
package final class LiveStreams {
    /// The streams in the order in which they began.
    private var streams: [LiveStream] = []
    /// Told of a browser or token whose last stream has ended.
    package var gone: ((WebVisitor) -> Void)?
    /// The hash of the assets and a number of this process: the first part of an event's `id`.
    package let epoch: String
    package var live = LiveState()

    package init(epoch: String) { self.epoch = epoch }

    package var count: Int { streams.count }

    package func hasStream(of visitor: WebVisitor) -> Bool {
        streams.contains { $0.stream.visitor.isSame(as: visitor) }
    }

    /// Adds a stream that follows the state.
    func follow(_ stream: EventStream, _ wish: MessageWish?, at now: UInt64) {
        add(LiveStream(stream, wish, followsState: true, at: now))
    }

    /// Adds a stream with events of its own, such as those of learning, so that it counts.
    package func join(_ stream: EventStream, at now: UInt64) {
        add(LiveStream(stream, nil, followsState: false, at: now))
    }

    private func add(_ stream: LiveStream) {
        let own = streams.filter { $0.stream.visitor.isSame(as: stream.stream.visitor) }
        if own.count >= WebLimits.streamsOfBrowser {
            end("full") { $0 === own[0] }
        } else if streams.count >= WebLimits.streams {
            let oldest = streams[0]
            end("full") { $0 === oldest }
        }
        streams.append(stream)
        removeOver()
    }

    /// Ends the streams of a browser or token that was forgotten (W4).
    package func forget(_ visitor: WebVisitor) {
        end("forgotten") { $0.stream.visitor.isSame(as: visitor) }
        removeOver()
    }

    /// Ends all streams because the box ends. Returns them; their last events are still to be sent.
    func endAll() -> [EventStream] {
        let all = streams.map { $0.stream }
        end("restart") { _ in true }
        removeOver()
        return all
    }

    private func end(_ reason: String, _ isMeant: (LiveStream) -> Bool) {
        for stream in streams where isMeant(stream) { stream.end(reason, id: "\(epoch).\(live.revision)") }
    }

    /// Removes the streams that have ended, and tells of browsers that have no other.
    private func removeOver() {
        let over = streams.filter { $0.isOver }
        if over.isEmpty { return }
        streams.removeAll { $0.isOver }
        for ended in over where !hasStream(of: ended.stream.visitor) { gone?(ended.stream.visitor) }
    }
}

// MARK: - Telling

extension LiveStreams {
    /// Whether a stream asks for messages, and whether for those that come in alone; nil if none asks.
    var wish: MessageWish? {
        let wishes = streams.compactMap { $0.wish }
        return wishes.isEmpty ? nil : MessageWish(inputsOnly: wishes.allSatisfy { $0.inputsOnly })
    }

    func hear(_ message: LiveMessage) { for stream in streams { stream.hear(message) } }

    func miss(_ count: Int) { for stream in streams { stream.miss(count) } }

    /// Tells that somebody has edited files (W10).
    ///
    /// - Parameters:
    ///   - paths: relative to the folder of the box file.
    ///   - who: the name of a browser; empty if it is not known.
    func tellFiles(_ paths: [String], by who: String) {
        var members = [JSONMember(name: "changed", value: .array(paths.map { .string($0) }))]
        if !who.isEmpty { members.append(JSONMember(name: "by", value: .string(who))) }
        let json = StreamEvent.json(.object(members))
        for stream in streams { stream.say("files", json, live, epoch: epoch) }
    }

    /// Sends all streams what is due.
    func serve(at now: UInt64) {
        removeOver()
        var made: [(from: Int, json: [UInt8])] = []
        for stream in streams { stream.serve(live, epoch: epoch, at: now, &made) }
    }

    /// When streams have to be served next, in nanoseconds; `UInt64.max` if there is nothing to wait for.
    func deadline(at now: UInt64) -> UInt64 {
        streams.reduce(UInt64.max) { min($0, $1.deadline(live, at: now)) }
    }
}

extension WebVisitor {
    /// Whether two requests came from the same browser or token.
    package func isSame(as other: WebVisitor) -> Bool { number == other.number && isToken == other.isToken }
}
