import Compact

// Pairing, browsers and tokens (W4, W7).
extension WebAPI {
    /// `GET hello`: all that a stranger learns.
    func tellHello(_ exchange: WebExchange) {
        let members = [
            JSONMember(name: "treadle", value: .number(1)), JSONMember(name: "name", value: .string(settings.name)),
            JSONMember(name: "paired", value: .bool(exchange.visitor != nil)),
        ]
        exchange.answer(.json(.object(members)))
    }

    /// `POST pair {}` has the display show a code, `POST pair {"code": "482913"}` gives the browser its cookie.
    func pair(_ exchange: WebExchange) {
        guard let body = object(exchange, with: ["code"]) else { return }
        guard let given = body["code"] else { return answer(exchange, pairing.ask(at: clock())) }
        let tried = pairing.enter(given.text ?? "", at: clock())
        if case .ended = tried { link.ask("code end") }
        guard let refusal = tried.refusal else { return admit(exchange) }
        exchange.answer(refusal)
    }

    private func admit(_ exchange: WebExchange) {
        link.ask("code end")
        let added = visitors.addBrowser(exchange.request.header("user-agent"), on: .today, at: clock())
        if let gone = added.gone { end(gone, "\(gone.name) was forgotten") }
        var answer = WebAnswer(204)
        answer.headers = [visitors.cookie(added.secret), .init("cache-control", "no-store")]
        exchange.answer(answer)
    }

    /// `POST browsers`: the display shows a code for another browser.
    func showCode(_ exchange: WebExchange) { answer(exchange, pairing.show(at: clock())) }

    private func answer(_ exchange: WebExchange, _ asked: Pairing.Asked) {
        if case .show(let code, let seconds) = asked { link.ask("code show \(code) \(seconds)") }
        exchange.answer(asked.answer)
    }

    /// `DELETE browsers/ID`, `DELETE tokens/ID`.
    func forget(_ exchange: WebExchange, _ id: String, isToken: Bool) {
        let list = isToken ? visitors.tokens : visitors.browsers
        guard let number = Int(id), list.contains(where: { $0.visitor.number == number }),
            let gone = visitors.forget(number, at: clock())
        else { return exchange.answer(.error(404, "not-found", "no \(isToken ? "token" : "browser") has this number")) }
        exchange.answer(WebAnswer(204))
        end(gone)
    }

    /// `POST tokens {"name": "desk", "read": true}`: a token, shown once.
    func makeToken(_ exchange: WebExchange) {
        guard let body = object(exchange, with: ["name", "read"]) else { return }
        let isReader = body["read"] ?? .bool(false)
        guard let name = body["name"]?.text, let isReader = isReader.flag,
            let added = visitors.addToken(name, isReader: isReader, on: .today, at: clock())
        else {
            let what = "`name` is 1 to \(WebLimits.tokenName) bytes without control characters, `read` true or false"
            return exchange.answer(.error(400, "malformed", what))
        }
        if let gone = added.gone { end(gone) }
        let members = [
            JSONMember(name: "token", value: .string(added.secret)),
            JSONMember(name: "id", value: .number(added.visitor.number)),
        ]
        exchange.answer(.json(.object(members)))
    }

    /// Ends the streams of a visitor that was forgotten, and what it holds.
    func end(_ visitor: WebVisitor, _ said: String? = nil) {
        streams.forget(visitor)
        doing.letGo(of: visitor)
        if let said { link.ask("said \(said)") }
    }
}
