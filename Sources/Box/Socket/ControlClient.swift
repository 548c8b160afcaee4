import CPlatform

/// A client: a program that is connected to the running box through its socket.
///
/// When the client ends for any reason, the notes and controllers that it holds are released (H1).
final class ControlClient {
    let descriptor: Int32
    /// Whether this is the page's process, a child of the box (W1).
    let isPage: Bool
    /// Answers that were dropped because the page's process had not read the ones before.
    private(set) var droppedAnswers = 0
    /// Whether the input has ended. The client is removed when the earlier input is handled.
    private(set) var isEnding = false
    /// Whether the connection can no longer be written.
    private(set) var isGone = false
    private var isReleased = false
    /// The messages that the client wants to see.
    var watches = Watches.nothing
    /// Whether they are shown in the form for programs (`watch numbers`).
    var watchesNumbers = false
    /// What the client was told of the state; nil if it does not follow the state.
    var followed: FollowedState?
    /// The footswitches that the client holds down, one bit each (F1).
    private(set) var heldSwitches: UInt16 = 0
    private var missed = 0
    /// Whether the last request is still unanswered, until the loop has acted. Later lines wait until then.
    private var isAnswerDue = false

    enum Watches {
        case nothing, inputs, everything
    }

    private var input: [UInt8] = []
    private var output: [UInt8] = []
    /// The rest of the recording that the client asked for. Lines are sent as the client reads them, then `ok`.
    private var recording: RecordedLines?
    /// The messages that the client has played or sent.
    var messages = InjectedMessages()

    init(_ descriptor: Int32, isPage: Bool = false) { (self.descriptor, self.isPage) = (descriptor, isPage) }

    deinit { close(descriptor) }

    /// Whether to read input. Input waits while the loop's ring is full, while a recording is sent, or until an earlier
    /// request is answered.
    var isRead: Bool { !messages.isWaiting && !mustWait && !isEnding && !isGone && !(isPage && isBusy) }
    /// The page's process is served by portions, and has to read answers before it gets more (W1).
    private var isBusy: Bool { hasLine || output.count > BoxLimits.controlBacklog / 2 }
    /// Whether an earlier request must be answered before the next line is handled.
    private var mustWait: Bool { recording != nil || isAnswerDue }
    var hasOutput: Bool { !output.isEmpty && !isGone }
    /// Whether the client is told which peers are at network ports (N12). The form for programs names ports alone.
    var isToldPeers: Bool { watches == .everything && !watchesNumbers }
    /// Whether a line can be handled now, for example a line that was received after the request for a recording.
    var hasLine: Bool { !mustWait && input.contains(UInt8(ascii: "\n")) }
    /// Whether what the client holds is to be released now: its input has ended and was handled.
    var mustRelease: Bool { isEnding && !isReleased && !messages.isWaiting && !mustWait && !hasLine }
    /// Whether all input is handled and all output was read.
    var isDone: Bool { isReleased && !messages.isWaiting && !hasOutput }

    /// Reads the available input.
    func receive() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = treadle_socket_receive(descriptor, &chunk, chunk.count)
        if count > 0 {
            input += chunk[..<count]
        } else if count != -Int(EAGAIN) {
            isEnding = true
        }
    }

    /// Removes and returns the next line, without its line feed; nil if there is none, or if input has to wait.
    func nextLine() -> ArraySlice<UInt8>? {
        if messages.isWaiting || mustWait || isGone { return nil }
        let end = input.firstIndex(of: UInt8(ascii: "\n"))
        if (end ?? input.count) > BoxLimits.controlLine {
            refuse("a line of more than \(BoxLimits.controlLine) bytes")
            return nil
        }
        guard let end else { return nil }
        let line = input[..<end]
        input.removeSubrange(...end)
        return line
    }

    /// Ends the client's input and releases the notes and controllers that the client holds.
    func end() {
        isEnding = true
        releaseAtEnd()
    }

    /// Ends a client whose process has gone or is killed: what it has sent and not been answered is dropped.
    func drop() {
        isGone = true
        (input, output, recording, isAnswerDue) = ([], [], nil, false)
        end()
    }

    /// Drops an unfinished message and releases what the client holds, once the input has ended and was handed to the
    /// loop.
    func releaseAtEnd() {
        if !mustRelease { return }
        isReleased = true
        heldSwitches = 0
        messages.release()
    }

    /// Presses a footswitch, or releases it. `Clients` tells the loop.
    func press(footswitch index: Int, isDown: Bool) {
        let bit: UInt16 = 1 << UInt16(index)
        heldSwitches = isDown ? heldSwitches | bit : heldSwitches & ~bit
    }
}

// MARK: - Output to the client

extension ControlClient {
    /// Answers a line. If the output is full because the client does not read, the connection ends; the page's process
    /// only misses the answer.
    func reply(_ line: String) {
        if answer(line) { return }
        if isPage {
            droppedAnswers += 1
        } else {
            refuse("\(BoxLimits.controlBacklog) bytes of answers were not read, the limit `controlBacklog`")
        }
    }

    /// Makes later lines wait until this request is answered.
    func delayAnswer() { isAnswerDue = true }

    /// Answers the request whose answer was delayed.
    func replyLate(_ lines: [String]) {
        isAnswerDue = false
        for line in lines { reply(line) }
        flush()
    }

    /// Sends an error as the last line and ends the client's input.
    private func refuse(_ why: String) {
        if isGone || isEnding { return }
        output += Array("error \(why)\n".utf8)
        isEnding = true
        input = []
    }

    /// Sends a recording as fast as the client reads it.
    func tell(_ recording: RecordedLines) { self.recording = recording }

    /// Adds a line to the output. Returns false if the output is full.
    @discardableResult
    func answer(_ line: String) -> Bool {
        if isGone || output.count + line.utf8.count + 1 > BoxLimits.controlBacklog { return false }
        output += Array(line.utf8)
        output.append(UInt8(ascii: "\n"))
        return true
    }

    /// Adds a line of the state with its line feed. Its length is not limited, since a client is told of a change only
    /// when it has taken all lines before.
    func tell(state line: [UInt8]) {
        if !isGone { output += line }
    }

    /// Adds a line about a message. If the output is full, the message is counted, and the count is sent later.
    func show(_ line: String) {
        if missed > 0 && answer("missed \(missed)") { missed = 0 }
        if missed > 0 || !answer(line) { missed += 1 }
    }

    /// Counts messages that the loop could not show.
    func miss(_ count: Int) {
        missed += count
        if answer("missed \(missed)") { missed = 0 }
    }

    /// Writes as much output as the socket accepts now.
    func flush() {
        while !isGone {
            fill()
            if output.isEmpty { return }
            let sent = output.withUnsafeBytes { treadle_socket_send(descriptor, $0.baseAddress, $0.count) }
            if sent == -Int(EAGAIN) { return }
            if sent <= 0 {
                isGone = true
                isEnding = true
                (input, output, recording, isAnswerDue) = ([], [], nil, false)
            } else {
                output.removeFirst(sent)
            }
        }
    }

    /// Adds the next lines of the recording when the earlier ones are written.
    private func fill() {
        guard output.isEmpty, let lines = recording?.next() else { return }
        output = lines
        if !lines.isEmpty { return }
        recording = nil
        answer("ok")
    }
}
