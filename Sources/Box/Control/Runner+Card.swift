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
            case .installUpdate(let allowsOlder): update.install(allowsDowngrade: allowsOlder, ports: openPorts)
            }
        if !hasBegun { answer(.result("BUSY")) }
    }

    /// Tells the menu how far the update is.
    func tellUpdate() {
        switch update.state {
        case .idle, .looking, .nothing, .committed: break
        case .found(let version, let age): updateAnswer(.update(version: version.text, isOlder: age == .older))
        case .writing(let percent): updateAnswer(.progress("\(percent) %"))
        case .refused(let words): updateAnswer(CardAnswer(words: words))
        case .armed: updateAnswer(.result("RESTART"))
        }
    }
}

extension CardAnswer {
    /// - Parameter words: what `treadle export` and `treadle update` have for the display.
    fileprivate init(words: String) { self = words == "NO CARD" ? .noCard : .result(words) }
}
