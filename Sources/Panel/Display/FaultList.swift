/// The rows of the menu page `Faults`: places and messages. Those of a failed update (I5) come first, then those found at
/// power-up (E1), which are made before the loop starts, and those of a faulty edit on the owner's partition (I3, I9).
///
/// Holds up to `PanelLimits.updateFaultRows` and `PanelLimits.faultRows` rows. Further rows are refused, and the last row
/// of its kind becomes `...`.
public struct FaultList: BitwiseCopyable, Sendable {
    private var updateRows = InlineArray<10, DisplayText<20>>(repeating: DisplayText())
    private var updateCount = 0
    private var rows = InlineArray<120, DisplayText<20>>(repeating: DisplayText())
    private var rowCount = 0
    /// The first of `rows` that belongs to the edit; nil without a faulty one.
    private var editRow: Int?
    /// The number of faults at power-up that the rows describe.
    public var faultsAtStart = 0
    /// The number of faults of the edit, of which the first says that it is not imported.
    public private(set) var faultsOfEdit = 0

    public init() {}

    /// The number of rows, 0...130.
    public var count: Int { updateCount + rowCount }

    /// The number of faults that the rows describe.
    public var faults: Int { faultsAtStart + faultsOfEdit + (updateCount > 0 ? 1 : 0) }

    /// The row at an index, 0..<count.
    public subscript(index: Int) -> DisplayText<20> {
        precondition(index < count, "beyond the faults")
        return index < updateCount ? updateRows[index] : rows[index - updateCount]
    }

    /// Adds a row below the others of power-up and edit. Returns false if the list is full.
    @discardableResult
    public mutating func add(_ row: DisplayText<20>) -> Bool {
        guard rowCount < PanelLimits.faultRows else {
            rows[rowCount - 1] = DisplayText<20>("...")
            return false
        }
        rows[rowCount] = row
        rowCount += 1
        return true
    }

    /// Adds a row below the others of the failed update. Returns false if there is no room.
    @discardableResult
    public mutating func addUpdate(_ row: DisplayText<20>) -> Bool {
        guard updateCount < PanelLimits.updateFaultRows else {
            updateRows[updateCount - 1] = DisplayText<20>("...")
            return false
        }
        updateRows[updateCount] = row
        updateCount += 1
        return true
    }

    /// Forgets the faults of an earlier edit. Rows that are added from now on belong to the one with these faults.
    public mutating func beginEdit(faults: Int) {
        removeEdit()
        (editRow, faultsOfEdit) = (rowCount, faults)
    }

    /// Forgets the faults of the edit.
    public mutating func removeEdit() {
        rowCount = editRow ?? rowCount
        (editRow, faultsOfEdit) = (nil, 0)
    }

    /// Forgets the faults of power-up and of the edit.
    public mutating func removeFaultsAtStart() { (rowCount, faultsAtStart, editRow, faultsOfEdit) = (0, 0, nil, 0) }

    /// Forgets the update that failed.
    public mutating func removeUpdate() { updateCount = 0 }
}
