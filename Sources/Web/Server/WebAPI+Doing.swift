import Compact

// What browsers do with the box (api.md, "Doing").
extension WebAPI {
    /// `POST do {"do": "…"}`, `{"do": ["…", "…"]}` or `{"do": "tap", "time": …}`: 204, or the first refusal.
    func perform(_ exchange: WebExchange) {
        guard let body = object(exchange, with: ["do", "time"]) else { return }
        guard let visitor = exchange.visitor else { return }
        guard let texts = WebAPI.texts(body["do"]) else {
            let what = "`do` is a text, or a list of 1 to \(LinkLimits.steps) texts"
            return exchange.answer(DoRefusal.badWords(what).answer)
        }
        if let time = body["time"] { return tap(body["do"]?.text, at: time, exchange) }
        let origin = Doing.Origin(visitor: visitor, connection: exchange.connection)
        // Ports are named by their numbers, which the state tells.
        if !texts.contains(where: { WebAPI.namesPort($0) }) { return perform(texts, origin, exchange) }
        feed.use(at: clock()) { [self] isKnown in
            if isKnown { perform(texts, origin, exchange) } else { exchange.answer(DoRefusal.noAnswer.answer) }
        }
    }

    /// A tap that counts when the browser saw it (W11).
    private func tap(_ text: String?, at time: JSONValue, _ exchange: WebExchange) {
        guard text == "tap" else {
            return exchange.answer(DoRefusal.badWords("`time` is only possible with `tap`").answer)
        }
        guard let nanoseconds = WebAPI.nanoseconds(time) else {
            return exchange.answer(DoRefusal.badWords("`time` is milliseconds of the box's clock: 81961.146").answer)
        }
        doing.tap(at: nanoseconds) { exchange.answer($0?.answer ?? WebAnswer(204)) }
    }

    /// A time in milliseconds; nil for another value, a negative one, or a number with an exponent.
    private static func nanoseconds(_ time: JSONValue) -> UInt64? {
        switch time {
        case .number(let number): LineWords.nanoseconds("\(number)")
        case .decimal(let text): LineWords.nanoseconds(text)
        default: nil
        }
    }

    private func perform(_ texts: [String], _ origin: Doing.Origin, _ exchange: WebExchange) {
        doing.perform(texts, origin) { exchange.answer($0?.answer ?? WebAnswer(204)) }
    }

    /// Whether the request does nothing but end all notes: it is never refused as one too many (W3).
    func isPanic(_ exchange: WebExchange) -> Bool {
        guard exchange.request.resource.elementsEqual(["do"]), exchange.request.body.count < 64 else { return false }
        let body = JSONReader.value(of: exchange.request.body, depth: WebLimits.jsonDepth)
        return body?["do"]?.text == "panic"
    }

    private static func texts(_ value: JSONValue?) -> [String]? {
        if let text = value?.text { return [text] }
        guard let items = value?.items, 1...LinkLimits.steps ~= items.count else { return nil }
        let texts = items.compactMap { $0.text }
        return texts.count == items.count ? texts : nil
    }

    private static func namesPort(_ text: String) -> Bool {
        let verb = text.utf8.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
        return verb.elementsEqual("play".utf8) || verb.elementsEqual("send".utf8)
    }
}
