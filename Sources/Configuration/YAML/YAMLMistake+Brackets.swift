/// Mistakes in flow style, between braces or brackets.
extension YAMLMistake {
    /// Finds the mistake if a value is followed by neither a comma nor the closing bracket.
    func inBrackets(from opener: Int) -> Found? {
        if isCloser(mark) {
            let closer = closer(of: opener)
            return (opener, "this `\(letter(opener))` is not closed; write a `\(closer)` before the `\(letter(mark))`")
        }
        if !isClosed(opener) {
            let line = Line(text, around: opener)
            let comment = (opener..<line.end).first { byte($0) == UInt8(ascii: "#") && isBlank($0 - 1) }
            guard let comment, (comment..<line.end).contains(where: isCloser) else { return isNotClosed(opener) }
            return (comment, "everything behind `#` is a comment, and `\(letter(opener))` is not closed before it")
        }
        if byte(mark) != UInt8(ascii: ":") { return comma(mark) }
        // YAML reads the word before the colon, and an unquoted value before that, as one text.
        guard let last = before(mark) else { return nil }
        var begin = last
        while begin > opener && byte(begin - 1) > 32 && !isOpenerOrComma(begin - 1) { begin -= 1 }
        guard let previous = before(begin) else { return nil }
        if byte(previous) == UInt8(ascii: ":") { return colonInText(begin) }
        return comma(begin)
    }

    /// The innermost bracket that is open at `mark`.
    var opener: Int? {
        var depth = 0
        for offset in (0..<min(mark, text.count)).reversed() {
            if isCloser(offset) { depth += 1 }
            if isOpener(offset) { depth -= 1 }
            if depth < 0 { return offset }
        }
        return nil
    }

    private func isOpener(_ offset: Int) -> Bool { ("[{" as Text).contains(byte(offset)) }

    private func isOpenerOrComma(_ offset: Int) -> Bool { ("[{," as Text).contains(byte(offset)) }

    private func comma(_ at: Int) -> Found {
        let line = Line(text, around: at)
        // With a colon, the words may also be meant as one text.
        let orQuotes = at > line.first && byte(mark) == UInt8(ascii: ":") ? ", or the text needs quotes" : ""
        return (at, "a comma is missing before `\(word(at))`\(orQuotes)")
    }

    /// Whether a bracket is closed before a line that is indented no deeper than the bracket's line.
    private func isClosed(_ opener: Int) -> Bool {
        var line = Line(text, around: opener)
        let indentation = line.indentation
        var (depth, quote): (Int, UInt8) = (0, 0)
        var at = opener
        while at < text.count {
            if at >= line.end {
                line = Line(text, around: line.next)
                if !line.isEmpty && line.indentation <= indentation && !isCloser(line.first) { return false }
                at = line.begin
                if at >= text.count { return false }
            }
            let here = byte(at)
            if quote != 0 {
                if here == quote { quote = 0 }
            } else if here == UInt8(ascii: "\"") || here == UInt8(ascii: "'") {
                // A quote within a word is an apostrophe.
                if at == line.begin || byte(at - 1) <= 32 || isOpenerOrComma(at - 1) { quote = here }
            } else if here == UInt8(ascii: "#") && (at == line.begin || isBlank(at - 1)) {
                at = line.end
                continue
            } else if isOpener(at) {
                depth += 1
            } else if isCloser(at) {
                depth -= 1
                if depth == 0 { return true }
            }
            at += 1
        }
        return false
    }
}
