/// Columns of a line in characters, from 1, for offsets that only grow: one pass over the line counts them all.
public struct CharacterColumns<Line: RandomAccessCollection<UInt8>> where Line.Index == Int {
    private let line: Line
    private var index: Int
    private var column = 1

    public init(_ line: Line) {
        self.line = line
        index = line.startIndex
    }

    /// Returns the column of an index of the line, not before the one asked for last.
    public mutating func column(at index: Int) -> Int {
        while self.index < index {
            self.index += 1
            // A character ends where the next byte continues none.
            if self.index == line.endIndex || line[self.index] & 0xC0 != 0x80 { column += 1 }
        }
        return column
    }
}
