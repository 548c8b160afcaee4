/// Makes an OLED show frames with few transfers.
///
/// Remembers which halves of cells the chip's memory contains, and the current address, and writes only halves that
/// differ. A half of a cell is part of one page.
struct OLEDEncoder: Sendable {
    let chip: OLEDChip
    let cells: OLEDCells
    /// The scalar of each half, page by page; `unknown` until the half is written.
    private var shown = InlineArray<168, UInt32>(repeating: unknown)
    /// The half at the current address; nil if unknown. After the end of a page, the address returns to its beginning.
    private var position: Int?
    /// The offset of the picture, 0...3 (`OLEDCells.draw`).
    private var shift = 0
    /// The code over the whole display, if there is one.
    private var code = OLEDCode(QRCode())

    private static let unknown = UInt32.max
    /// The scalar of each half of a code.
    private static let modules = UInt32.max - 1

    init(_ chip: OLEDChip, columns: Int) {
        precondition(16...21 ~= columns, "no such display")
        self.chip = chip
        cells = OLEDCells(columns: columns)
    }

    private var count: Int { OLEDChip.pages * cells.columns }

    /// Forgets the content of the chip, so that everything is written again.
    ///
    /// - Parameter shift: the new offset of the picture, 0...3.
    mutating func forget(shift: Int) {
        self.shift = shift
        shown = InlineArray(repeating: OLEDEncoder.unknown)
        position = nil
    }

    /// Returns the next transfer needed to show a frame, an address or dots; nil if the OLED shows the frame already.
    /// The transfer counts as sent: call `forget` if it fails.
    ///
    /// - Parameter code: is shown instead of the frame, if there is one.
    mutating func next(for frame: DisplayFrame, _ code: QRCode) -> DisplayBurst? {
        precondition(frame.columns == cells.columns && frame.rows == 4, "a frame for another display")
        if code != self.code.code {
            self.code = OLEDCode(code)
            shown = InlineArray(repeating: OLEDEncoder.unknown)
        }
        let begin = position ?? 0
        for step in 0..<count {
            let half = (begin + step) % count
            if shown[half] == scalar(of: half, in: frame) { continue }
            if position == half { return dots(from: half, frame) }
            position = half
            return address(of: half)
        }
        return nil
    }

    /// Returns the scalar of the cell to which a half belongs.
    private func scalar(of half: Int, in frame: DisplayFrame) -> UInt32 {
        if code.code.isThere { return OLEDEncoder.modules }
        return frame.shape(row: half / cells.columns / 2, column: half % cells.columns)
    }

    private func address(of half: Int) -> DisplayBurst {
        let column = UInt8(chip.firstColumn + cells.start(half % cells.columns))
        var burst = DisplayBurst()
        burst.append(OLEDChip.command)
        burst.append(0xB0 | UInt8(half / cells.columns))
        burst.append(column & 0x0F)
        burst.append(0x10 | column >> 4)
        return burst
    }

    /// Returns the dots of a half and of the changed halves directly after it on its page, as many as fit in a
    /// transfer.
    private mutating func dots(from first: Int, _ frame: DisplayFrame) -> DisplayBurst {
        var burst = DisplayBurst()
        burst.append(OLEDChip.data)
        var half = first
        let page = first / cells.columns
        repeat {
            let (scalar, column) = (scalar(of: half, in: frame), half % cells.columns)
            let width = cells.start(column + 1) - cells.start(column)
            if shown[half] == scalar || !burst.hasRoom(for: width) { break }
            if code.code.isThere {
                for dot in cells.start(column)..<cells.start(column + 1) {
                    burst.append(code.dots(column: dot, page: page))
                }
            } else {
                cells.draw(scalar, column: column, isUpper: page % 2 == 0, shift: shift, into: &burst)
            }
            shown[half] = scalar
            half += 1
        } while half / cells.columns == page
        position = half / cells.columns == page ? half : nil
        return burst
    }
}
