/// One byte to an HD44780.
public enum GlassWrite: Equatable, Sendable {
    /// The display data address that the next character goes to, 0x00...0x27 or 0x40...0x67. The command byte is
    /// 0x80 with the address.
    case setAddress(UInt8)
    /// A character code; the address moves on by itself.
    case character(UInt8)
}

/// Keeps a glass like the frames it is given, with as few bytes as that takes.
///
/// It remembers what the chip shows and where its address stands, and sends only cells that differ, beginning where the
/// address stands and going once around the chip's memory. An address costs six bytes on the bus, four of its own and
/// two to change between instruction and character; a cell costs four. So a single unchanged cell between two that
/// differ is written again, and over a longer gap goes an address.
public struct GlassEncoder: Sendable {
    public let columns: Int
    public let rows: Int
    /// The code at each place of the chip's memory, 0x00...0x27 then 0x40...0x67; `unknown` before it is written.
    private var shown = InlineArray<80, UInt16>(repeating: unknown)
    /// The place the address stands at; nil when nobody knows.
    private var place: Int?

    private static let unknown: UInt16 = 0xFFFF
    /// Each of the chip's two lines has forty places.
    private static let line = 40

    /// A glass of which nothing is known: 16x2, 20x2 or 20x4.
    public init(columns: Int, rows: Int) {
        precondition(columns >= 16 && columns <= 20 && (rows == 2 || rows == 4 && columns == 20), "no such display")
        self.columns = columns
        self.rows = rows
    }

    /// After the chip was unplugged or did not answer: everything is to be written.
    public mutating func forget() {
        self = GlassEncoder(columns: columns, rows: rows)
    }

    /// The address was used for something else than characters.
    mutating func forgetAddress() { place = nil }

    /// The next byte that makes the glass more like this frame, which must be of its size; nil when it shows it. It
    /// counts as written: when that fails, `forget()`.
    public mutating func next(for frame: DisplayFrame) -> GlassWrite? {
        precondition(frame.columns == columns && frame.rows == rows, "a frame for another display")
        let begin = place ?? 0
        for step in 0..<shown.count {
            let target = (begin + step) % shown.count
            guard let cell = cell(at: target) else { continue }
            let code = frame.code(row: cell.row, column: cell.column)
            guard UInt16(code) != shown[target] else { continue }
            if place == target { return write(code, at: target) }
            if step == 1, place != nil, let between = self.cell(at: begin) {
                return write(frame.code(row: between.row, column: between.column), at: begin)
            }
            place = target
            return .setAddress(Self.address(of: target))
        }
        return nil
    }

    private mutating func write(_ code: UInt8, at target: Int) -> GlassWrite {
        shown[target] = UInt16(code)
        place = (target + 1) % shown.count
        return .character(code)
    }

    /// The cell that shows a place of the memory: row 3 goes on where row 1 ends, row 4 where row 2 does. nil where
    /// the glass has none.
    private func cell(at place: Int) -> (row: Int, column: Int)? {
        let (half, offset) = (place / Self.line, place % Self.line)
        if offset < columns { return (half, offset) }
        return rows == 4 ? (half + 2, offset - columns) : nil
    }

    private static func address(of place: Int) -> UInt8 {
        UInt8(place < line ? place : place - line + 0x40)
    }
}
