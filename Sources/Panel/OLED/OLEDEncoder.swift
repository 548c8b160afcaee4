/// Makes an OLED show frames with as few transfers as possible.
///
/// It remembers the halves of the cells that the memory of the chip holds, and the current address, and writes only halves
/// that differ. A half of a cell is part of one page.
struct OLEDEncoder: Sendable {
    let chip: OLEDChip
    let cells: OLEDCells
    /// The scalar of each half, page by page; `unknown` before it is written.
    private var shown = InlineArray<168, UInt32>(repeating: unknown)
    /// The half at the current address; nil if unknown. At the end of a page the address begins the page anew.
    private var position: Int?
    /// Where the picture stands (`OLEDCells.draw`).
    private var shift = 0

    private static let unknown = UInt32.max

    init(_ chip: OLEDChip, columns: Int) {
        precondition(16...21 ~= columns, "no such display")
        self.chip = chip
        cells = OLEDCells(columns: columns)
    }

    private var count: Int { OLEDChip.pages * cells.columns }

    /// Forgets the content of the chip, so that everything is written again.
    ///
    /// - Parameter shift: where the picture stands from then on.
    mutating func forget(shift: Int) {
        self.shift = shift
        shown = InlineArray(repeating: OLEDEncoder.unknown)
        position = nil
    }

    /// Returns the next transfer towards showing a frame, an address or dots; nil if the OLED shows it. It counts as arrived:
    /// if it fails, call `forget`.
    mutating func next(for frame: DisplayFrame) -> DisplayBurst? {
        precondition(frame.columns == cells.columns && frame.rows == 4, "a frame for another display")
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

    /// The scalar whose upper or lower half a half shows.
    private func scalar(of half: Int, in frame: DisplayFrame) -> UInt32 {
        frame.shape(row: half / cells.columns / 2, column: half % cells.columns)
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

    /// Returns the dots of a half and of those behind it on its page that differ too, as many as one transfer takes.
    private mutating func dots(from first: Int, _ frame: DisplayFrame) -> DisplayBurst {
        var burst = DisplayBurst()
        burst.append(OLEDChip.data)
        var half = first
        let page = first / cells.columns
        repeat {
            let (scalar, column) = (scalar(of: half, in: frame), half % cells.columns)
            let width = cells.start(column + 1) - cells.start(column)
            if shown[half] == scalar || !burst.hasRoom(for: width) { break }
            cells.draw(scalar, column: column, isUpper: page % 2 == 0, shift: shift, into: &burst)
            shown[half] = scalar
            half += 1
        } while half / cells.columns == page
        position = half / cells.columns == page ? half : nil
        return burst
    }
}
