/// The cells of an OLED of 128x64 dots: four rows of 16 dots, 16 to 21 columns.
///
/// Each row of a character is drawn as two rows of dots, so characters are 16 dots high. Where cells are at least seven dots
/// wide, upright lines are two dots wide too.
struct OLEDCells: Sendable {
    let columns: Int
    /// The width of a cell in dots, 6...8. The first and last cells of a row also have the dots beside them.
    let width: Int
    private let margin: Int

    init(columns: Int) {
        self.columns = columns
        width = OLEDChip.columns / columns
        margin = (OLEDChip.columns - columns * width) / 2
    }

    /// The first column of dots of a cell; of `columns`, the end of the row.
    func start(_ column: Int) -> Int {
        column == 0 ? 0 : column == columns ? OLEDChip.columns : margin + column * width
    }

    /// Whether lines are two dots wide.
    private var isBold: Bool { width > 6 }

    /// Draws one half of a cell, a page high, into a transfer.
    ///
    /// - Parameters:
    ///   - shift: the corner of a square of two by two dots at which the picture stands, 0...3 (`OLEDDriver`).
    func draw(_ scalar: UInt32, column: Int, isUpper: Bool, shift: Int, into burst: inout DisplayBurst) {
        let rows = OLEDFont.rows(of: scalar)
        let (right, down) = (shift == 1 || shift == 2 ? 1 : 0, shift / 2)
        let left = margin + column * width + (width - 6) / 2 + right
        for dot in start(column)..<start(column + 1) {
            let pair = dots(rows, dot - left) << UInt16(down)
            burst.append(UInt8(truncatingIfNeeded: isUpper ? pair : pair >> 8))
        }
    }

    /// Returns the 16 dots of one column of a shape, the highest in bit 0; none beside the shape.
    private func dots(_ rows: InlineArray<8, UInt8>, _ column: Int) -> UInt16 {
        guard 0..<6 ~= column else { return 0 }
        var dots: UInt16 = 0
        for row in 0..<8 {
            // Bit 6 is the left dot, with an empty one on either side.
            let line = rows[row] << 2
            let bit: UInt8 = 0b1000000 >> UInt8(column)
            var isSet = line & bit != 0
            // A line becomes wider to the right, where that closes no gap.
            if isBold && line & bit << 1 != 0 && line & bit >> 1 == 0 { isSet = true }
            if isSet { dots |= 0b11 << UInt16(2 * row) }
        }
        return dots
    }
}
