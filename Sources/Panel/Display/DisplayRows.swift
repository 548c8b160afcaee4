/// The rows of a page, at most `capacity`. Refuses further rows; the last row becomes `...`.
package struct DisplayRows<let capacity: Int>: BitwiseCopyable, Sendable {
    private var rows = InlineArray<capacity, DisplayText<20>>(repeating: DisplayText())
    /// The number of rows, 0...capacity.
    package private(set) var count = 0

    package init() {}

    package subscript(index: Int) -> DisplayText<20> { rows[index] }

    /// Adds a row after the others. Returns false if there is no room.
    @discardableResult
    package mutating func add(_ row: DisplayText<20>) -> Bool {
        guard count < capacity else {
            rows[count - 1] = DisplayText<20>("...")
            return false
        }
        rows[count] = row
        count += 1
        return true
    }

    /// Removes all rows but the first `number`.
    package mutating func keep(_ number: Int) { count = number }
}
