import Configuration

/// The wanted and the shown contents of a terminal. Only differences are written, as ECMA-48 sequences.
struct Screen {
    private(set) var columns: Int
    private(set) var rows: Int
    private let colours: Bool
    /// Whether the terminal shows characters beyond ASCII.
    let isWide: Bool
    private var wanted: [Cell]
    /// The contents of the terminal; nil if unknown.
    private var shown: [Cell]?

    init(columns: Int, rows: Int, colours: Bool, isWide: Bool) {
        self.columns = columns
        self.rows = rows
        self.colours = colours
        self.isWide = isWide
        wanted = Array(repeating: Cell(), count: columns * rows)
    }

    /// Forgets the contents, because the size has changed or another program has written to the terminal.
    mutating func forget(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        wanted = Array(repeating: Cell(), count: columns * rows)
        shown = nil
    }

    mutating func clear() {
        for index in wanted.indices { wanted[index] = Cell() }
    }

    /// Puts text at a row and column, both from 0. Text beyond the edge is cut.
    ///
    /// - Returns: the column after the text.
    @discardableResult
    mutating func put(_ text: String, row: Int, column: Int, _ style: CellStyle = .plain) -> Int {
        var at = column
        for scalar in text.visible.unicodeScalars { at = put(scalar.value, row: row, column: at, style) }
        return at
    }

    @discardableResult
    mutating func put(_ scalar: UInt32, row: Int, column: Int, _ style: CellStyle = .plain) -> Int {
        let isShown = Cell.isBare(scalar) && (isWide || scalar < 0x80)
        let scalar = isShown ? scalar : UInt32(UInt8(ascii: "?"))
        let width = Cell.width(scalar)
        if row < 0 || row >= rows || column < 0 || column + width > columns { return column + width }
        wanted[row * columns + column] = Cell(scalar: scalar, style: style)
        if width == 2 { wanted[row * columns + column + 1] = Cell(scalar: 0, style: style) }
        return column + width
    }

    /// Returns the bytes that change the terminal to the wanted contents, and counts them as written.
    mutating func update() -> [UInt8] {
        var out: [UInt8] = []
        if shown == nil { add("\u{1B}[0m\u{1B}[2J", to: &out) }
        let before = shown ?? Array(repeating: Cell(), count: wanted.count)
        var style: CellStyle?
        for row in 0..<rows {
            // The column of the cursor; -1 if the cursor is in another row.
            var cursor = -1
            for column in 0..<columns {
                let index = row * columns + column
                let cell = wanted[index]
                if cell == before[index] || cell.scalar == 0 { continue }
                if cursor != column { out += Array("\u{1B}[\(row + 1);\(column + 1)H".utf8) }
                if style != cell.style {
                    add(cell.style.sequence(colours: colours), to: &out)
                    style = cell.style
                }
                if let scalar = Unicode.Scalar(cell.scalar) { out += Array(String(scalar).utf8) }
                cursor = column + Cell.width(cell.scalar)
            }
        }
        shown = wanted
        return out
    }

    private func add(_ text: StaticString, to out: inout [UInt8]) {
        out += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }
}
