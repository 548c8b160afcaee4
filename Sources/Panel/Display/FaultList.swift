/// The rows of the menu page `Faults`: places and messages. First those of a failed update (I5), then those found at
/// power-up (E1), added before the loop starts, then those of a faulty edit on the owner's partition (I3, I9).
///
/// Stores up to `PanelLimits.updateFaultRows` and `PanelLimits.faultRows` rows. Refuses further rows; the last row of
/// that kind becomes `...`.
package struct FaultList: BitwiseCopyable, Sendable {
    private var updateRows = DisplayRows<10>()
    private var rows = DisplayRows<120>()
    /// The index in `rows` of the first row of a faulty edit; nil if there is none.
    private var editRow: Int?
    /// The number of faults found at power-up.
    package var faultsAtStart = 0
    /// The number of faults of the edit; the first one reports that the edit was not imported.
    package private(set) var faultsOfEdit = 0

    package init() {}

    /// The number of rows, 0...130.
    package var count: Int { updateRows.count + rows.count }

    /// The number of faults that the rows describe; a failed update counts as one.
    package var faults: Int { faultsAtStart + faultsOfEdit + (updateRows.count > 0 ? 1 : 0) }

    /// Returns the row at an index, 0..<count.
    package subscript(index: Int) -> DisplayText<20> {
        precondition(index < count, "beyond the faults")
        return index < updateRows.count ? updateRows[index] : rows[index - updateRows.count]
    }

    /// Adds a row after those of power-up and edit. Returns false if the list is full.
    @discardableResult
    package mutating func add(_ row: DisplayText<20>) -> Bool { rows.add(row) }

    /// Adds a row after those of the failed update. Returns false if there is no room.
    @discardableResult
    package mutating func addUpdate(_ row: DisplayText<20>) -> Bool { updateRows.add(row) }

    /// Removes the faults of an earlier edit. Rows added from now on belong to a new edit with `faults` faults.
    package mutating func beginEdit(faults: Int) {
        removeEdit()
        (editRow, faultsOfEdit) = (rows.count, faults)
    }

    /// Removes the faults of the edit.
    package mutating func removeEdit() {
        rows.keep(editRow ?? rows.count)
        (editRow, faultsOfEdit) = (nil, 0)
    }

    /// Removes the faults of power-up and of the edit.
    package mutating func removeFaultsAtStart() {
        rows.keep(0)
        (faultsAtStart, editRow, faultsOfEdit) = (0, nil, 0)
    }

    /// Removes the faults of the failed update.
    package mutating func removeUpdate() { updateRows.keep(0) }
}
