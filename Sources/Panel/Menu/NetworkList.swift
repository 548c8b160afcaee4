/// The box's addresses for the menu (N13): the value of the entry `Network`, and the rows of its page.
///
/// Stores up to `PanelLimits.networkRows` rows. Refuses further rows; the last row becomes `...`.
package struct NetworkList: BitwiseCopyable, Sendable {
    private var rows = DisplayRows<12>()
    /// The state in one word, such as `off`; empty if the box has an address.
    package private(set) var state = DisplayText<8>()
    /// Whether the box has a page for browsers (W1).
    package private(set) var hasPage = false

    package init() {}

    /// The number of rows, 0...12.
    package var count: Int { rows.count }

    /// Returns the row at an index, 0..<count.
    package subscript(index: Int) -> DisplayText<20> {
        precondition(index < count, "beyond the addresses")
        return rows[index]
    }

    /// Begins a new list: removes all rows and sets the state.
    package mutating func begin(_ state: DisplayText<8>, hasPage: Bool = false) {
        (self.state, self.hasPage) = (state, hasPage)
        rows.keep(0)
    }

    /// Adds a row after the others. Returns false if the list is full.
    @discardableResult
    package mutating func add(_ row: DisplayText<20>) -> Bool { rows.add(row) }
}
