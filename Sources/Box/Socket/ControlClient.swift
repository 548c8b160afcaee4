import Engine
import Loop
import CPlatform
import MIDI
import Program
import Routing

/// A program that talks to the running box.
///
/// What it plays goes to the loop in whole messages, a SysEx too, so that a program that ends in the middle of one
/// leaves nothing half said; and when it ends, by itself or not, what it plays or sends and holds is released (H1).
final class ControlClient {
    let descriptor: Int32
    /// Nothing more comes from it; it goes once all it said is done.
    private(set) var isEnding = false
    /// It cannot be talked to.
    private(set) var isGone = false
    private var isReleased = false
    /// What it watches.
    var watches = Watches.nothing
    private var missed = 0

    enum Watches {
        case nothing, inputs, everything
    }

    private var input: [UInt8] = []
    private var output: [UInt8] = []
    /// The rest of the recording that it asked for: lines follow as it reads them, and `ok` behind the last.
    private var recording: RecordedLines?
    /// Whole messages the loop has no room for yet; one inner list is one message.
    private var waiting: [[Injection]] = []
    private var stream: Stream?
    /// What is held of what it played and of what it sent to be held, by port.
    private var held: [HeldPort: HeardState] = [:]

    private struct HeldPort: Hashable {
        var way: Injection.Way
        var port: UInt8
    }

    /// Bytes for one port, one way.
    private struct Stream {
        let way: Injection.Way
        let port: UInt8
        let isHeld: Bool
        var parser = StreamParser()
        /// The pieces of a SysEx that has not ended.
        var pieces: [Injection] = []
    }

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// It is not listened to while the loop has no room for what it said before, or while it is told a recording: so it has
    /// one at a time.
    var isRead: Bool { waiting.isEmpty && recording == nil && !isEnding && !isGone }
    var hasOutput: Bool { !output.isEmpty && !isGone }
    var isWaiting: Bool { !waiting.isEmpty }
    /// A line that came behind the request for a recording can be obeyed now.
    var hasLine: Bool { recording == nil && input.contains(UInt8(ascii: "\n")) }
    /// Everything is said and done, and was read.
    var isDone: Bool { isReleased && waiting.isEmpty && !hasOutput }

    /// Reads what has come, as far as there is room for it.
    func receive() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = treadle_socket_receive(descriptor, &chunk, chunk.count)
        if count > 0 {
            input += chunk[..<count]
        } else if count != -Int(EAGAIN) {
            isEnding = true
        }
    }

    /// The next whole line, without its end; nil when there is none, or no room for what it might say.
    func nextLine() -> ArraySlice<UInt8>? {
        if !waiting.isEmpty || recording != nil || isGone { return nil }
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

    /// It says no more.
    func end() {
        isEnding = true
        releaseAtEnd()
    }

    /// Once all it said is with the loop: an unfinished message is forgotten, and what is held is released.
    func releaseAtEnd() {
        if !isEnding || isReleased || !waiting.isEmpty || recording != nil { return }
        isReleased = true
        stream = nil
        for (place, state) in held {
            state.forEachRelease { waiting.append([Injection($0, place.way, port: place.port)]) }
        }
    }
}

// MARK: - What it plays and sends

extension ControlClient {
    /// Takes bytes for a port; what is wrong with them, or nil.
    ///
    /// - Parameter isHeld: what they hold is released when the program ends.
    func take(_ bytes: [UInt8], _ way: Injection.Way, port: UInt8, isHeld: Bool = true) -> String? {
        // Another port: what was unfinished stays so.
        if stream?.way != way || stream?.port != port || stream?.isHeld != isHeld {
            stream = Stream(way: way, port: port, isHeld: isHeld)
        }
        guard var stream else { return nil }
        let strays = stream.parser.droppedBytes
        var isTooLong = false
        for byte in bytes {
            var messages: [Message] = []
            stream.parser.feed(byte) { messages.append($0) }
            for message in messages { add(message, to: &stream) }
            if stream.pieces.count * Message.sysExCapacity > BoxLimits.controlSysEx {
                isTooLong = true
                stream.pieces = []
                stream.parser.close { _ in }
            }
        }
        self.stream = stream
        if isTooLong { return "a SysEx of more than \(BoxLimits.controlSysEx) bytes" }
        return stream.parser.droppedBytes == strays ? nil : "data bytes without a status"
    }

    private func add(_ message: Message, to stream: inout Stream) {
        let injection = Injection(message, stream.way, port: stream.port)
        if message.kind == .sysEx {
            stream.pieces.append(injection)
            if injection.isUnfinished { return }
            // S4: broken by another status before any of it has gone anywhere it is dropped. Only such an end is empty.
            if message.sysExStatus == .complete || message.sysExCount > 0 { waiting.append(stream.pieces) }
            stream.pieces = []
            return
        }
        waiting.append([injection])
        if stream.isHeld {
            held[HeldPort(way: stream.way, port: stream.port), default: HeardState()].hear(message, at: 0)
        }
    }

    /// Gives the loop what waits, as much as it has room for; true when it was given something and nothing waits now.
    func handOver(to ring: Ring<Injection>, _ hasGiven: inout Bool) -> Bool {
        var given = 0
        while given < waiting.count && ring.push(all: waiting[given]) { given += 1 }
        waiting.removeFirst(given)
        hasGiven = hasGiven || given > 0
        return given > 0 && waiting.isEmpty
    }
}

// MARK: - What it is told

extension ControlClient {
    /// The answer to a line of it. Where there is no room for it, since those before were not read, the connection ends.
    func reply(_ line: String) {
        if !answer(line) {
            refuse("\(BoxLimits.controlBacklog) bytes of answers were not read, the limit `controlBacklog`")
        }
    }

    /// The last that it is told: why it is not listened to any more.
    private func refuse(_ why: String) {
        if isGone || isEnding { return }
        output += Array("error \(why)\n".utf8)
        isEnding = true
        input = []
    }

    /// A recording, as fast as it reads.
    func tell(_ recording: RecordedLines) { self.recording = recording }

    /// A line for it; false when it has not read so much that there is no room.
    @discardableResult
    func answer(_ line: String) -> Bool {
        if isGone || output.count + line.utf8.count + 1 > BoxLimits.controlBacklog { return false }
        output += Array(line.utf8)
        output.append(UInt8(ascii: "\n"))
        return true
    }

    /// A line of what it watches; where there is no room it is counted, and told once there is.
    func show(_ line: String) {
        if missed > 0 && answer("missed \(missed)") { missed = 0 }
        if missed > 0 || !answer(line) { missed += 1 }
    }

    /// What the loop had no room for.
    func miss(_ count: Int) {
        missed += count
        if answer("missed \(missed)") { missed = 0 }
    }

    /// Writes as much as it takes now.
    func flush() {
        while !isGone {
            fill()
            if output.isEmpty { return }
            let sent = output.withUnsafeBytes { treadle_socket_send(descriptor, $0.baseAddress, $0.count) }
            if sent == -Int(EAGAIN) { return }
            if sent <= 0 {
                isGone = true
                isEnding = true
                (input, output, recording) = ([], [], nil)
            } else {
                output.removeFirst(sent)
            }
        }
    }

    /// The next lines of the recording, once those before are written.
    private func fill() {
        guard output.isEmpty, let lines = recording?.next() else { return }
        output = lines
        if !lines.isEmpty { return }
        recording = nil
        answer("ok")
    }
}
