/// The rows of the menu's page `Faults` (E1): places and messages, made before the loop starts.
///
/// Holds up to `PanelLimits.faultRows` rows. A row too many is refused, and the last row becomes `...`.
public struct FaultList: BitwiseCopyable, Sendable {
    private var rows = InlineArray<120, DisplayText<20>>(repeating: DisplayText())
    /// How many rows there are, 0...120.
    public private(set) var count = 0
    /// How many faults they speak of.
    public var faults = 0

    public init() {}

    /// A row, 0..<count.
    public subscript(index: Int) -> DisplayText<20> {
        precondition(index < count, "beyond the faults")
        return rows[index]
    }

    /// Adds a row below the others; false when full.
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
