import Bluetooth
import Configuration
import Panel
import Settings

// B4: the questions to the player, and the devices that have paired.
extension BluetoothControl {
    /// Asks the player whether a peer may pair. Without a menu nobody can answer, so the answer is no.
    func ask(_ address: RadioAddress, digits: UInt32?, name: String, at now: UInt64) {
        let name = name.isEmpty ? address.address.text : name
        let isAsked =
            panel == .menu && questions.add(address, digits: digits, name: name, isQuestion: true, at: now)
        if !isAsked { answer(address, false) }
        showQuestion()
    }

    /// Shows digits that the player types at the peer.
    func show(_ address: RadioAddress, digits: UInt32, at now: UInt64) {
        _ = questions.add(address, digits: digits, name: "", isQuestion: false, at: now)
        showQuestion()
    }

    /// Accepts the player's answer. An answer to a question that is over is ignored.
    func accept(answer isYes: Bool, to number: UInt32) {
        guard let question = questions.take(number) else { return }
        // The loop has ended what the display shows.
        shown = ShownPairingRow(asked: number, row: PairingRow(), isQuestion: false)
        answer(question.address, isYes)
        showQuestion()
    }

    func forgetQuestion(of address: RadioAddress) {
        questions.remove(address)
        showQuestion()
    }

    /// Answers no where the player has not answered in time.
    func refuseLate(at now: UInt64) {
        for question in questions.takeLate(at: now) where question.isQuestion { answer(question.address, false) }
        showQuestion()
    }

    private func answer(_ address: RadioAddress, _ isYes: Bool) {
        tell(.answer(address, isYes))
    }

    /// Shows the first question, or none.
    func showQuestion() {
        let new = questions.shown
        if new == shown || !new.row.isShown && !shown.row.isShown { return }
        shown = new
        loop.show(new)
    }

    // MARK: - Bonds

    /// The devices that a word names: a name, an address, or `all`. Throws why it names none.
    func bonds(named word: String) throws(BluetoothRefusal) -> [Bond] {
        if word == "all" { return bonds.bonds }
        if let bond = bonds.bonds.first(where: { $0.address.address.text == word }) { return [bond] }
        let named = bonds.bonds.filter { $0.name == word }
        if named.count == 1 { return named }
        if named.isEmpty {
            throw BluetoothRefusal("no paired device is called '\(word)'; 'treadle bluetooth' lists them")
        }
        throw BluetoothRefusal("\(named.count) paired devices are called '\(word)'; give the address of one")
    }

    /// Forgets devices, and ends their links.
    func forget(_ gone: [Bond], at now: UInt64) {
        if gone.count == bonds.bonds.count {
            tell(.forget(nil))
            bonds.removeAll(at: now)
        } else {
            for bond in gone {
                tell(.forget(bond.address))
                bonds.remove(bond.address, at: now)
            }
        }
        bonds.write(at: now)
    }
}

/// Why Bluetooth does not do something.
struct BluetoothRefusal: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
