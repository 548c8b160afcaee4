/// One byte for an HD44780.
package enum LCDWrite: Equatable, Sendable {
    /// Sets the display data address of the next character, 0x00...0x27 or 0x40...0x67. The instruction is 0x80 plus
    /// the address.
    case setAddress(UInt8)
    /// Writes a character code, after which the address advances.
    case character(UInt8)
}

/// Makes an LCD show frames with few bytes.
///
/// Remembers the content of the chip's memory and the current address, and writes only cells that differ, from the
/// current address once around the memory. Setting an address costs six bytes on the bus: four for the address, two
/// for changing between instruction and data. A cell costs four. So a single unchanged cell between two changed cells
/// is rewritten, but a longer gap is skipped by setting the address.
package struct LCDEncoder: Sendable {
    package let columns: Int
    package let rows: Int
    /// The code at each position of the chip's memory, 0x00...0x27 then 0x40...0x67; `unknown` until it is written.
    private var shown = InlineArray<80, UInt16>(repeating: unknown)
    /// The position of the current address; nil if this is unknown.
    private var position: Int?

    private static let unknown: UInt16 = 0xFFFF
    /// The length of each of the chip's two lines in cells.
    private static let line = 40

    /// Creates an encoder for an LCD of 16x2, 20x2 or 20x4 with unknown content.
    package init(columns: Int, rows: Int) {
        precondition(columns >= 16 && columns <= 20 && (rows == 2 || rows == 4 && columns == 20), "no such display")
        self.columns = columns
        self.rows = rows
    }

    /// Forgets the content of the chip, so that every cell is written again after the LCD was unplugged or did not
    /// answer.
    package mutating func forget() {
        self = LCDEncoder(columns: columns, rows: rows)
    }

    /// Forgets the current address, because glyphs were written.
    mutating func forgetAddress() { position = nil }

    /// Returns the next byte needed to show a frame of this size; nil if the LCD shows the frame already. The byte
    /// counts as written: call `forget()` if that fails.
    package mutating func next(for frame: DisplayFrame) -> LCDWrite? {
        precondition(frame.columns == columns && frame.rows == rows, "a frame for another display")
        let begin = position ?? 0
        for step in 0..<shown.count {
            let target = (begin + step) % shown.count
            guard let cell = cell(at: target) else { continue }
            let code = frame.code(row: cell.row, column: cell.column)
            guard UInt16(code) != shown[target] else { continue }
            if position == target { return write(code, at: target) }
            if step == 1, position != nil, let between = self.cell(at: begin) {
                return write(frame.code(row: between.row, column: between.column), at: begin)
            }
            position = target
            return .setAddress(Self.address(of: target))
        }
        return nil
    }

    private mutating func write(_ code: UInt8, at target: Int) -> LCDWrite {
        shown[target] = UInt16(code)
        position = (target + 1) % shown.count
        return .character(code)
    }

    /// Returns the cell of a position: row 3 continues row 1, row 4 continues row 2. Nil for an invisible position.
    private func cell(at position: Int) -> (row: Int, column: Int)? {
        let (half, offset) = (position / Self.line, position % Self.line)
        if offset < columns { return (half, offset) }
        return rows == 4 ? (half + 2, offset - columns) : nil
    }

    private static func address(of position: Int) -> UInt8 {
        UInt8(position < line ? position : position - line + 0x40)
    }
}
