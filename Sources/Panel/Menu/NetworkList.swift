/// The box's addresses for the menu (N13): the value of the entry `Network`, and the rows of its page.
///
/// Stores up to `PanelLimits.networkRows` rows. Refuses further rows; the last row becomes `...`.
public struct NetworkList: BitwiseCopyable, Sendable {
    private var rows = InlineArray<12, DisplayText<20>>(repeating: DisplayText())
    /// The number of rows, 0...12.
    public private(set) var count = 0
    /// The state in one word, such as `off`; empty if the box has an address.
    public private(set) var state = DisplayText<8>()

    public init() {}

    /// Returns the row at an index, 0..<count.
    public subscript(index: Int) -> DisplayText<20> {
        precondition(index < count, "beyond the addresses")
        return rows[index]
    }

    /// Begins a new list: removes all rows and sets the state.
    public mutating func begin(_ state: DisplayText<8>) {
        self.state = state
        count = 0
    }

    /// Adds a row after the others. Returns false if the list is full.
    @discardableResult
    public mutating func add(_ row: DisplayText<20>) -> Bool {
        guard count < PanelLimits.networkRows else {
            rows[count - 1] = DisplayText<20>("...")
            return false
        }
        rows[count] = row
        count += 1
        return true
    }
}
