import Compact

// What the box asks for its commands `code`, `browsers` and `token`: lines `ask N WORDS`, answered by requests
// `answer N …`.
extension WebAPI {
    /// Answers a line without its first word.
    func answer(ask line: ArraySlice<UInt8>) {
        guard let words = LineWords(line)?.words, let number = words.first?.text else { return }
        let rest = words.dropFirst().map { $0.text }
        do throws(AskProblem) {
            for line in try answer(rest) { link.ask("answer \(number) | \(line)", isUrgent: true) }
            link.ask("answer \(number) ok", isUrgent: true)
        } catch {
            link.ask("answer \(number) error \(error.message)", isUrgent: true)
        }
    }

    private struct AskProblem: Error {
        var message: String
    }

    private func answer(_ words: [String]) throws(AskProblem) -> [String] {
        switch (words.first ?? "", words.count) {
        case ("code", 1): return [try code(pairing.show(at: clock()), isShown: true)]
        case ("code", 2) where words[1] == "once": return [try code(pairing.printed(at: clock()), isShown: false)]
        case ("browsers", 1): return visitors.browsers.map { WebAPI.line($0) }
        case ("tokens", 1): return visitors.tokens.map { WebAPI.line($0) }
        case ("forget", 2):
            guard let number = Int(words[1]), let gone = visitors.forget(number, at: clock()) else {
                throw AskProblem(message: "no browser or token has the number \(words[1])")
            }
            end(gone)
            return []
        case ("token", 2): return [try token(words[1], isReader: false)]
        case ("token", 3) where words[2] == "read": return [try token(words[1], isReader: true)]
        default: throw AskProblem(message: "the page does not know this request")
        }
    }

    /// A code and the seconds for which it is valid: `482913 60`.
    private func code(_ asked: Pairing.Asked, isShown: Bool) throws(AskProblem) -> String {
        switch asked {
        case .show(let code, let seconds):
            if isShown { link.ask("code show \(code) \(seconds)", isUrgent: true) }
            return "\(code) \(seconds)"
        case .isShown(let seconds), .wait(let seconds):
            throw AskProblem(message: "no code can be made for \(seconds) s, because too many were wrong")
        }
    }

    private func token(_ name: String, isReader: Bool) throws(AskProblem) -> String {
        guard let added = visitors.addToken(name, isReader: isReader, on: .today, at: clock()) else {
            throw AskProblem(
                message: "a token's name is 1 to \(WebLimits.tokenName) bytes without control characters")
        }
        if let gone = added.gone { end(gone) }
        return added.secret
    }

    /// A visitor: `3 2026-03-09 2026-03-10 all iPhone, Safari`.
    private static func line(_ entry: Visitors.Entry) -> String {
        let visitor = entry.visitor
        let days = "\(entry.firstDay.text) \(entry.lastDay.text)"
        return "\(visitor.number) \(days) \(visitor.isReader ? "read" : "all") \(visitor.name)"
    }
}
