import Bluetooth
import Panel

/// The peers that ask to pair, or whose digits are shown (B4). The display shows the first.
struct PairingQuestions {
    struct Question: Equatable {
        let number: UInt32
        let address: RadioAddress
        /// Six digits; nil: the player permits the peer by its name.
        let digits: UInt32?
        let name: String
        /// Whether the player answers. Digits for the peer to type need no answer.
        let isQuestion: Bool
        /// When the answer is no, in nanoseconds.
        let deadline: UInt64

        var row: PairingRow {
            digits.map { PairingRow(digits: $0) } ?? PairingRow(name: DisplayText(name.unicodeScalars))
        }
    }

    private(set) var all: [Question] = []
    /// Numbers the questions, so that an answer to an earlier one is recognised.
    private var last: UInt32 = 0

    /// Adds a question. A peer has one at a time. Returns false if there are too many.
    mutating func add(
        _ address: RadioAddress, digits: UInt32?, name: String, isQuestion: Bool, at now: UInt64
    ) -> Bool {
        remove(address)
        if all.count >= RadioLimits.questions { return false }
        last &+= 1
        all.append(
            Question(
                number: last, address: address, digits: digits, name: name, isQuestion: isQuestion,
                deadline: now + RadioLimits.questionTime))
        return true
    }

    mutating func remove(_ address: RadioAddress) { all.removeAll { $0.address == address } }

    mutating func removeAll() { all = [] }

    /// Removes the question that the player has answered; nil if it is over already.
    mutating func take(_ number: UInt32) -> Question? {
        guard let first = all.first, first.number == number, first.isQuestion else { return nil }
        return all.removeFirst()
    }

    /// Removes the questions whose time is over.
    mutating func takeLate(at now: UInt64) -> [Question] {
        let late = all.filter { $0.deadline <= now }
        if !late.isEmpty { all.removeAll { $0.deadline <= now } }
        return late
    }

    /// When a question is late, in nanoseconds; `UInt64.max`: there is none.
    var deadline: UInt64 { all.reduce(UInt64.max) { min($0, $1.deadline) } }

    /// What the display shows now.
    var shown: ShownPairingRow {
        guard let first = all.first else { return ShownPairingRow(asked: last, row: PairingRow(), isQuestion: false) }
        return ShownPairingRow(asked: first.number, row: first.row, isQuestion: first.isQuestion)
    }
}
