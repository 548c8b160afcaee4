/// Mistakes of indentation, colons and dashes in block style.
extension YAMLMistake {
    var inBlock: Found? {
        let line = Line(text, around: mark)
        if line.hasGluedDash {
            return (line.first, "a blank is missing behind this dash; write `- \(word(line.first + 1))`")
        }
        if let colon = line.gluedColon, colon < mark { return glued(line, colon: colon) }
        if problem.begins(with: "could not find expected ':'") { return noColon(Line(text, around: start)) }
        if problem.begins(with: "mapping values") {
            if let colon = line.colon, colon < mark { return colonInValue(line, colon) }
            if let above = line.above, above.colon == nil { return noColon(above) }
            return indentation(line)
        }
        if isCloser(mark) { return (mark, "this `\(letter(mark))` closes nothing; take it out") }
        if mark == line.first && mark < text.count { return indentation(line) }
        if let last = before(mark), isCloser(last), last >= line.begin {
            return (mark, "`\(word(mark))` stands behind the closing `\(letter(last))`; take it out, or use quotes")
        }
        return nil
    }

    /// Describes a line whose key has no colon, or a colon without a blank after it.
    private func noColon(_ line: Line) -> Found? {
        if line.hasGluedDash {
            return (line.first, "a blank is missing behind this dash; write `- \(word(line.first + 1))`")
        }
        if let colon = line.gluedColon { return glued(line, colon: colon) }
        if line.isEmpty || line.colon != nil { return nil }
        let key = word(line.body)
        return (line.body, "a colon is missing behind `\(key)`; write `\(key): …`")
    }

    /// Describes a second colon with a blank after it in one line.
    private func colonInValue(_ line: Line, _ colon: Int) -> Found {
        var begin = colon + 1
        while isBlank(begin) { begin += 1 }
        let value = text[begin..<line.end]
        if byte(begin) == UInt8(ascii: "\"") || byte(begin) == UInt8(ascii: "'") {
            return textBehindQuote(begin, at: mark)
        }
        if value.hasTypographicQuotes {
            return (begin, "curly quotes do not enclose a text; use straight quotes (\")")
        }
        return colonInText(begin)
    }

    /// Describes an unquoted text with a colon and a blank at `mark`.
    func colonInText(_ begin: Int) -> Found {
        (mark, "a colon with a blank behind it ends a key; put the text in quotes\(suggestion(begin))")
    }

    /// Describes a line in a column where no line above begins; suggests the nearest column where one begins.
    private func indentation(_ line: Line) -> Found? {
        let isItem = byte(line.first) == UInt8(ascii: "-")
        var best: (distance: Int, column: Int, at: Int)?
        var limit = Int.max
        var above = line.above
        while let other = above, limit > 0 {
            above = other.above
            if other.indentation >= limit { continue }
            limit = other.indentation
            let isOtherItem = byte(other.first) == UInt8(ascii: "-")
            if isItem ? !isOtherItem : other.colon == nil { continue }
            let at = isItem ? other.first : other.body
            let distance = abs(at - other.begin - line.indentation)
            if distance < best?.distance ?? .max { best = (distance, at - other.begin, at) }
        }
        let wrong = "`\(isItem ? "-" : word(line.first))` stands in the wrong column"
        guard let best, best.distance > 0 else {
            let kinds =
                isItem ? "an item of a list (`-`) cannot stand among keys" : "a key cannot stand among items (`-`)"
            return (line.first, "\(wrong): \(kinds)")
        }
        let number = text.upTo(best.at).bytes.count { $0 == 10 } + 1
        let like = "like `\(word(best.at))` in line \(number)"
        return (line.first, "\(wrong); indent it to column \(best.column + 1), \(like)")
    }
}
