import Bluetooth
import Engine
import Panel
import Settings

/// Requests of the menu page `Bluetooth` (B16).
enum BluetoothTask: Equatable {
    /// Lets new devices pair.
    case pair
    case visible
    /// Lists the devices that have paired.
    case bonds
    case forget([Bond])
}

// The menu page `Bluetooth`.
extension MenuTasks {
    /// Lets the player choose `All` or one of the devices.
    func list(_ bonds: [Bond], for request: MenuRequest) {
        self.bonds = bonds
        for bond in bonds { answer(request, .row(DisplayText(bond.shownName.unicodeScalars))) }
        answer(request, .asksWhich)
    }

    /// Asks before devices are forgotten. The player's `Yes` has the number 0, `All` 1, and the devices follow.
    func forgetPeer(_ card: Card, _ request: MenuRequest) {
        if !request.isAnswered { return ask(card, .bluetooth(.bonds), request) }
        if request.number == 0 {
            if chosenBonds.isEmpty { return show("try again", of: request) }
            return ask(card, .bluetooth(.forget(chosenBonds)), request)
        }
        let index = request.number - 2
        chosenBonds = request.number == 1 ? bonds : bonds.indices.contains(index) ? [bonds[index]] : []
        guard let first = chosenBonds.first else { return show("try again", of: request) }
        let words = request.number == 1 ? "all" : first.shownName
        answer(request, .asksWhether(DisplayText(words.unicodeScalars)))
    }
}

extension Bond {
    /// The name, or the address of a device without one.
    var shownName: String { name.isEmpty ? address.address.text : name }
}
