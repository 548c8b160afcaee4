/// The wireless network for the menu (L6): the value of the entry `Wi-Fi` on the page `Network`, and the rows of its
/// page.
///
/// Stores up to `PanelLimits.wifiRows` rows. Refuses further rows; the last row becomes `...`.
package struct WiFiList: BitwiseCopyable, Sendable {
    private var rows = DisplayRows<12>()
    /// What the network is, such as `access point`, or the name of a joined one.
    private var state = DisplayText<20>()
    /// Whether the box has a wireless network.
    package private(set) var isThere = false
    /// Whether the page has the entry `QR code`.
    package private(set) var hasCode = false
    /// Whether the page has the entry `New password`.
    package private(set) var hasNewPassword = false
    /// Whether the page has the entry `Join`.
    package private(set) var hasJoin = false

    package init() {}

    /// The number of rows, 0...12.
    package var count: Int { rows.count }

    /// Begins a new list: removes all rows and sets the state.
    package mutating func begin(_ state: DisplayText<20>, hasCode: Bool, hasNewPassword: Bool, hasJoin: Bool) {
        (self.state, isThere) = (state, true)
        (self.hasCode, self.hasNewPassword, self.hasJoin) = (hasCode, hasNewPassword, hasJoin)
        rows.keep(0)
    }

    /// Adds a row after the others. Returns false if the list is full.
    @discardableResult
    package mutating func add(_ row: DisplayText<20>) -> Bool { rows.add(row) }

    /// The entry on the page `Network`. A state that is longer than the display is on the page.
    package var entry: MenuPicture.Row {
        var row = MenuPicture.Row("Wi-Fi ")
        for index in 0..<state.count { row.text.append(state[index]) }
        return row
    }

    /// A row of the page, or an entry below the rows.
    package func row(_ index: Int, _ lists: Menu.Lists) -> MenuPicture.Row {
        if lists.isCode(index) { return MenuPicture.Row("QR code") }
        if let task = lists.wifiTask(index) { return MenuPicture.Row(task.word) }
        var row = MenuPicture.Row("")
        if index < count { row.text = rows[index] }
        return row
    }
}
