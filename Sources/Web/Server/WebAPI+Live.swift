import Compact

// The live state of the box (W8).
extension WebAPI {
    /// `GET state`.
    func tellState(_ exchange: WebExchange) {
        feed.use(at: clock()) { [streams] isKnown in
            guard isKnown, let state = streams.live.value else { return exchange.answer(BoxAnswer.unanswered) }
            exchange.answer(.json(state))
        }
    }

    /// `GET events`: a stream, with messages if `?messages=all` or `in` asks for them, at one port if `&port=` names
    /// it.
    func beginEvents(_ exchange: WebExchange) {
        guard let visitor = exchange.visitor else { return }
        let request = exchange.request
        if request.method == .head { return exchange.answer(.wrongMethod("GET")) }
        var wish: MessageWish?
        switch request.parameter("messages") {
        case nil, "": break
        case "all": wish = MessageWish(inputsOnly: false, port: request.parameter("port"))
        case "in": wish = MessageWish(inputsOnly: true, port: request.parameter("port"))
        case let other?:
            return exchange.answer(.error(400, "malformed", "`messages` is all or in, not `\(other)`"))
        }
        let stream = EventStream(visitor: visitor)
        exchange.finish(.stream(stream))
        streams.follow(stream, wish, at: clock())
        feed.use(at: clock()) { _ in }
    }

    /// `GET timing`: the histograms of the last minute, as the box tells them.
    func tellTiming(_ exchange: WebExchange) {
        link.ask("timing") { answer in
            if answer.kind == .missing { return exchange.answer(BoxAnswer.unanswered) }
            guard answer.isOk, let line = answer.lines.first else {
                return exchange.answer(.error(409, "not-measured", answer.text))
            }
            var told = WebAnswer.json(.null)
            told.body = Array(line.utf8)
            exchange.answer(told)
        }
    }
}
