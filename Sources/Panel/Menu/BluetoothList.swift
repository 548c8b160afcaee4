/// Bluetooth for the menu (B16): the value of the entry `Bluetooth`, and the peers on its page.
///
/// Stores up to `PanelLimits.bluetoothRows` peers. Refuses further ones.
package struct BluetoothList: BitwiseCopyable, Sendable {
    private var rows = InlineArray<8, MenuPicture.Row>(repeating: MenuPicture.Row())
    /// The number of rows, 0...8.
    package private(set) var count = 0
    /// The state in one word, such as `off`; empty if there is nothing to say.
    package private(set) var state = DisplayText<8>()
    /// The number of connected peers.
    package private(set) var connected = 0

    /// Creates the list of a box without Bluetooth.
    package init() { state.append("off") }

    /// Returns the row at an index, 0..<count: the name of a peer and its state.
    package subscript(index: Int) -> MenuPicture.Row {
        precondition(index < count, "beyond the peers")
        return rows[index]
    }

    /// Begins a new list: removes all rows, and sets the state and the number of connected peers, 0...9.
    package mutating func begin(_ state: DisplayText<8>, connected: Int) {
        (self.state, self.connected, count) = (state, connected, 0)
    }

    /// Adds a row after the others. Returns false if the list is full.
    @discardableResult
    package mutating func add(_ row: MenuPicture.Row) -> Bool {
        guard count < PanelLimits.bluetoothRows else { return false }
        rows[count] = row
        count += 1
        return true
    }

    /// Returns the entry of the first page: the number of connected peers stands behind the word, or at the right edge
    /// if there is no state.
    package func entry(_ word: StaticString) -> MenuPicture.Row {
        if state.count == 0 { return MenuPicture.Row(word, connected) }
        var row = MenuPicture.Row(word)
        if connected > 0 {
            row.text.append(blank)
            row.text.append(DisplayText<20>(connected))
        }
        row.value = state
        return row
    }
}

/// The entries of the menu page `Bluetooth` above and below the peers (B16).
package enum MenuBluetooth {
    /// `Pair` and `Visible` stand above the peers, `Forget` below them.
    package static let above = 2

    /// Returns the number of entries with a number of peers.
    static func count(peers: Int) -> Int { above + peers + 1 }

    /// Returns the task of the entry at an index; nil for a peer.
    package static func task(at index: Int, peers: Int) -> MenuTask? {
        switch index {
        case 0: .allowPairing
        case 1: .beVisible
        case above + peers: .forgetPeer
        default: nil
        }
    }
}
