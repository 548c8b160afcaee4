extension YAMLMistake {
    /// A line of the file. All offsets are in bytes from the start of the file.
    struct Line {
        let text: Text
        let begin: Int
        /// The offset of the line break or the end of the file.
        let end: Int
        /// The offset of the first character that is not blank.
        let first: Int
        /// The offset of the first character after the dashes of list items.
        let body: Int

        init(_ text: Text, around offset: Int) {
            let bytes = text.bytes
            func isBreak(_ at: Int) -> Bool { bytes[at] == 10 || bytes[at] == 13 }
            var begin = min(offset, text.count)
            while begin > 0 && !isBreak(begin - 1) { begin -= 1 }
            var end = begin
            while end < text.count && !isBreak(end) { end += 1 }
            func isBlank(_ at: Int) -> Bool { at < end && (bytes[at] == 32 || bytes[at] == 9) }
            var first = begin
            while isBlank(first) { first += 1 }
            var body = first
            while body < end && bytes[body] == UInt8(ascii: "-") && isBlank(body + 1) {
                body += 1
                while isBlank(body) { body += 1 }
            }
            self.text = text
            (self.begin, self.end, self.first, self.body) = (begin, end, first, body)
        }

        /// The number of blanks before the first character.
        var indentation: Int { first - begin }

        /// Whether the line is blank, or contains only a comment.
        var isEmpty: Bool { first == end || text.bytes[first] == UInt8(ascii: "#") }

        /// The offset of the next line, or of the second byte of a line break of two bytes.
        var next: Int { end + 1 }

        /// The nearest non-empty line above; nil if there is none.
        var above: Line? {
            var line = self
            while line.begin > 0 {
                line = Line(text, around: line.begin - 1)
                if !line.isEmpty { return line }
            }
            return nil
        }

        /// The offset of the first colon that ends a key: a blank or the line break follows.
        var colon: Int? {
            for at in body..<end where text.bytes[at] == UInt8(ascii: ":") && endsKey(at) { return at }
            return nil
        }

        private func endsKey(_ colon: Int) -> Bool {
            colon + 1 == end || text.bytes[colon + 1] == 32 || text.bytes[colon + 1] == 9
        }

        /// The offset of the first colon if it directly follows the first word of the line and is followed by no
        /// blank.
        var gluedColon: Int? {
            for at in body..<end {
                switch text.bytes[at] {
                case UInt8(ascii: ":"): return at == body || endsKey(at) ? nil : at
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 32:
                    continue
                default: return nil
                }
            }
            return nil
        }

        /// Whether the line begins with a dash directly followed by a word, a quote or a bracket.
        var hasGluedDash: Bool {
            first + 1 < end && text.bytes[first] == UInt8(ascii: "-")
                && (text.bytes[first + 1] > 57 || text.bytes[first + 1] == UInt8(ascii: "\""))
        }
    }
}
