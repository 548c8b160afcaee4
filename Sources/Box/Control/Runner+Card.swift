import Configuration

// M16, M17: what the menu asks of the card.
extension Runner {
    /// Exports the configuration, looks for an update, or installs the one that was found. See `MenuTasks.Card`.
    func serve(_ request: CardRequest, _ answer: @escaping (CardAnswer) -> Void) {
        // No board, or one without a card.
        if ImageFacts.disk == nil { return answer(.noCard) }
        if request != .export { updateAnswer = answer }
        let hasBegun =
            switch request {
            case .export: export.start { answer(CardAnswer(words: $0)) }
            case .findUpdate: update.look()
            case .installUpdate(let allowsOlder): install(allowsOlder: allowsOlder)
            }
        if !hasBegun { answer(.result("BUSY")) }
    }

    /// Tells the menu how far the update is.
    func tellUpdate() {
        switch update.state {
        case .idle, .looking, .committed: break
        case .found(let version, let age): updateAnswer(.update(version: version.text, isOlder: age == .older))
        case .writing(let percent): updateAnswer(.progress("\(percent) %"))
        case .refused(let words): updateAnswer(CardAnswer(words: words))
        case .armed: updateAnswer(.result("RESTART"))
        }
    }

    private func install(allowsOlder: Bool) -> Bool {
        let ports = configuration.box.ports.indices.filter { isOpen($0) }.map { configuration.box.ports[$0].alias }
        return update.install(allowsDowngrade: allowsOlder, ports: ports)
    }
}

extension CardAnswer {
    /// - Parameter words: what `treadle export` and `treadle update` have for the display.
    fileprivate init(words: String) { self = words == "NO CARD" ? .noCard : .result(words) }
}
