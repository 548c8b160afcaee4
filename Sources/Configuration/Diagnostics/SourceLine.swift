/// The line of a file to show below a message, with a caret under the place.
package struct SourceLine: Equatable, Sendable {
    /// The line, or the part around the place; safe for a terminal, with four blanks for each tab.
    package let text: String
    /// Number of terminal columns before the place.
    package let columnsBefore: Int

    /// The most characters before the place, and the most columns of the text, so that a terminal of 80 columns has
    /// room for both and for the line number.
    private static let (mostBefore, mostColumns) = (52, 72)

    /// Shows the line around an offset in a text; nil if the line is empty.
    ///
    /// - Parameter hidden: the ranges that are shown as `…`, in order.
    init?(_ text: UnsafeBufferPointer<UInt8>, at offset: Int, hiding hidden: [Range<Int>] = []) {
        var start = offset
        var count = 0
        while start > 0 && !LineBreak.ends(text, before: start) && count <= SourceLine.mostBefore {
            start -= 1
            if text[start] & 0xC0 != 0x80 { count += 1 }
        }
        var end = offset
        // A character has at most four bytes.
        while end < text.count && end < offset + 4 * SourceLine.mostColumns && LineBreak.length(text, at: end) == 0 {
            end += 1
        }
        if start == 0 && text.starts(with: [0xEF, 0xBB, 0xBF]) { start = min(3, offset) }
        if start == end { return nil }
        let hidden = hidden.filter { $0.overlaps(start..<end) }
        // A long line is cut at its start: the characters just before the place help most.
        let isCut = count > SourceLine.mostBefore
        let before = (isCut ? "…" : "") + SourceLine.shown(text, start..<offset, of: start, hiding: hidden)
        let after = SourceLine.shown(text, offset..<end, of: start, hiding: hidden)
        columnsBefore = CharacterWidth.columns(before)
        var line = before
        var columns = columnsBefore
        for scalar in after.unicodeScalars {
            columns += CharacterWidth.columns(scalar)
            if columns >= SourceLine.mostColumns {
                line += "…"
                break
            }
            line.unicodeScalars.append(scalar)
        }
        self.text = line
    }

    /// Creates a line from bytes that contain nothing else.
    ///
    /// - Parameter column: the column of the place, from 1 in characters.
    package init?(line: ArraySlice<UInt8>, column: Int) {
        let shown: SourceLine? = line.withUnsafeBufferPointer { bytes in
            var cursor = SourceCursor()
            cursor.advance(in: bytes, to: 1, column)
            return SourceLine(bytes, at: cursor.offset)
        }
        guard let shown else { return nil }
        self = shown
    }

    /// - Parameter line: the offset at which the shown line begins.
    private static func shown(
        _ text: UnsafeBufferPointer<UInt8>, _ part: Range<Int>, of line: Int, hiding hidden: [Range<Int>]
    ) -> String {
        var bytes: [UInt8] = []
        for index in part {
            if let range = hidden.first(where: { $0.contains(index) }) {
                if index == max(range.lowerBound, line) { bytes += Array("…".utf8) }
            } else if text[index] == 9 {
                bytes += [32, 32, 32, 32]
            } else {
                bytes.append(text[index])
            }
        }
        let visible = bytes.withUnsafeBytes { VisibleText.escaped($0, keepsLines: false) } ?? bytes
        return String(decoding: visible, as: UTF8.self)
    }
}

/// A position in a text that only moves forward, so that one pass finds the lines of many messages.
struct SourceCursor {
    private(set) var offset = 0
    private var line = 1
    private var column = 1

    /// Moves to a line and a column, both from 1, the column in characters; stops at the end of the line.
    mutating func advance(in text: UnsafeBufferPointer<UInt8>, to line: Int, _ column: Int) {
        // A byte order mark does not count as a character.
        if offset == 0 && text.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        while self.line < line && offset < text.count {
            let length = LineBreak.length(text, at: offset)
            if length > 0 { (self.line, self.column) = (self.line + 1, 1) }
            offset += max(1, length)
        }
        while self.line == line && self.column < column && offset < text.count {
            if LineBreak.length(text, at: offset) > 0 { return }
            offset += 1
            while offset < text.count && text[offset] & 0xC0 == 0x80 { offset += 1 }
            self.column += 1
        }
    }
}

/// The line breaks of YAML 1.1: LF, CR, CR LF, NEL, LS and PS.
enum LineBreak {
    /// Returns the length in bytes of the line break at an offset; 0 if there is none.
    static func length(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
        func byte(_ index: Int) -> UInt8 { offset + index < text.count ? text[offset + index] : 0 }
        switch byte(0) {
        case 10: return 1
        case 13: return byte(1) == 10 ? 2 : 1
        case 0xC2: return byte(1) == 0x85 ? 2 : 0
        case 0xE2: return byte(1) == 0x80 && byte(2) & 0xFE == 0xA8 ? 3 : 0
        default: return 0
        }
    }

    /// Whether a line begins at an offset: after a line break, or at 0.
    static func ends(_ text: UnsafeBufferPointer<UInt8>, before offset: Int) -> Bool {
        (1...3).contains { offset >= $0 && length(text, at: offset - $0) == $0 } || offset == 0
    }
}
