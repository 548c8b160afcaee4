import CPlatform
import Compact
import Host

/// The page's process (W1): serves browsers by HTTP and speaks to the box. One thread waits for both.
package final class WebServer {
    private let link: BoxLink
    private let http: HTTPServer
    private let api: WebAPI
    private let messages: MessageFeed
    /// Whether the greeting of the box is over.
    private var isReady = false

    private enum Wake {
        case box, browsers, signals
    }

    /// The connection to the box, and the listening socket that the box has bound.
    private static let (box, listener): (Int32, Int32) = (0, 3)
    /// Nanoseconds in which browsers are told that the box ends.
    private static let farewell: UInt64 = 200_000_000

    /// Runs until the box ends the connection. Returns the exit status.
    package static func run(_ options: WebOptions) -> ExitStatus {
        // A signal is to end this process in order, so that browsers are told.
        let signals = treadle_signal_descriptor()
        treadle_ignore_lost_readers()
        _ = treadle_never_wait(box)
        treadle_become_background()
        var options = options
        options.openFolders()
        let confined = treadle_confine(Int32(TREADLE_CONFINED_WEB))
        if confined < 0 {
            Console.error("treadle: web: \(String(cString: treadle_error_message(confined)))\n")
            return .unusable
        }
        UpkeepTasks.removeUploads(from: options.uploads)
        let folder = StateFolder.folder(of: options.path)
        if access(folder, X_OK) < 0 {
            let why = "other users may not enter \(folder.visible), or a folder above it"
            Console.error("treadle: page: it cannot show files: \(why)\n")
        }
        guard
            let http = HTTPServer(
                listener: listener, headers: RequestCheck.answerHeaders, uploadFolder: options.uploads)
        else {
            Console.error("treadle: web: the listening socket cannot be served\n")
            return .unusable
        }
        let server = WebServer(BoxLink(box), http, options)
        server.serve(signals)
        server.end()
        return .done
    }

    init(_ link: BoxLink, _ http: HTTPServer, _ options: WebOptions) {
        (self.link, self.http) = (link, http)
        api = WebAPI(link, options, epoch: WebServer.epoch, clock: { treadle_now() })
        messages = MessageFeed(link)
        http.admit = { [api] in api.settings.allow?.contains($0) ?? false }
        http.judge = { [api] in api.judge($0) }
        http.handle = { [api] in api.handle($0) }
        http.ended = { [api] in api.doing.letGo(ofConnection: $0) }
        link.heard = { [self] in hear($0) }
    }

    /// The hash of the assets, and a number of this process.
    private static var epoch: String {
        var number = [UInt8](repeating: 0, count: 8)
        _ = treadle_random(&number, number.count)
        return PageAssets.hash + "-" + String(decoding: number.map { $0 & 15 + 0x61 }, as: UTF8.self)
    }

    private func serve(_ signals: Int32) {
        while !link.hasEnded {
            var waited = PollSet<Wake>()
            waited.add(.box, link.descriptor, link.hasOutput ? .readingAndWriting : .reading)
            waited.add(.browsers, http.descriptor)
            waited.add(.signals, signals)
            let ready = waited.wait(waitingTime(at: treadle_now()))
            if ready.contains(.signals) && treadle_signal_next(signals) != 0 { return }
            if ready.contains(.box) {
                link.receive()
                link.flush()
            }
            turn(at: treadle_now())
        }
    }

    /// Does all that is due.
    private func turn(at now: UInt64) {
        link.serve(at: now)
        api.doing.serve(at: now)
        api.feed.serve(at: now)
        if api.files.learning.isActive { api.files.learning.advance(to: now) }
        api.visitors.write(at: now)
        api.streams.serve(at: now)
        http.turn()
        messages.want(api.streams.wish, learns: api.files.learning.needsMessages)
    }

    /// Milliseconds until something is due; -1 for no limit.
    private func waitingTime(at now: UInt64) -> Int32 {
        var next = min(link.deadline, api.doing.deadline, api.feed.deadline)
        next = min(next, api.streams.deadline(at: now))
        if api.files.learning.isActive {
            next = min(next, api.files.learning.deadline, now + LiveLimits.aliveTime)
        }
        let time = http.waitingTime
        if next == UInt64.max { return time }
        let milliseconds = next <= now ? 0 : Int32(min((next - now + 999_999) / 1_000_000, 60_000))
        return time < 0 ? milliseconds : min(time, milliseconds)
    }

    /// Tells all browsers that the box ends, and gives them a moment to read it.
    private func end() {
        api.visitors.write(at: treadle_now(), isEnd: true)
        let ended = api.streams.endAll()
        let last = treadle_now() + WebServer.farewell
        while treadle_now() < last {
            http.turn()
            if ended.allSatisfy({ $0.waiting.isEmpty || $0.isGone }) { return }
            _ = PollSet.isReadable(http.descriptor, within: 10)
        }
    }

    // MARK: - Lines of the box

    private func hear(_ line: ArraySlice<UInt8>) {
        let word = line.prefix { $0 != UInt8(ascii: " ") }
        let rest = line.dropFirst(word.count + 1)
        switch String(decoding: word, as: UTF8.self) {
        case "state": api.feed.accept(rest, isWhole: true)
        case "change": api.feed.accept(rest, isWhole: false)
        case "message":
            if let message = LiveMessage(rest) { api.streams.hear(message) }
            api.files.learning.hear(rest)
        case "missed": api.streams.miss(Int(String(decoding: rest, as: UTF8.self)) ?? 0)
        case "files" where isReady: tellFiles(rest)
        case "alive": link.ask("alive", isUrgent: true)
        case "ask": api.answer(ask: rest)
        case "http": apply(setting: rest)
        case "upkeep": api.files.upkeep.hear(String(decoding: rest, as: UTF8.self))
        case "notes": apply(notes: rest)
        case "ready": isReady = true
        default: break
        }
    }

    private func tellFiles(_ line: ArraySlice<UInt8>) {
        guard let words = LineWords(line)?.words, let who = words.first?.text else { return }
        api.streams.tellFiles(words.dropFirst().map { $0.text }, by: who)
    }

    private func apply(setting line: ArraySlice<UInt8>) {
        switch api.settings.read(line) {
        case .nothing: break
        case .allow: http.close { [api] in api.settings.allow?.contains($0) != true }
        case .identity: api.visitors.identity = api.settings.identity
        }
    }

    private func apply(notes line: ArraySlice<UInt8>) {
        guard let words = LineWords(line)?.words, words.count == 2 else { return }
        api.notes.language = UInt8(words[0].text) ?? 0
        api.notes.middleC = Int(words[1].text) ?? 4
    }
}
