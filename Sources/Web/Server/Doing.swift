import Compact

/// Does what browsers want done, by requests of the box's socket.
final class Doing {
    private let link: BoxLink
    private let clock: () -> UInt64
    /// The aliases of the ports in the order of their numbers.
    var ports: () -> [String] = { [] }
    /// Reads messages that are written in words, for a port.
    var sentText: (_ text: String, _ port: String) -> SentText = { _, _ in .bad("words are not read here") }
    /// Whether a browser has a stream, by whose end it lets go what it holds.
    var hasStream: (WebVisitor) -> Bool = { _ in false }
    private var holds = Holds()

    /// Notes whose lengths are written, and when they end.
    private var later: [(at: UInt64, part: PlayedPart)] = []

    /// Who asks, and by which connection of HTTP.
    struct Origin {
        let visitor: WebVisitor
        let connection: Int
    }

    /// A message on its way to the box.
    private struct PlayedPart {
        let port: String
        let isSent: Bool
        let message: PlayedMessage
        let origin: Origin

        var isBeginning: Bool { if case .begins = message.effect { true } else { false } }
    }

    init(_ link: BoxLink, clock: @escaping () -> UInt64) { (self.link, self.clock) = (link, clock) }

    /// Does several things in order. `done` gets nil, or the first refusal, after which nothing more is done.
    func perform(_ texts: [String], _ origin: Origin, _ done: @escaping (DoRefusal?) -> Void) {
        perform(texts, from: 0, origin, done)
    }

    private func perform(
        _ texts: [String], from index: Int, _ origin: Origin, _ done: @escaping (DoRefusal?) -> Void
    ) {
        if index == texts.count { return done(nil) }
        perform(texts[index], origin) { refusal in
            guard var refusal else { return self.perform(texts, from: index + 1, origin, done) }
            refusal.index = index
            done(refusal)
        }
    }

    private func perform(_ text: String, _ origin: Origin, _ done: @escaping (DoRefusal?) -> Void) {
        do throws(DoRefusal) {
            let step = try DoStep(text)
            switch step {
            case .action(let words) where ["save", "undo", "revert"].contains(words):
                askDrafts(words, origin, done)
            case .action(let words):
                let verb = LineWords(Array(words.utf8)[...])?.words.first?.text ?? ""
                ask("do \(words)", verb, isUrgent: step.isUrgent, done)
            case .footswitch(let name, let isDown): press(name, isDown, origin, done)
            case .messages(let port, let isSent, let messages):
                _ = try number(of: port)
                give(messages.map { PlayedPart(port: port, isSent: isSent, message: $0, origin: origin) }, done)
            case .sentWords(let port, let text): try send(text, port, origin, done)
            }
        } catch {
            done(error)
        }
    }

    /// Does a tap that counts at a time, in nanoseconds of the box's clock.
    func tap(at time: UInt64, _ done: @escaping (DoRefusal?) -> Void) { ask("tap \(time)", "tap", done) }

    /// Asks the box. `verb` names what is refused.
    private func ask(_ line: String, _ verb: String, isUrgent: Bool = false, _ done: @escaping (DoRefusal?) -> Void) {
        link.ask(line, isUrgent: isUrgent) { done($0.isOk ? nil : DoRefusal($0, to: verb)) }
    }

    /// Saves, takes back or drops drafts and what was changed by hand: on the page they are one row of changes (W13).
    private func askDrafts(_ verb: String, _ origin: Origin, _ done: @escaping (DoRefusal?) -> Void) {
        link.ask("draft \(verb) \(LineWords.quoted(origin.visitor.name))") { answer in
            let isNothing = !answer.isOk && answer.text.utf8.starts(with: "nothing ".utf8)
            // Saving drafts saves all; taking back a draft takes back nothing else.
            if isNothing || answer.isOk && verb == "revert" { return self.ask("do \(verb)", verb, done) }
            done(answer.isOk ? nil : DoRefusal(answer, to: verb))
        }
    }

    private func number(of port: String) throws(DoRefusal) -> Int {
        if let number = ports().firstIndex(of: port) { return number }
        throw DoRefusal(400, "no-such-port", "no port is called '\(port)'")
    }

    private func press(_ name: String, _ isDown: Bool, _ origin: Origin, _ done: @escaping (DoRefusal?) -> Void) {
        let thing = Holds.Thing.footswitch(name)
        if isDown {
            holds.begin(thing, .footswitch(name), by: origin.visitor, connection: origin.connection)
        } else if !holds.end(thing, by: origin.visitor) {
            // Another browser holds it.
            return done(nil)
        }
        ask("switch \(LineWords.quoted(name)) \(isDown ? "down" : "up")", "switch") { refusal in
            if isDown && refusal != nil { _ = self.holds.end(thing, by: origin.visitor) }
            done(refusal)
        }
    }
}

// MARK: - Messages

extension Doing {
    /// Sends messages that are written in words. Their notes end after their lengths.
    private func send(
        _ text: String, _ port: String, _ origin: Origin, _ done: @escaping (DoRefusal?) -> Void
    ) throws(DoRefusal) {
        _ = try number(of: port)
        let parts: [SentText.Part]
        switch sentText(text, port) {
        case .bad(let problem): throw .badWords(problem)
        case .good(let read): parts = read
        }
        var (given, ends) = ([] as [PlayedPart], [] as [(at: UInt64, part: PlayedPart)])
        let now = clock()
        for part in parts {
            given += Doing.messages(part.words).map {
                PlayedPart(port: port, isSent: true, message: $0, origin: origin)
            }
            for message in Doing.messages(part.release) {
                let end = PlayedPart(port: port, isSent: true, message: message, origin: origin)
                ends.append((now + part.after, end))
            }
        }
        give(given) { refusal in
            if refusal == nil { self.later += ends }
            done(refusal)
        }
    }

    private static func messages(_ words: String) -> [PlayedMessage] {
        PlayedMessage.read((LineWords(Array(words.utf8)[...])?.words ?? [])[...]) ?? []
    }

    /// Gives the box messages in their order, each as a line. `done` is called when all are answered.
    private func give(_ parts: [PlayedPart], _ done: @escaping (DoRefusal?) -> Void) {
        if parts.count + holds.count + later.count > LinkLimits.held && parts.contains(where: { $0.isBeginning }) {
            return done(DoRefusal(409, "too-many-held", "\(LinkLimits.held) notes and controllers are held already"))
        }
        let lines = parts.compactMap { line($0) }
        if lines.isEmpty { return done(nil) }
        var (left, refusal) = (lines.count, nil as DoRefusal?)
        for line in lines {
            ask(line, "play") {
                refusal = refusal ?? $0
                left -= 1
                if left == 0 { done(refusal) }
            }
        }
    }

    /// The line for a message; nil if it ends a note that another holds, or if its port has gone.
    private func line(_ part: PlayedPart) -> String? {
        guard let number = try? number(of: part.port) else { return nil }
        switch part.message.effect {
        case .none: return "\(part.isSent ? "send" : "play") \(number) \(part.message.words)"
        case .begins(let held, let release):
            holds.begin(
                .sound(port: part.port, isSent: part.isSent, held),
                .message(port: part.port, isSent: part.isSent, words: release), by: part.origin.visitor,
                connection: part.origin.connection)
        case .ends(let held):
            let thing = Holds.Thing.sound(port: part.port, isSent: part.isSent, held)
            if !holds.end(thing, by: part.origin.visitor) { return nil }
        }
        // What was sent by `hold` is released when this process ends.
        return "\(part.isSent ? "hold" : "play") \(number) \(part.message.words)"
    }
}

// MARK: - Releasing

extension Doing {
    /// Lets go what a browser holds whose last stream has ended.
    func letGo(of visitor: WebVisitor) { tell(holds.releaseAll(of: visitor)) }

    /// Lets go what came by a connection of HTTP that has ended, of those who have no stream.
    func letGo(ofConnection connection: Int) { tell(holds.releaseAll(ofConnection: connection, besides: hasStream)) }

    private func tell(_ releases: [Holds.Release]) {
        for release in releases {
            switch release {
            case .footswitch(let name): link.ask("switch \(LineWords.quoted(name)) up", isUrgent: true)
            case .message(let port, let isSent, let words):
                guard let number = try? number(of: port) else { continue }
                link.ask("\(isSent ? "hold" : "play") \(number) \(words)", isUrgent: true)
            }
        }
    }

    /// When the next note ends, in nanoseconds; `UInt64.max` if none does.
    var deadline: UInt64 { later.reduce(UInt64.max) { min($0, $1.at) } }

    /// Ends the notes whose lengths are over.
    func serve(at now: UInt64) {
        if deadline > now { return }
        let due = later.filter { $0.at <= now }
        later.removeAll { $0.at <= now }
        give(due.map { $0.part }) { _ in }
    }
}
