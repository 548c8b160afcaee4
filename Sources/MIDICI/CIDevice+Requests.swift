// Requests that only the owner can fulfil.
extension CIDevice {
    /// A request that waits for the owner's answer.
    struct Waiting {
        var token: UInt32
        /// When the peer gets an answer without the owner, in ns.
        var due: UInt64
        var header: CIHeader
        var port: Int
        /// The id of the Property Exchange request.
        var request: UInt8
        /// The kinds of messages for a report.
        var kinds: CIReportKinds
        /// The id of the saved configuration that is read; else empty.
        var state: String
    }

    /// Returns and removes the next request of a peer to the owner; nil if there is none.
    package mutating func nextRequest() -> CIRequest? { requests.isEmpty ? nil : requests.removeFirst() }

    /// Queues a request to the owner, or refuses it if too many wait.
    mutating func ask(_ action: CIRequest.Action, _ incoming: Incoming, request: UInt8, kinds: CIReportKinds = []) {
        guard waiting.count < CILimits.requests else {
            if incoming.kind == .messageReport {
                return sendNAK(.busy, to: incoming.header, on: incoming.port, data: 5)
            }
            return reply(to: incoming, request: request, status: 343)
        }
        lastToken &+= 1
        var state = ""
        if case .readState(let id) = action { state = id }
        waiting.append(
            Waiting(
                token: lastToken, due: incoming.now + CILimits.answerTime, header: incoming.header,
                port: ports[incoming.port].port, request: request, kinds: kinds, state: state))
        requests.append(CIRequest(token: lastToken, action: action))
    }

    /// Answers a request. Ignores an answer that is too late or whose peer is gone.
    package mutating func answer(_ token: UInt32, _ answer: CIAnswer, at now: UInt64) {
        guard let index = waiting.firstIndex(where: { $0.token == token }) else { return }
        let asked = waiting.remove(at: index)
        guard let port = self.index(of: asked.port) else { return }
        switch answer {
        case .done: reply(to: asked.header, on: port, request: asked.request, status: 200)
        case .refused(let status, let message):
            if asked.header.kind == CIKind.messageReport.rawValue {
                sendNAK(.nak, to: asked.header, on: port)
            } else {
                reply(to: asked.header, on: port, request: asked.request, status: status, message)
            }
        case .messages(let messages): report(messages, asked.kinds, asked.header, on: port)
        case .text(let text):
            let title = content.states.first { $0.id == asked.state }?.title ?? asked.state
            var json = JSON(isASCII: true)
            json.beginObject()
            json.member("title", title)
            json.member("text", text)
            json.endObject()
            reply(to: asked.header, on: port, request: asked.request, status: 200, body: json.bytes)
        }
    }

    /// Answers requests that the owner has not answered in time.
    mutating func answerLateRequests(at now: UInt64) {
        for index in waiting.indices.reversed() where waiting[index].due <= now {
            let asked = waiting.remove(at: index)
            requests.removeAll { $0.token == asked.token }
            guard let port = self.index(of: asked.port) else { continue }
            if asked.header.kind == CIKind.messageReport.rawValue {
                sendNAK(.busy, to: asked.header, on: port, data: 5)
            } else {
                reply(to: asked.header, on: port, request: asked.request, status: 500, "the box is busy")
            }
        }
    }
}
