/// Converts ascending byte offsets in a line to columns, from 1 in characters, with one pass over the line.
package struct CharacterColumns<Line: RandomAccessCollection<UInt8>> where Line.Index == Int {
    private let line: Line
    private var index: Int
    private var column = 1

    package init(_ line: Line) {
        self.line = line
        index = line.startIndex
    }

    /// Returns the column of an index, which must not be less than the previous index.
    package mutating func column(at index: Int) -> Int {
        while self.index < index {
            self.index += 1
            // A character ends before each byte that is not a UTF-8 continuation byte.
            if self.index == line.endIndex || line[self.index] & 0xC0 != 0x80 { column += 1 }
        }
        return column
    }
}
