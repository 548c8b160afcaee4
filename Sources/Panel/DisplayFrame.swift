/// One picture of the display: a Unicode scalar a cell, composed from a state and the time (D1 to D3).
public struct DisplayFrame: Sendable {
    /// Row by row, `columns` cells each; the rest is blank.
    public private(set) var cells = InlineArray<80, UInt32>(repeating: blank)
    /// 16 or 20.
    public let columns: Int
    /// 2 or 4.
    public let rows: Int

    /// An empty picture: 16x2, 20x2 or 20x4.
    public init(columns: Int, rows: Int) {
        precondition(columns >= 16 && rows >= 2 && columns * rows <= PanelLimits.cells, "no such display")
        self.columns = columns
        self.rows = rows
    }

    /// The picture of a state at a time, in ns.
    ///
    /// Rows 1 and 2 are D1 and D2 on every display; what a wider one has more goes to the name and the status. Row 3
    /// counts what row 2 has no place for, `HELD n` and `DROP n` with all their digits; row 4 is the last message.
    /// Without a configuration that works rows 1 and 2 say so and where (E1). A menu that is open has all rows (M2).
    public init(
        _ state: DisplayState, menu: MenuPicture = MenuPicture(), at now: UInt64, columns: Int, rows: Int
    ) {
        self.init(columns: columns, rows: rows)
        if menu.isOpen {
            draw(menu, state, at: now)
            return
        }
        if state.isBadConfiguration {
            drawBadConfiguration(state.badPlace)
        } else {
            drawPreset(state)
            drawTempo(state)
            drawStatus(state, at: now)
        }
        if rows > 2 { drawCounts(state) }
        if rows > 3, let message = state.lastMessage {
            place(DisplayText<20>(message, names: state.noteNames, middleC: state.middleC), row: 3, column: 0)
        }
    }

    /// The scalar of a cell; rows and columns from 0.
    public subscript(row: Int, column: Int) -> UInt32 {
        cells[row * columns + column]
    }

    /// Puts one scalar; what the glass cannot hold, beyond its edge or a control character, is left out or a `?`.
    mutating func place(_ scalar: UInt32, row: Int, column: Int) {
        guard column < columns else { return }
        cells[row * columns + column] = scalar < 0x20 || 0x7F..<0xA0 ~= scalar ? UInt32(UInt8(ascii: "?")) : scalar
    }

    mutating func place<let capacity: Int>(_ text: DisplayText<capacity>, row: Int, column: Int) {
        for index in 0..<text.count { place(text[index], row: row, column: column + index) }
    }

    mutating func place<let capacity: Int>(rightAligned text: DisplayText<capacity>, row: Int) {
        place(text, row: row, column: columns - text.count)
    }
}

extension DisplayFrame: Equatable {
    public static func == (a: Self, b: Self) -> Bool {
        guard a.columns == b.columns && a.rows == b.rows else { return false }
        for index in 0..<PanelLimits.cells where a.cells[index] != b.cells[index] { return false }
        return true
    }
}
