import Panel

/// The question of a Bluetooth peer that pairs (B4), and how the menu's two switches answer it. Not recorded: a replay
/// has no peers.
package struct PairingState {
    /// What the display shows.
    var row = PairingRow()
    /// When a pairing was refused because none is allowed, in nanoseconds.
    var refusedAt = never
    /// The number of the question.
    var asked: UInt32 = 0
    /// Whether the menu's switches answer.
    var isQuestion = false
    /// Whether a switch is down whose press has answered a question. Its long press and release mean nothing.
    var isStepDown = false
    var isChooseDown = false
    /// The last answer.
    var answer = PairingAnswer(asked: 0, isYes: false)
    /// The loop has not reported `answer` yet.
    var isNews = false
}

/// What the control thread shows of a Bluetooth peer that pairs.
package struct ShownPairing: BitwiseCopyable {
    /// The number of the question, which its answer repeats.
    package var asked: UInt32
    /// What the display shows; nothing ends the question.
    package var row: PairingRow
    /// Whether the menu's switches answer. Digits for the peer to type need no answer.
    package var isQuestion: Bool

    package init(asked: UInt32, row: PairingRow, isQuestion: Bool) {
        (self.asked, self.row, self.isQuestion) = (asked, row, isQuestion)
    }
}

/// The player's answer to the question of a Bluetooth peer that pairs.
package struct PairingAnswer: BitwiseCopyable {
    package var asked: UInt32
    package var isYes: Bool

    package init(asked: UInt32, isYes: Bool) { (self.asked, self.isYes) = (asked, isYes) }
}
