/// The cells of an OLED of 128x64 dots: four rows of 16 dots, 16 to 21 columns.
///
/// Each row of a character is drawn as two rows of dots, so characters are 16 dots high. In cells at least seven dots
/// wide, vertical lines are two dots wide.
struct OLEDCells: Sendable {
    let columns: Int
    /// The width of a cell in dots, 6...8. The first and last cells of a row include the dots of the margin.
    let width: Int
    private let margin: Int

    init(columns: Int) {
        self.columns = columns
        width = OLEDChip.columns / columns
        margin = (OLEDChip.columns - columns * width) / 2
    }

    /// Returns the first column of dots of a cell; for `columns`, the end of the row.
    func start(_ column: Int) -> Int {
        column == 0 ? 0 : column == columns ? OLEDChip.columns : margin + column * width
    }

    /// Whether vertical lines are two dots wide.
    private var isBold: Bool { width > 6 }

    /// Draws the upper or lower half of a cell, one page high, into a transfer.
    ///
    /// - Parameters:
    ///   - shift: the offset of the picture, 0...3: a corner of a square of two by two dots (`OLEDDriver`).
    func draw(_ scalar: UInt32, column: Int, isUpper: Bool, shift: Int, into burst: inout DisplayBurst) {
        let rows = OLEDFont.rows(of: scalar)
        let (right, down) = (shift == 1 || shift == 2 ? 1 : 0, shift / 2)
        let left = margin + column * width + (width - 6) / 2 + right
        for dot in start(column)..<start(column + 1) {
            let pair = dots(rows, dot - left) << UInt16(down)
            burst.append(UInt8(truncatingIfNeeded: isUpper ? pair : pair >> 8))
        }
    }

    /// Returns the 16 dots of one column of a shape, the highest in bit 0; 0 beside the shape.
    private func dots(_ rows: InlineArray<8, UInt8>, _ column: Int) -> UInt16 {
        guard 0..<6 ~= column else { return 0 }
        var dots: UInt16 = 0
        for row in 0..<8 {
            // After this shift, bit 6 is the left dot, and there is an empty dot on both sides.
            let line = rows[row] << 2
            let bit: UInt8 = 0b1000000 >> UInt8(column)
            var isSet = line & bit != 0
            // Widens a line to the right unless that closes a gap.
            if isBold && line & bit << 1 != 0 && line & bit >> 1 == 0 { isSet = true }
            if isSet { dots |= 0b11 << UInt16(2 * row) }
        }
        return dots
    }
}
