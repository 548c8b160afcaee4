/// One picture of the display, composed from a state and the time (D1, D2, D3). Each cell contains a Unicode scalar
/// that the display can show.
package struct DisplayFrame: Sendable {
    /// The cells row by row, `columns` cells each; unused cells at the end are blank. Some cells contain glyphs
    /// (`Glyph`).
    private var cells = InlineArray<84, UInt32>(repeating: blank)
    /// The number of columns, 16...21.
    package let columns: Int
    /// The number of rows, 2 or 4.
    package let rows: Int
    package let characters: CharacterSet

    /// Creates an empty picture of 16x2, 20x2 or 20x4, or of 16 to 21 columns by 4 rows.
    package init(columns: Int, rows: Int, characters: CharacterSet = .a00) {
        precondition(columns >= 16 && rows >= 2 && columns * rows <= PanelLimits.cells, "no such display")
        self.columns = columns
        self.rows = rows
        self.characters = characters
    }

    /// Creates the picture of a state at a time in ns.
    ///
    /// Rows 1 and 2 are D1 and D2 on every display; name and status are wider on wider displays. Row 3 is the preset
    /// that `next` would load, row 4 the last message, or both what the switches do. Without a valid configuration,
    /// rows 1 and 2 show BAD CONFIG and the place of the error (E1). A peer that pairs has row 2 to itself (B4). An
    /// open menu uses all rows (M2).
    package init(
        _ state: DisplayState, menu: MenuPicture = MenuPicture(), at now: UInt64, columns: Int, rows: Int,
        characters: CharacterSet = .a00
    ) {
        self.init(columns: columns, rows: rows, characters: characters)
        if menu.isOpen {
            draw(menu, state, at: now)
            return
        }
        if state.isBadConfiguration {
            drawBadConfiguration(state.badPlace)
            // The player has to answer, and the switches do answer.
            if state.status(at: now) == .pair { drawStatus(state, at: now) }
        } else {
            drawPreset(state)
            drawTempo(state)
            drawTransposition(state)
            drawStatus(state, at: now)
        }
        if rows > 3 && state.switchCount > 0 {
            drawSwitches(state)
            return
        }
        if rows > 2 { drawNext(state) }
        if rows > 3, let message = state.lastMessage {
            place(DisplayText<20>(message, state, characters), row: 3, column: 0)
        }
    }

    /// Returns the scalar of a cell as text: a similar character for a glyph. Rows and columns count from 0.
    package subscript(row: Int, column: Int) -> UInt32 { Glyph.text(cells[row * columns + column]) }

    /// Returns the scalar of a cell for an OLED, including glyphs. Rows and columns count from 0.
    func shape(row: Int, column: Int) -> UInt32 { cells[row * columns + column] }

    /// Returns the LCD's character code for a cell (`LCDCharacters`).
    package func code(row: Int, column: Int) -> UInt8 {
        LCDCharacters.code(cells[row * columns + column], characters) ?? UInt8(ascii: "?")
    }

    /// Replaces a row with a text, cut to the width.
    package mutating func replace<let capacity: Int>(row: Int, with text: DisplayText<capacity>) {
        for column in 0..<columns { cells[row * columns + column] = blank }
        place(text, row: row, column: 0)
    }

    mutating func place(_ glyph: Glyph, row: Int, column: Int) { cells[row * columns + column] = glyph.scalar }

    /// Writes as much of a text as fits before `end`, spelt with the characters of the display. A letter that needs
    /// more cells than are left is omitted, because half of the spelling would be another letter.
    ///
    /// - Returns: the column after the text.
    @discardableResult
    mutating func place<let capacity: Int>(
        _ text: DisplayText<capacity>, row: Int, column: Int, before end: Int? = nil
    ) -> Int {
        let end = end ?? columns
        var column = column
        for index in 0..<text.count {
            let letters = Spelling.cells(text[index], characters)
            guard column + letters.count <= end else { return column }
            for place in 0..<letters.count { cells[row * columns + column + place] = letters[place] }
            column += letters.count
        }
        return column
    }

    mutating func place<let capacity: Int>(rightAligned text: DisplayText<capacity>, row: Int) {
        var spelt = DisplayText<20>()
        for index in 0..<text.count {
            let letters = Spelling.cells(text[index], characters)
            for place in 0..<letters.count { spelt.append(letters[place]) }
        }
        place(spelt, row: row, column: columns - spelt.count)
    }
}

extension DisplayFrame: Equatable {
    package static func == (a: Self, b: Self) -> Bool {
        guard a.columns == b.columns && a.rows == b.rows else { return false }
        for index in 0..<PanelLimits.cells where a.cells[index] != b.cells[index] { return false }
        return true
    }
}
