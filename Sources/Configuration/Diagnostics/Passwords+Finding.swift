extension Passwords {
    /// Returns the range of the value behind a colon; `line` is the offset at which the line of the key begins.
    func value(after colon: Int, key: Int, line: Int) -> Range<Int> {
        let start = endOfBlanks(colon + 1)
        // In a line of its own, a key has the whole rest of the line, and lines that are indented deeper.
        let isAlone = text[line..<key].allSatisfy { (" -\"'" as Text).contains($0) }
        let column = isAlone ? key - line : 0
        if start == text.count { return start..<start }
        // The value may stand in the next line, and what seems to be a comment may be the value.
        let isLater = isLineEnd(start) || text[start] == UInt8(ascii: "#")
        let next = isLater ? nextLine(start, deeperThan: column) : nil
        return start..<end(of: next ?? start, isAlone: isAlone, column)
    }

    /// Returns the first byte of the next line with text, if it is indented deeper than a column; else nil.
    private func nextLine(_ at: Int, deeperThan column: Int) -> Int? {
        var begin = endOfLine(at)
        while begin < text.count {
            begin += max(1, LineBreak.length(text, at: begin))
            let first = endOfBlanks(begin)
            if first < text.count && !isLineEnd(first) { return first - begin > column ? first : nil }
            begin = first
        }
        return nil
    }

    private func end(of start: Int, isAlone: Bool, _ column: Int) -> Int {
        if isQuote(start), let end = endOfQuoted(start) {
            if isAtEnd(end) { return end }
            // In braces the comma before the next key may be missing.
            let next = endOfBlanks(end)
            if !isAlone && next > end && beginsKey(next) { return end }
        }
        if isAlone {
            var end = endOfLine(start)
            while let next = nextLine(end, deeperThan: column) { end = endOfLine(next) }
            return end
        }
        var at = start
        while at < text.count && !isLineEnd(at) {
            if text[at] == UInt8(ascii: "}") {
                if isAtEnd(at + 1) { return at }
                at = endOfClosers(at)
            } else {
                if text[at] == UInt8(ascii: ",") && beginsKey(endOfBlanks(at + 1)) { return at }
                at += 1
            }
        }
        return at
    }

    /// Returns the offset behind the closing quote; nil if the line has none.
    private func endOfQuoted(_ start: Int) -> Int? {
        let quote = text[start]
        var at = start + 1
        while at < text.count && !isLineEnd(at) {
            if text[at] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") {
                at += 1
            } else if text[at] == quote {
                if quote == UInt8(ascii: "\"") || at + 1 == text.count || text[at + 1] != quote { return at + 1 }
                at += 1
            }
            at += 1
        }
        return nil
    }

    /// Whether a value may end at an offset: behind closing brackets and a comma, the line ends or something else
    /// begins.
    private func isAtEnd(_ at: Int) -> Bool {
        var next = endOfClosers(at)
        let isComma = next < text.count && text[next] == UInt8(ascii: ",")
        if isComma { next = endOfBlanks(next + 1) }
        if next == text.count || isLineEnd(next) { return true }
        if text[next] == UInt8(ascii: "#") { return endOfBlanks(next - 1) == next }
        return isComma && (text[next] == UInt8(ascii: "{") || beginsKey(next))
    }

    private func endOfClosers(_ at: Int) -> Int {
        text[at...].indices.first { !(" ]}" as Text).contains(text[$0]) } ?? text.count
    }

    /// Whether a key with a colon and a blank begins at an offset.
    private func beginsKey(_ at: Int) -> Bool {
        guard at < text.count, let colon = colon(ofKeyAt: at), colon > at else { return false }
        return colon + 1 == text.count || text[colon + 1] == 32 || isLineEnd(colon + 1)
    }
}

// MARK: - Keys

extension Passwords {
    func isWordByte(_ at: Int) -> Bool {
        switch text[at] {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    func endOfWord(_ at: Int) -> Int {
        text[at...].indices.first { !isWordByte($0) } ?? text.count
    }

    /// Returns the offset of the colon behind a key, which may be in quotes; nil if no colon is there.
    func colon(ofKeyAt at: Int) -> Int? {
        var end = endOfWord(at)
        if end < text.count && isQuote(end) { end += 1 }
        end = endOfBlanks(end)
        return end < text.count && text[end] == UInt8(ascii: ":") ? end : nil
    }

    /// Whether a word is `password` or misspelt so.
    func isPassword(_ at: Int) -> Bool {
        let word = text[at..<endOfWord(at)]
        guard 6...12 ~= word.count else { return false }
        return nearest(to: String(decoding: word, as: UTF8.self), among: ["password", "passphrase", "passwd"]) != nil
    }

    private func isQuote(_ at: Int) -> Bool { text[at] == UInt8(ascii: "\"") || text[at] == UInt8(ascii: "'") }

    private func endOfBlanks(_ at: Int) -> Int {
        text[at...].indices.first { text[$0] != 32 && text[$0] != 9 } ?? text.count
    }

    func isLineEnd(_ at: Int) -> Bool { LineBreak.length(text, at: at) > 0 }
    private func endOfLine(_ at: Int) -> Int { text[at...].indices.first { isLineEnd($0) } ?? text.count }
}
