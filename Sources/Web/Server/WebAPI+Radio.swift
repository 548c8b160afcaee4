import Compact

// The radios of the box: the QR code of its access point (L6), and who has paired by Bluetooth (B16).
extension WebAPI {
    /// `GET wifi/code`: the name of the access point, and the rows of the code's modules, `1` for a dark one.
    func tellWiFiCode(_ exchange: WebExchange) {
        // Who reads the code can join, so it is for people whom the player has paired, not for programs.
        if exchange.visitor?.isToken ?? true {
            return exchange.answer(.error(403, "browsers-only", "only a paired browser may have the code"))
        }
        link.ask("wifi code") { answer in
            if answer.kind == .missing { return exchange.answer(BoxAnswer.unanswered) }
            guard answer.isOk else { return exchange.answer(.error(409, "no-access-point", answer.text)) }
            let members = [
                JSONMember(name: "name", value: .string(answer.text)),
                JSONMember(name: "rows", value: .array(answer.lines.map { .string($0) })),
            ]
            exchange.answer(.json(.object(members)))
        }
    }

    /// `POST bluetooth`: new devices may pair for two minutes (B4).
    func allowPairing(_ exchange: WebExchange) { pass("bluetooth pair", exchange) }

    /// `DELETE bluetooth/ADDRESS`: forgets a device that has paired, by its name or address.
    func forgetPeer(_ exchange: WebExchange, _ name: String) {
        // `all` forgets all devices.
        if name == "all" { return exchange.answer(.error(404, "not-found", "no device has this address")) }
        pass("bluetooth forget \(LineWords.quoted(name))", exchange)
    }

    private func pass(_ line: String, _ exchange: WebExchange) {
        link.ask(line) { answer in
            if answer.kind == .missing { return exchange.answer(BoxAnswer.unanswered) }
            exchange.answer(answer.isOk ? WebAnswer(204) : .error(409, "refused", answer.text))
        }
    }
}
