/// The rows of the menu page `Faults`: places and messages. First those of a failed update (I5), then those found at
/// power-up (E1), added before the loop starts, then those of a faulty edit on the owner's partition (I3, I9).
///
/// Stores up to `PanelLimits.updateFaultRows` and `PanelLimits.faultRows` rows. Refuses further rows; the last row of
/// that kind becomes `...`.
package struct FaultList: BitwiseCopyable, Sendable {
    private var updateRows = InlineArray<10, DisplayText<20>>(repeating: DisplayText())
    private var updateCount = 0
    private var rows = InlineArray<120, DisplayText<20>>(repeating: DisplayText())
    private var rowCount = 0
    /// The index in `rows` of the first row of a faulty edit; nil if there is none.
    private var editRow: Int?
    /// The number of faults found at power-up.
    package var faultsAtStart = 0
    /// The number of faults of the edit; the first one reports that the edit was not imported.
    package private(set) var faultsOfEdit = 0

    package init() {}

    /// The number of rows, 0...130.
    package var count: Int { updateCount + rowCount }

    /// The number of faults that the rows describe; a failed update counts as one.
    package var faults: Int { faultsAtStart + faultsOfEdit + (updateCount > 0 ? 1 : 0) }

    /// Returns the row at an index, 0..<count.
    package subscript(index: Int) -> DisplayText<20> {
        precondition(index < count, "beyond the faults")
        return index < updateCount ? updateRows[index] : rows[index - updateCount]
    }

    /// Adds a row after those of power-up and edit. Returns false if the list is full.
    @discardableResult
    package mutating func add(_ row: DisplayText<20>) -> Bool {
        guard rowCount < PanelLimits.faultRows else {
            rows[rowCount - 1] = DisplayText<20>("...")
            return false
        }
        rows[rowCount] = row
        rowCount += 1
        return true
    }

    /// Adds a row after those of the failed update. Returns false if there is no room.
    @discardableResult
    package mutating func addUpdate(_ row: DisplayText<20>) -> Bool {
        guard updateCount < PanelLimits.updateFaultRows else {
            updateRows[updateCount - 1] = DisplayText<20>("...")
            return false
        }
        updateRows[updateCount] = row
        updateCount += 1
        return true
    }

    /// Removes the faults of an earlier edit. Rows added from now on belong to a new edit with `faults` faults.
    package mutating func beginEdit(faults: Int) {
        removeEdit()
        (editRow, faultsOfEdit) = (rowCount, faults)
    }

    /// Removes the faults of the edit.
    package mutating func removeEdit() {
        rowCount = editRow ?? rowCount
        (editRow, faultsOfEdit) = (nil, 0)
    }

    /// Removes the faults of power-up and of the edit.
    package mutating func removeFaultsAtStart() { (rowCount, faultsAtStart, editRow, faultsOfEdit) = (0, 0, nil, 0) }

    /// Removes the faults of the failed update.
    package mutating func removeUpdate() { updateCount = 0 }
}
