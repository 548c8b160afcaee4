import Panel

// B4: the display asks whether a Bluetooth peer may pair. The choosing switch says yes, the stepping switch no, whether
// or not the menu is open.
extension Engine {
    /// Shows a peer that pairs, or ends what is shown.
    package func show(_ pairing: ShownPairing, at time: UInt64) {
        advance(to: time)
        self.pairing.asked = pairing.asked
        self.pairing.row = pairing.row
        self.pairing.isQuestion = pairing.isQuestion && pairing.row.isShown
        notices.changes &+= 1
        notices.backlight.event(at: time)
        afterMenu()
    }

    /// Shows for the time of a status that a pairing was refused because none is allowed.
    package func showRefusedPairing(at time: UInt64) {
        advance(to: time)
        pairing.refusedAt = time
        notices.changes &+= 1
        notices.backlight.event(at: time)
    }

    /// Returns the player's answer if there is a new one. Clears it.
    package func takePairingAnswer() -> PairingAnswer? {
        if !pairing.isNews { return nil }
        pairing.isNews = false
        return pairing.answer
    }

    /// Handles a gesture of the menu's switches while a peer asks, and the end of a press that has answered.
    ///
    /// - Returns: whether the gesture means nothing to the menu.
    func answerPairing(_ gesture: Menu.Gesture) -> Bool {
        switch gesture {
        case .choose where pairing.isQuestion:
            pairing.isChooseDown = true
            answer(true)
        case .step where pairing.isQuestion:
            pairing.isStepDown = true
            answer(false)
        case .chooseLong: return pairing.isChooseDown
        case .stepLong: return pairing.isStepDown
        case .chooseUp:
            defer { pairing.isChooseDown = false }
            return pairing.isChooseDown
        case .stepUp:
            defer { pairing.isStepDown = false }
            return pairing.isStepDown
        case .opens, .choose, .step, .stepBack: return false
        }
        return true
    }

    /// Ends the question at once, so that a second press is no answer.
    private func answer(_ isYes: Bool) {
        pairing.answer = PairingAnswer(asked: pairing.asked, isYes: isYes)
        pairing.row = PairingRow()
        pairing.isQuestion = false
        pairing.isNews = true
        menu.hasWishes = true
        notices.changes &+= 1
    }
}
