import CPlatform
import Compact
import Configuration
import MIDI

/// Learns values for browsers from what is played, as `treadle learn` does (M7). Nothing is written: the page sends the
/// value as an edit.
package final class WebLearning {
    /// A value that a browser learns.
    final class Task {
        let number: Int
        let stream: EventStream
        var learner: Learner
        /// The words with which the box measures an axis or a pedal, such as `tilt x`; nil for values of messages.
        let measure: String?

        init(_ number: Int, _ stream: EventStream, _ learner: Learner, measure: String?) {
            (self.number, self.stream, self.learner, self.measure) = (number, stream, learner, measure)
        }
    }

    /// Told of each stream that begins, so that it counts as one of the browser's.
    package var began: ((EventStream) -> Void)?
    private let files: FolderFiles
    private let link: BoxLink
    private var tasks: [Task] = []
    private var lastNumber = 0
    /// A parser for each port, since a SysEx arrives in pieces.
    private var parsers: [(port: String, parser: StreamParser)] = []

    init(_ files: FolderFiles, _ link: BoxLink) { (self.files, self.link) = (files, link) }

    /// Whether a browser learns a value from messages, so that the box must tell what comes in.
    package var needsMessages: Bool { tasks.contains { !$0.stream.isGone && $0.measure == nil } }

    /// Whether a browser learns a value. `advance` is then to be called at least once a second, to notice that it has
    /// gone.
    package var isActive: Bool { !tasks.isEmpty }

    /// When `advance` has something to do, in ns; `UInt64.max`: never.
    package var deadline: UInt64 {
        var deadline = UInt64.max
        for task in tasks { deadline = min(deadline, task.learner.deadline) }
        return deadline
    }

    /// Handles a message from a line `message …` of the box (`watch numbers`), without its first word:
    ///
    ///     81961.146 in "keys" 90 30 50
    ///     81961.146 in "footswitches" "switch A long = 127"
    package func hear(_ line: ArraySlice<UInt8>) {
        if !needsMessages { return }
        guard let words = LineWords(line)?.words, words.count > 3, words[1].text == "in",
            let time = LineWords.nanoseconds(words[0].text)
        else { return }
        hear(Array(words[3...]), from: words[2].text, at: time)
    }

    private func hear(_ words: [LineWords.Word], from port: String, at time: UInt64) {
        if words[0].isQuoted { return hear(own: words[0].text, at: time) }
        let packet = words.compactMap { LineWords.packetWord($0) }
        let source = index(of: port)
        if packet.count == words.count {
            let word: (Int) -> UInt32 = { $0 < packet.count ? packet[$0] : 0 }
            let message = Message(word(0), word(1), word(2), word(3))
            return forEachLearner { $0.hear(message, from: source, at: time) }
        }
        var messages: [Message] = []
        for byte in words.compactMap({ LineWords.byte($0) }) {
            parsers[source].parser.feed(byte) { messages.append($0) }
        }
        for message in messages { forEachLearner { $0.hear(message, from: source, at: time) } }
    }

    /// Handles a footswitch, a knob or an axis of the box: `switch A long = 127`.
    private func hear(own text: String, at time: UInt64) {
        let words = text.split(separator: "=")
        guard words.count == 2, let value = Int(String(words[1].dropFirst())) else { return }
        let name = String(words[0].dropLast())
        // Only a press counts, not a release.
        if name.utf8.starts(with: "switch ".utf8) && value == 0 { return }
        forEachLearner { $0.hear(own: name, value: value, at: time) }
    }

    /// Accepts values after which nothing came for a while, and forgets browsers that have gone.
    ///
    /// - Parameter now: nanoseconds of the box's clock; everything before was heard.
    package func advance(to now: UInt64) {
        for task in tasks where task.measure == nil {
            if let text = task.learner.advance(to: now) { finish(task, text) }
        }
        for task in tasks where task.stream.isGone { end(task) }
        if tasks.isEmpty { parsers = [] }
    }

    private func index(of port: String) -> Int {
        if let index = parsers.firstIndex(where: { $0.port == port }) { return index }
        parsers.append((port, StreamParser()))
        return parsers.count - 1
    }

    private func forEachLearner(_ hear: (inout Learner) -> Learner.Outcome) {
        for task in tasks where task.measure == nil && !task.stream.isGone {
            switch hear(&task.learner) {
            case .ignored: break
            case .half(let text), .follows(let text): tell(task, text, isDone: false)
            case .learnt(let text): finish(task, text)
            }
        }
    }
}

// MARK: - Requests

extension WebLearning {
    /// Answers `GET learn?at=PLACE` with events, and `POST learn/NUMBER`, which takes the value at once.
    func handle(_ exchange: WebExchange, _ rest: [String]) {
        if rest.isEmpty && exchange.request.method == .get { return begin(exchange) }
        if rest.isEmpty { return exchange.refuseMethod(allowing: "GET") }
        guard rest.count == 1, let number = Int(rest[0]), let task = tasks.first(where: { $0.number == number }),
            task.stream.visitor == exchange.visitor
        else { return exchange.refuse(FileRefusal(404, "no-such-task", "nothing is learnt under this number")) }
        if exchange.request.method != .post { return exchange.refuseMethod(allowing: "POST") }
        sendLearnt(task, exchange)
    }

    private func begin(_ exchange: WebExchange) {
        do throws(FileRefusal) {
            guard let at = exchange.request.parameter("at"), !at.isEmpty, let visitor = exchange.visitor else {
                throw .malformed("`at` names no place, such as presets.Verse.routings.1.restrict.notes")
            }
            for task in tasks where task.stream.isGone { end(task) }
            if tasks.count >= FilesLimits.learners {
                let why = "\(FilesLimits.learners) values are learnt already"
                return exchange.answer(.tooMany(why, retryAfter: 1))
            }
            let place: LearnPlace
            do throws(LearnPlace.Problem) {
                place = try LearnPlace(path: files.configuration, at: at, drafts: files.present)
            } catch {
                throw FileRefusal(422, "not-learnable", error.message)
            }
            lastNumber += 1
            let learner = Learner(place.kind, middleC: place.middleC, language: place.language)
            let measure = WebLearning.measure(place.kind)
            let task = Task(lastNumber, EventStream(visitor: visitor), learner, measure: measure)
            if let measure {
                link.ask(measure, then: { [self] answer in begin(task, answer, exchange) })
            } else {
                begin(task, exchange)
            }
        } catch {
            exchange.refuse(error)
        }
    }

    private func begin(_ task: Task, _ answer: BoxAnswer, _ exchange: WebExchange) {
        if answer.kind == .missing { return exchange.refuse(.noAnswer) }
        if !answer.isOk { return exchange.refuse(FileRefusal(409, "not-learnable", answer.text)) }
        begin(task, exchange)
    }

    private func begin(_ task: Task, _ exchange: WebExchange) {
        // The browser may have gone while the box was asked.
        if exchange.isAnswered { return end(task) }
        tasks.append(task)
        var json = JSON()
        json.beginObject()
        json.member("id", task.number)
        json.member("text", task.learner.title)
        json.member("request", task.learner.request)
        json.endObject()
        task.stream.send(WebLearning.event("task", json))
        exchange.finish(.stream(task.stream))
        began?(task.stream)
    }

    /// The words with which the box measures what no message carries: the angle of an axis, the voltage of a pedal.
    private static func measure(_ kind: Learner.Kind) -> String? {
        switch kind {
        case .tilt(let axis): "tilt \(["x", "y", "z"][axis])"
        case .pedal(let index): "pedal \(index + 1)"
        default: nil
        }
    }

    private func sendLearnt(_ task: Task, _ exchange: WebExchange) {
        if task.measure == nil {
            guard let text = task.learner.take() else {
                return exchange.refuse(FileRefusal(409, "nothing-learnt", "nothing was played yet that fits"))
            }
            finish(task, text)
            return exchange.answer(WebLearning.value(text))
        }
        askForRange(task) { [self] answer in
            if answer.kind == .missing { return exchange.refuse(.noAnswer) }
            if !answer.isOk {
                drop(task)
                return exchange.refuse(FileRefusal(409, "nothing-learnt", answer.text))
            }
            finish(task, answer.text)
            exchange.answer(WebLearning.value(answer.text))
        }
    }

    /// Ends the box's measuring. Its answer is the range.
    private func askForRange(_ task: Task, then: @escaping (BoxAnswer) -> Void) {
        let isPedal = task.measure?.utf8.starts(with: "pedal".utf8) ?? false
        link.ask(isPedal ? "pedal end" : "tilt end", then: then)
    }

    private static func value(_ text: String) -> WebAnswer {
        .json(.object([JSONMember(name: "text", value: .string(text))]))
    }
}

// MARK: - Events

extension WebLearning {
    private func tell(_ task: Task, _ text: String, isDone: Bool) {
        var json = JSON()
        json.beginObject()
        json.member("text", text)
        json.member("done", isDone)
        json.endObject()
        let event = WebLearning.event("value", json)
        // A browser that does not read misses values but for the last.
        if isDone || !task.stream.isFull(for: event.count) { task.stream.send(event) }
    }

    private func finish(_ task: Task, _ text: String) {
        tell(task, text, isDone: true)
        drop(task)
    }

    private func drop(_ task: Task) {
        task.stream.end()
        tasks.removeAll { $0 === task }
    }

    /// Ends a task whose browser has gone, without a value.
    private func end(_ task: Task) {
        drop(task)
        if task.measure != nil { askForRange(task) { _ in } }
    }

    private static func event(_ name: String, _ json: JSON) -> [UInt8] {
        Array("event: \(name)\ndata: ".utf8) + json.bytes + [10, 10]
    }
}
