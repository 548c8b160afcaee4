/// Finds the mistake behind a libyaml error, and describes what is wrong and what to write.
///
/// libyaml reports only where it stopped, often lines after the mistake, and in terms for programmers. All offsets are
/// in bytes from the start of the file.
struct YAMLMistake {
    /// A mistake: its offset in bytes, and the message.
    typealias Found = (at: Int, message: String)

    let text: Text
    /// libyaml's message: what was unexpected (`problem`), and what libyaml was reading (`context`).
    let problem: Text
    let context: Text
    /// The offset at which libyaml stopped.
    let mark: Int
    /// The offset of the value that libyaml was reading; `mark` if libyaml reports none.
    let start: Int
    /// The last value that was read, including its quotes; empty if this value is unquoted.
    let quoted: Range<Int>

    /// Returns the mistake; nil for rare errors, which are reported in libyaml's words.
    func find() -> Found? {
        if byte(mark) == 9 { return tab }
        if context.begins(with: "while scanning an a") || context.begins(with: "while scanning a block scalar")
            || context.begins(with: "while scanning a directive")
        {
            return needsQuotes(start)
        }
        if context.begins(with: "while scanning a quoted") { return isNotClosed(start) }
        if context.begins(with: "while parsing a quoted") { return escape }
        if problem.begins(with: "found character that cannot") || problem.begins(with: "mapping keys are not") {
            return needsQuotes(mark)
        }
        if problem.begins(with: "found unexpected ':'") { return glued(Line(text, around: mark), colon: mark) }
        if problem.begins(with: "block sequence entries") { return listInLine }
        if let behind = behindQuotes { return behind }
        if problem.begins(with: "did not find expected node content") { return noContent }
        if problem.begins(with: "did not find expected ','") { return inBrackets(from: start) }
        return inBlock
    }

    /// Returns the byte at an offset; 0 at the end of the file.
    func byte(_ offset: Int) -> UInt8 { offset < text.count ? text.bytes[offset] : 0 }

    func isBlank(_ offset: Int) -> Bool { byte(offset) == 32 || byte(offset) == 9 }

    func isCloser(_ offset: Int) -> Bool { byte(offset) == UInt8(ascii: "}") || byte(offset) == UInt8(ascii: "]") }

    /// Returns the character at an offset, which must be ASCII.
    func letter(_ offset: Int) -> Text { text[offset..<min(offset + 1, text.count)] }

    /// Returns the bracket that closes the bracket at an offset.
    func closer(of offset: Int) -> Text { byte(offset) == UInt8(ascii: "{") ? "}" : "]" }

    /// Returns the word that begins at an offset.
    func word(_ offset: Int) -> String {
        var end = offset
        while end < text.count && byte(end) > 32 && !isIndicator(end) { end += 1 }
        return clipped(text[offset..<max(end, min(offset + 1, text.count))])
    }

    /// Whether the character at an offset is a colon or a flow-style indicator.
    private func isIndicator(_ offset: Int) -> Bool { (",[]{}:" as Text).contains(byte(offset)) }

    /// Returns the last offset before another that is neither blank nor a line break; nil if there is none.
    func before(_ offset: Int) -> Int? {
        var at = offset - 1
        while at >= 0 && byte(at) <= 32 { at -= 1 }
        return at < 0 ? nil : at
    }

    private var tab: Found {
        let line = Line(text, around: mark)
        if mark < line.first { return (mark, "a tab indents this line; indent with blanks") }
        return (mark, "a tab stands here; write a blank")
    }

    /// Describes an unquoted text that begins with a character reserved by YAML.
    func needsQuotes(_ at: Int) -> Found {
        (at, "a text cannot begin with `\(letter(at))` here; put it in quotes\(suggestion(at))")
    }

    /// Suggests the text at an offset in quotes, such as ": `"text"`"; empty if the text already contains quotes.
    func suggestion(_ at: Int) -> String {
        let line = Line(text, around: at)
        var depth = 0
        for offset in line.begin..<at {
            if byte(offset) == UInt8(ascii: "[") || byte(offset) == UInt8(ascii: "{") { depth += 1 }
            if isCloser(offset) { depth -= 1 }
        }
        var end = at
        while end < line.end && !(isBlank(end) && byte(end + 1) == UInt8(ascii: "#")) {
            if depth > 0 && (byte(end) == UInt8(ascii: ",") || isCloser(end)) { break }
            end += 1
        }
        let value = text[at..<end].trimmed
        if value.contains(UInt8(ascii: "\"")) || value.contains(UInt8(ascii: "\\")) { return "" }
        return ": `\"\(clipped(value))\"`"
    }

    /// Describes a quote or bracket that is not closed.
    func isNotClosed(_ at: Int) -> Found {
        if byte(at) == UInt8(ascii: "\"") || byte(at) == UInt8(ascii: "'") {
            return (at, "this quote is not closed; the text needs a second `\(letter(at))` at its end")
        }
        return (at, "this `\(letter(at))` is not closed; a `\(closer(of: at))` is missing")
    }

    private var escape: Found {
        var at = min(mark, text.count - 1)
        while at > start && byte(at) != UInt8(ascii: "\\") { at -= 1 }
        return (at, "`\\` has a meaning within double quotes; write `\\\\`, or use single quotes")
    }

    private var listInLine: Found {
        (mark, "a list begins in a line of its own, or stands in brackets: `[a, b]`")
    }

    /// Describes a colon after a key that lacks a blank after the colon.
    func glued(_ line: Line, colon: Int) -> Found {
        var end = colon
        while end > line.first && isBlank(end - 1) { end -= 1 }
        var begin = end
        while begin > line.begin && byte(begin - 1) > 32 && !isIndicator(begin - 1) { begin -= 1 }
        return (colon, "a blank is missing behind this colon; write `\(clipped(text[begin..<end])): …`")
    }

    /// The mistake of text directly after the closing quote.
    private var behindQuotes: Found? {
        if quoted.isEmpty || mark >= text.count || isCloser(mark) { return nil }
        for offset in quoted.upperBound..<max(quoted.upperBound, mark) where !isBlank(offset) { return nil }
        // Texts of several lines, or with a blank at the end, are rare: the last quote was probably meant to begin
        // another text.
        if isBlank(quoted.upperBound - 2)
            || Line(text, around: quoted.lowerBound).begin != Line(text, around: quoted.upperBound).begin
        {
            return isNotClosed(quoted.lowerBound)
        }
        if quoted.upperBound != mark && problem.begins(with: "did not find expected ','") { return nil }
        return textBehindQuote(quoted.lowerBound, at: mark)
    }

    func textBehindQuote(_ quote: Int, at offset: Int) -> Found {
        let within = byte(quote) == UInt8(ascii: "'") ? "''" : "\\\""
        let what = "the text in quotes ends before `\(word(offset))`"
        return (offset, "\(what); put all of it in quotes, and write a quote within as `\(within)`")
    }

    private var noContent: Found? {
        if byte(mark) == UInt8(ascii: "-") { return listInLine }
        if isCloser(mark) || mark >= text.count, let opener { return inBrackets(from: opener) }
        if mark >= text.count { return nil }
        if context.begins(with: "while parsing a block") { return needsQuotes(mark) }
        return (mark, "a value is missing before `\(letter(mark))`")
    }
}
