import Configuration

/// What is to stand on a terminal and what stands there: only differences are written (ECMA-48 sequences).
struct Screen {
    private(set) var columns: Int
    private(set) var rows: Int
    private let colours: Bool
    /// Others than ASCII can be shown.
    let isWide: Bool
    private var wanted: [Cell]
    /// What stands there; nil: nobody knows.
    private var shown: [Cell]?

    init(columns: Int, rows: Int, colours: Bool, isWide: Bool) {
        self.columns = columns
        self.rows = rows
        self.colours = colours
        self.isWide = isWide
        wanted = Array(repeating: Cell(), count: columns * rows)
    }

    /// It is another size, or somebody else has drawn on it.
    mutating func forget(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        wanted = Array(repeating: Cell(), count: columns * rows)
        shown = nil
    }

    mutating func clear() {
        for index in wanted.indices { wanted[index] = Cell() }
    }

    /// Puts text at a place, both from 0; what is beyond the edge is cut.
    ///
    /// - Returns: the column behind it.
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

    /// What must be written so that what is wanted stands there; it counts as written.
    mutating func update() -> [UInt8] {
        var out: [UInt8] = []
        if shown == nil { add("\u{1B}[0m\u{1B}[2J", to: &out) }
        let before = shown ?? Array(repeating: Cell(), count: wanted.count)
        var style: CellStyle?
        for row in 0..<rows {
            // Where the cursor would write next; -1: elsewhere.
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
