import CPlatform

/// The connection of the page's process to the box, one end of a socket pair, with the protocol of the box's socket.
/// Answers come in the order of the requests.
package final class BoxLink {
    package let descriptor: Int32
    /// Whether the box has ended the connection: the process ends with it.
    package private(set) var hasEnded = false
    /// Told of each line that is no answer: the greeting, and what is watched or followed.
    package var heard: ((ArraySlice<UInt8>) -> Void)?
    private let clock: () -> UInt64

    private struct Request {
        let line: [UInt8]
        /// When the one who asks is told that there is no answer, in nanoseconds. It moves on with each line of a long
        /// answer.
        var deadline: UInt64
        let time: UInt64
        /// Told of each line behind `| `, which then is not part of the answer.
        let each: ((ArraySlice<UInt8>) -> Void)?
        /// Nil when nobody waits any more.
        var then: ((BoxAnswer) -> Void)?
    }

    /// Requests that are not sent yet, and those that are not answered yet.
    private var waiting: [Request] = []
    private var sent: [Request] = []
    private var output: [UInt8] = []
    private var input: [UInt8] = []
    /// The lines of the answer that is being received.
    private var answer = BoxAnswer(.missing)

    /// - Parameters:
    ///   - descriptor: a non-blocking stream socket, which is not closed.
    ///   - clock: returns nanoseconds.
    package init(_ descriptor: Int32, clock: @escaping () -> UInt64 = { treadle_now() }) {
        (self.descriptor, self.clock) = (descriptor, clock)
    }

    package var hasOutput: Bool { !output.isEmpty && !hasEnded }

    /// Sends a request. `then` is called once: with the answer, or with one of the kind `missing`.
    ///
    /// - Parameters:
    ///   - line: without its line feed; a line that is too long or has a control character is answered by an error.
    ///   - isUrgent: passes all requests that are not sent yet.
    package func ask(_ line: String, isUrgent: Bool = false, then: ((BoxAnswer) -> Void)? = nil) {
        ask(line, isUrgent: isUrgent, within: LinkLimits.answerTime, each: nil, then)
    }

    /// Sends a request with an answer that is too long to be kept. `each` is called for each line behind `| `.
    ///
    /// - Parameter time: nanoseconds within which the box has to answer, or to go on with its answer.
    func read(
        _ line: String, within time: UInt64, each: @escaping (ArraySlice<UInt8>) -> Void,
        then: @escaping (BoxAnswer) -> Void
    ) {
        ask(line, isUrgent: false, within: time, each: each, then)
    }

    private func ask(
        _ line: String, isUrgent: Bool, within time: UInt64, each: ((ArraySlice<UInt8>) -> Void)?,
        _ then: ((BoxAnswer) -> Void)?
    ) {
        let bytes = Array(line.utf8)
        // A line feed would begin another request.
        if bytes.count >= LinkLimits.line || bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
            then?(BoxAnswer(.error, "the request is too long or has a control character"))
            return
        }
        if hasEnded || waiting.count >= LinkLimits.waiting && !isUrgent {
            then?(BoxAnswer(.missing))
            return
        }
        let request = Request(
            line: bytes + [UInt8(ascii: "\n")], deadline: clock() + time, time: time, each: each, then: then)
        if isUrgent { send(request) } else { waiting.append(request) }
        advance()
    }

    private func send(_ request: Request) {
        output += request.line
        sent.append(request)
    }

    /// Sends as many waiting requests as may be unanswered.
    private func advance() {
        while sent.count < LinkLimits.window && !waiting.isEmpty { send(waiting.removeFirst()) }
        flush()
    }

    /// Writes as much as the socket takes now.
    package func flush() {
        while hasOutput {
            let count = output.withUnsafeBytes { treadle_socket_send(descriptor, $0.baseAddress, $0.count) }
            if count == -Int(EAGAIN) { return }
            if count <= 0 { return end() }
            output.removeFirst(count)
        }
    }

    // MARK: - Lines of the box

    /// Reads what has come, and passes on answers and lines.
    package func receive() {
        var piece = [UInt8](repeating: 0, count: LinkLimits.piece)
        let count = treadle_socket_receive(descriptor, &piece, piece.count)
        if count == -Int(EAGAIN) { return }
        if count <= 0 { return end() }
        // Only the new bytes can end the line that was begun before.
        var from = input.count
        input += piece[..<count]
        var start = 0
        while let end = input[from...].firstIndex(of: UInt8(ascii: "\n")) {
            handle(input[start..<end])
            // A request that was made meanwhile may have met the end of the box.
            if hasEnded { return }
            (start, from) = (end + 1, end + 1)
        }
        input.removeFirst(start)
        advance()
    }

    private func handle(_ line: ArraySlice<UInt8>) {
        let word = line.prefix { $0 != UInt8(ascii: " ") }
        let rest = line.dropFirst(word.count + 1)
        switch String(decoding: word, as: UTF8.self) {
        case "|":
            postpone()
            if let each = sent.first?.each {
                if sent.first?.then != nil { each(rest) }
            } else if answer.output.count + rest.count < LinkLimits.answer {
                answer.output += rest + [UInt8(ascii: "\n")]
            }
        case "!":
            postpone()
            answer.warnings.append(String(decoding: rest, as: UTF8.self))
        case "ok": finish(.ok, rest)
        case "error": finish(.error, rest)
        default: heard?(line)
        }
    }

    private func postpone() { if !sent.isEmpty { sent[0].deadline = clock() + sent[0].time } }

    private func finish(_ kind: BoxAnswer.Kind, _ text: ArraySlice<UInt8>) {
        var done = answer
        answer = BoxAnswer(.missing)
        if sent.isEmpty { return }
        (done.kind, done.text) = (kind, String(decoding: text, as: UTF8.self))
        sent.removeFirst().then?(done)
    }

    private func end() {
        hasEnded = true
        let left = sent + waiting
        (sent, waiting, output, input) = ([], [], [], [])
        for request in left { request.then?(BoxAnswer(.missing)) }
    }

    // MARK: - Time

    /// When `serve` has something to do, in nanoseconds.
    package var deadline: UInt64 {
        (sent + waiting).reduce(UInt64.max) { $1.then == nil ? $0 : min($0, $1.deadline) }
    }

    /// Tells those who have waited too long that there is no answer. What was sent is still answered at some time, so
    /// its place is kept; what was not sent is not sent any more.
    package func serve(at now: UInt64) {
        var late: [Request] = []
        for index in sent.indices where sent[index].deadline <= now {
            late.append(sent[index])
            sent[index].then = nil
        }
        late += waiting.filter { $0.deadline <= now }
        waiting.removeAll { $0.deadline <= now }
        for request in late { request.then?(BoxAnswer(.missing)) }
    }
}
