import CPlatform

/// A request on its way through the transport: from its header to the end of its answer.
final class HTTPTransfer {
    /// The server outlives its requests; Embedded Swift has no `unowned`.
    private let unmanagedServer: Unmanaged<HTTPServer>
    /// The connection; nil when it has ended, or the request has been answered and its answer sent.
    private var connection: OpaquePointer?
    /// nil if the header could not be read as a request.
    private var exchange: WebExchange?
    private var body = HTTPBody()
    private var stream: EventStream?

    init(_ server: HTTPServer, _ connection: OpaquePointer) {
        (unmanagedServer, self.connection) = (.passUnretained(server), connection)
    }

    private var server: HTTPServer { unmanagedServer.takeUnretainedValue() }

    /// The header has been read.
    func begin() {
        guard let connection else { return }
        let request: WebRequest
        do throws(HTTPRefusal) {
            request = try WebRequest(connection)
        } catch {
            return give(.answer(error.answer))
        }
        let exchange = WebExchange(request)
        self.exchange = exchange
        exchange.connection = Int(clamping: treadle_web_number(connection))
        exchange.deliver = { [self] in give($0) }
        server.judge(exchange)
        if !exchange.isAnswered { prepareBody(of: request) }
    }

    private func prepareBody(of request: WebRequest) {
        body.limit = request.bodyLimit
        if request.contentLength ?? 0 > body.limit {
            var answer = WebAnswer.error(413, "too-large", "the body is larger than \(body.limit) bytes")
            answer.closes = true
            exchange?.answer(answer)
        } else if request.isUpload && !body.useFile(server.newUpload()) {
            exchange?.answer(.error(503, "no-room", "the box has no place for uploads"))
        }
    }

    /// A piece of the body has been read. Returns 0, or the status that refuses it.
    func append(_ bytes: UnsafeRawBufferPointer) -> Int32 { body.append(bytes) }

    /// The body is whole.
    func finish() {
        guard let exchange, !exchange.isAnswered else { return }
        exchange.request.body = body.bytes
        exchange.request.bodyFile = body.path
        body.bytes = []
        body.close()
        server.handle(exchange)
    }

    /// Fills the room with bytes of the stream. Returns their number, 0 if none wait, -1 at the end.
    func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
        guard let stream else { return -1 }
        let bytes = stream.take(room.count)
        if bytes.isEmpty { return stream.isEnding ? -1 : 0 }
        room.copyBytes(from: bytes)
        return bytes.count
    }

    /// The answer has been sent, or the connection has ended.
    func end() {
        connection = nil
        exchange?.deliver = nil
        exchange = nil
        stream?.wake = nil
        stream?.isGone = true
        stream = nil
        body.discard()
    }

    // MARK: - Answers

    private func give(_ answer: WebExchange.Answer) {
        guard let connection else { return answer.discard() }
        switch answer {
        case .answer(let answer):
            let bytes = answer.body.withUnsafeBytes { treadle_web_bytes($0.baseAddress, $0.count) }
            send(answer, bytes, connection)
        case .file(let answer, let descriptor, let length):
            send(answer, treadle_web_file(descriptor, UInt64(max(0, length))), connection)
        case .stream(let stream):
            self.stream = stream
            stream.wake = { [self] in
                if let connection = self.connection { treadle_web_wake(connection) }
            }
            var answer = WebAnswer(200)
            answer.headers = [.init("content-type", "text/event-stream"), .init("cache-control", "no-store")]
            answer.closes = true
            send(answer, treadle_web_stream(connection), connection)
        }
    }

    private func send(_ answer: WebAnswer, _ made: OpaquePointer?, _ connection: OpaquePointer) {
        // Without memory there is no answer.
        guard let made else { return treadle_web_drop(connection) }
        for header in answer.headers { treadle_web_header(made, header.name, header.value) }
        treadle_web_give(connection, Int32(answer.status), made, answer.closes ? 1 : 0)
    }
}

extension WebExchange.Answer {
    /// Frees an answer for which there is no connection any more.
    func discard() {
        switch self {
        case .answer: break
        case .stream(let stream): stream.isGone = true
        case .file(_, let descriptor, _): close(descriptor)
        }
    }
}

extension WebRequest {
    /// Whether the body is an upload, which goes to a file: `POST /api/1/restore` and `/api/1/update`.
    var isUpload: Bool {
        method == .post && path.count == 3 && path[0] == "api" && path[1] == "1"
            && (path[2] == "restore" || path[2] == "update")
    }
}
