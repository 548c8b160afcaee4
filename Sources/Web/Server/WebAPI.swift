import Compact
import CPlatform

/// The requests of the API under `/api/1/`, and the files of the page (docs/reference/API.md).
final class WebAPI {
    let link: BoxLink
    let streams: LiveStreams
    let feed: StateFeed
    let doing: Doing
    let files: FilesAPI
    let options: WebOptions
    let clock: () -> UInt64
    var settings = PageSettings()
    var notes = NoteWords()
    var pairing = Pairing()
    /// Read when the box has told its identity.
    var visitors: Visitors
    private var rate = ChangeRate()
    /// The number of the last file with a recording.
    var lastRecording = 0
    /// Whether the box is telling a recording.
    var isRecordingRead = false

    init(_ link: BoxLink, _ options: WebOptions, epoch: String, clock: @escaping () -> UInt64) {
        (self.link, self.options, self.clock) = (link, options, clock)
        streams = LiveStreams(epoch: epoch)
        feed = StateFeed(link, streams)
        doing = Doing(link, clock: clock)
        visitors = Visitors(in: options.state, identity: "")
        files = FilesAPI(
            configuration: options.path, drafts: options.drafts, incoming: options.incoming, uploads: options.uploads,
            link: link)
        doing.ports = { [self] in streams.live.ports }
        doing.hasStream = { [self] in streams.hasStream(of: $0) }
        doing.sentText = { [self] in self.options.sentText($0, $1, notes) }
        streams.gone = { [self] in doing.letGo(of: $0) }
    }

    /// Checks a request whose header was read, before its body is (W4, W5). A refusal is answered at once.
    func judge(_ exchange: WebExchange) {
        let request = exchange.request
        let visitor = visitors.find(request, on: .today, at: clock())
        let refusal =
            RequestCheck.judge(request, hosts: settings.hosts, isToken: visitor?.isToken ?? false)
            ?? RequestCheck.judge(request, of: visitor)
        exchange.visitor = visitor
        if let refusal { exchange.answer(refusal) }
    }

    /// Answers a request that was judged and whose body is whole.
    func handle(_ exchange: WebExchange) {
        let request = exchange.request
        if !request.isAPI { return handlePage(exchange) }
        if let visitor = exchange.visitor, request.isChange, !isPanic(exchange) {
            guard rate.allows(visitor.number, at: clock()) else {
                return exchange.answer(.tooMany("too many changes in a second", retryAfter: 1))
            }
        }
        let path = Array(request.resource)
        switch (path.first ?? "", path.count) {
        case ("hello", 1): read(exchange, tellHello)
        case ("pair", 1): post(exchange, pair)
        case ("state", 1): read(exchange, tellState)
        case ("events", 1): read(exchange, beginEvents)
        case ("about", 1): read(exchange, tellAbout)
        case ("timing", 1): read(exchange, tellTiming)
        case ("recorder", 1): read(exchange, tellRecording)
        case ("recorder.txt", 1): read(exchange) { self.sendRecording($0, .script) }
        case ("recorder.mid", 1): read(exchange) { self.sendRecording($0, .midiFile) }
        case ("do", 1): post(exchange, perform)
        case ("browsers", 1): post(exchange, showCode)
        case ("browsers", 2): delete(exchange) { self.forget($0, path[1], isToken: false) }
        case ("wifi", 2) where path[1] == "code": read(exchange, tellWiFiCode)
        case ("bluetooth", 1): post(exchange, allowPairing)
        case ("bluetooth", 2): delete(exchange) { self.forgetPeer($0, path[1]) }
        case ("tokens", 1): post(exchange, makeToken)
        case ("tokens", 2): delete(exchange) { self.forget($0, path[1], isToken: true) }
        case ("files", _), ("check", _), ("presets", _), ("setlists", _), ("learn", _), ("backup.tar", _),
            ("restore", _), ("update", _):
            countStream(of: exchange)
            files.handle(exchange, path)
        default: exchange.answer(.error(404, "not-found", "the API has nothing of this name"))
        }
    }

    /// Counts a stream with which the request may be answered, such as that of learning (W3).
    private func countStream(of exchange: WebExchange) {
        let deliver = exchange.deliver
        exchange.deliver = { [streams, clock] answer in
            if case .stream(let stream) = answer { streams.join(stream, at: clock()) }
            deliver?(answer)
        }
    }

    private func handlePage(_ exchange: WebExchange) {
        let request = exchange.request
        if request.isChange { return exchange.answer(.wrongMethod("GET, HEAD")) }
        if let asset = PageAssets.find(path: request.target) { return exchange.answer(asset.answer(to: request)) }
        exchange.answer(.error(404, "not-found", "the page has no file of this name"))
    }

    private func read(_ exchange: WebExchange, _ body: (WebExchange) -> Void) {
        if exchange.request.isChange { exchange.answer(.wrongMethod("GET, HEAD")) } else { body(exchange) }
    }

    private func post(_ exchange: WebExchange, _ body: (WebExchange) -> Void) {
        if exchange.request.method == .post { body(exchange) } else { exchange.answer(.wrongMethod("POST")) }
    }

    private func delete(_ exchange: WebExchange, _ body: (WebExchange) -> Void) {
        if exchange.request.method == .delete { body(exchange) } else { exchange.answer(.wrongMethod("DELETE")) }
    }

    /// The body as an object with no other members than `names`; nil, after an answer, if it is none (400).
    func object(_ exchange: WebExchange, with names: [String]) -> JSONValue? {
        let value = JSONReader.value(
            of: exchange.request.body, depth: WebLimits.jsonDepth, values: WebLimits.jsonValues)
        guard let value, case .object(let members) = value else {
            exchange.answer(.error(400, "malformed", "the body is no JSON object"))
            return nil
        }
        for (index, member) in members.enumerated() {
            let isTwice = members[..<index].contains { $0.name == member.name }
            if isTwice || !names.contains(member.name) {
                let what = isTwice ? "appears twice" : "is no key of this request"
                exchange.answer(.error(400, "malformed", "`\(member.name)` \(what)"))
                return nil
            }
        }
        return value
    }
}
