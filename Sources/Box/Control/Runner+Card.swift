import Configuration
import Upkeep

// M16, M17, W4, B16: requests of the menu that need the card, the page or Bluetooth.
extension Runner {
    /// Exports the configuration, looks for an update, or installs the one that was found. See `MenuTasks.Card`.
    func serve(_ request: CardRequest, _ answer: @escaping (CardAnswer) -> Void) {
        if case .page(let task) = request { return serve(task, answer) }
        if case .bluetooth(let task) = request { return serve(task, answer) }
        if case .wifi(let task) = request { return serve(task, answer) }
        // This machine is no board, or is a board without a card.
        if ImageFacts.disk == nil { return answer(.noCard) }
        if request != .export { updateAnswer = answer }
        let hasBegun =
            switch request {
            case .export: export.start { answer(CardAnswer(words: $0)) }
            case .findUpdate: update.look()
            case .installUpdate(let allowsOlder): update.install(allowsDowngrade: allowsOlder, ports: openPorts)
            case .page, .bluetooth, .wifi: true
            }
        if !hasBegun { answer(.result("BUSY")) }
    }

    /// Reports the progress or the result of the update to the menu.
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
    /// - Parameter words: the words for the display from `treadle export` or `treadle update`.
    fileprivate init(words: String) { self = words == "NO CARD" ? .noCard : .result(words) }
}
