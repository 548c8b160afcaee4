/// The rows of the menu page `Faults` (E1): places and messages, made before the loop starts.
///
/// Holds up to `PanelLimits.faultRows` rows. Further rows are refused, and the last row becomes `...`.
public struct FaultList: BitwiseCopyable, Sendable {
    private var rows = InlineArray<120, DisplayText<20>>(repeating: DisplayText())
    /// The number of rows, 0...120.
    public private(set) var count = 0
    /// The number of faults that the rows describe.
    public var faults = 0

    public init() {}

    /// The row at an index, 0..<count.
    public subscript(index: Int) -> DisplayText<20> {
        precondition(index < count, "beyond the faults")
        return rows[index]
    }

    /// Adds a row below the others. Returns false if the list is full.
    @discardableResult
    public mutating func add(_ row: DisplayText<20>) -> Bool {
        guard count < PanelLimits.faultRows else {
            rows[count - 1] = DisplayText<20>("...")
            return false
        }
        rows[count] = row
        count += 1
        return true
    }

    public mutating func removeAll() {
        count = 0
        faults = 0
    }
}
