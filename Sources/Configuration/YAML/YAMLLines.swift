/// The bytes of a YAML text, and where its lines begin and end. A line ends in LF, CR LF or CR.
struct YAMLLines {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func isBreak(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }
    static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

    /// The line end that new lines of a text get: CR LF if the text has one, else LF.
    static func end(in bytes: [UInt8]) -> [UInt8] { bytes.contains(13) ? [13, 10] : [10] }

    /// The byte at an offset; nil at the end of the text.
    func byte(_ at: Int) -> UInt8? { at >= 0 && at < bytes.count ? bytes[at] : nil }

    func isBreak(at: Int) -> Bool { byte(at).map { YAMLLines.isBreak($0) } ?? true }

    /// The offset of the first byte of a line.
    func start(ofLineAt at: Int) -> Int {
        var at = at
        while at > 0 && !YAMLLines.isBreak(bytes[at - 1]) { at -= 1 }
        return at
    }

    /// The offset of a line's end: of its LF or CR, or of the end of the text.
    func lineBreak(after at: Int) -> Int {
        var at = at
        while at < bytes.count && !YAMLLines.isBreak(bytes[at]) { at += 1 }
        return at
    }

    /// The offset behind a line's end.
    func end(ofLineAt at: Int) -> Int {
        let end = lineBreak(after: at)
        if end == bytes.count { return end }
        return bytes[end] == 13 && byte(end + 1) == 10 ? end + 2 : end + 1
    }

    /// The offset of the end of the line before the one that begins at `start`.
    func lineBreak(before start: Int) -> Int {
        start >= 2 && bytes[start - 1] == 10 && bytes[start - 2] == 13 ? start - 2 : start - 1
    }

    /// Skips spaces and tabs.
    func skippingBlanks(_ at: Int) -> Int {
        var at = at
        while let byte = byte(at), YAMLLines.isBlank(byte) { at += 1 }
        return at
    }

    /// Skips blanks, line ends and comments.
    func skippingSpace(_ at: Int) -> Int {
        var at = at
        while let byte = byte(at) {
            if byte == UInt8(ascii: "#") {
                at = lineBreak(after: at)
            } else if YAMLLines.isBlank(byte) || YAMLLines.isBreak(byte) {
                at += 1
            } else {
                return at
            }
        }
        return at
    }

    /// Skips the anchor and the tag before a value, and the space behind them.
    ///
    /// - Parameter end: an offset that is not passed.
    func skippingProperties(_ at: Int, _ end: Int) -> Int {
        var at = at
        while at < end, bytes[at] == UInt8(ascii: "&") || bytes[at] == UInt8(ascii: "!") {
            at = min(end, skippingSpace(self.end(ofWordAt: at)))
        }
        return at
    }

    /// The offset behind the anchor and the tag before a value.
    func end(ofPropertiesAt at: Int) -> Int {
        var (at, end) = (at, at)
        while byte(at) == UInt8(ascii: "&") || byte(at) == UInt8(ascii: "!") {
            end = self.end(ofWordAt: at)
            at = skippingSpace(end)
        }
        return end
    }

    private func end(ofWordAt at: Int) -> Int {
        var at = at
        while let byte = byte(at), !YAMLLines.isBlank(byte), !YAMLLines.isBreak(byte) { at += 1 }
        return at
    }

    /// The column of an offset, from 0 in characters.
    func column(of at: Int) -> Int {
        bytes[start(ofLineAt: at)..<at].reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }

    /// Line and column of an offset, from 1 in characters.
    func place(of at: Int) -> (line: Int, column: Int) {
        var (line, next) = (1, end(ofLineAt: 0))
        while next <= at && next < bytes.count {
            line += 1
            next = end(ofLineAt: next)
        }
        return (line, column(of: at) + 1)
    }
}

// MARK: - Comments and items

extension YAMLLines {
    /// Whether the line at `start` has only blanks.
    func isEmpty(lineAt start: Int) -> Bool { start < bytes.count && isBreak(at: skippingBlanks(start)) }

    /// The column of the `#` of a line that has only a comment, from 0; nil for other lines.
    func commentColumn(lineAt start: Int) -> Int? {
        let at = skippingBlanks(start)
        return byte(at) == UInt8(ascii: "#") ? at - start : nil
    }

    /// Whether nothing but blanks stands before an offset in its line.
    func isFirst(_ at: Int) -> Bool { bytes[start(ofLineAt: at)..<at].allSatisfy { YAMLLines.isBlank($0) } }

    /// The start of the lines of an item that is the first of its line: of the comments directly above it that are not
    /// indented more than the item, else of its own line.
    ///
    /// - Parameters:
    ///   - column: that of the item, from 0; nil: comments of any indentation belong to the item.
    ///   - limit: an offset that is not passed, where the item before ends.
    func start(ofItemAt at: Int, column: Int?, limit: Int = 0) -> Int {
        var line = start(ofLineAt: at)
        while line > limit {
            let above = start(ofLineAt: lineBreak(before: line))
            guard above >= limit, let comment = commentColumn(lineAt: above), comment <= column ?? comment else {
                break
            }
            line = above
        }
        return line
    }

    /// The offset behind a comment at the end of a line, or of the line end if only blanks follow; `at` if anything
    /// else follows.
    func end(ofCommentBehind at: Int) -> Int {
        let next = skippingBlanks(at)
        if byte(next) == UInt8(ascii: "#") { return lineBreak(after: next) }
        return isBreak(at: next) ? next : at
    }

    /// Skips lines without text, but not beyond `limit`.
    func skippingEmptyLines(_ at: Int, _ limit: Int) -> Int {
        var at = at
        while at < limit && isEmpty(lineAt: at) { at = end(ofLineAt: at) }
        return at
    }

    /// The start of the first of the lines without text directly before the line at `start`, but not before `limit`.
    func emptyLines(before start: Int, _ limit: Int) -> Int {
        var at = start
        while at > limit {
            let above = self.start(ofLineAt: lineBreak(before: at))
            if above < limit || !isEmpty(lineAt: above) { break }
            at = above
        }
        return at
    }

    /// Where a new key goes before another key, and the text around it.
    ///
    /// - Parameters:
    ///   - column: that of the other key, from 0.
    ///   - isAboveComments: whether the new key goes before the comments above the other one.
    func room(
        beforeKeyAt at: Int, column: Int, isInFlow: Bool, isAboveComments: Bool = true
    ) -> (offset: Int, before: String, behind: String) {
        if isInFlow { return (at, "", ", ") }
        let end = String(decoding: YAMLLines.end(in: bytes), as: UTF8.self)
        let blanks = String(repeating: " ", count: max(0, column))
        if isAboveComments && isFirst(at) { return (start(ofItemAt: at, column: column), blanks, end) }
        return (at, "", end + blanks)
    }
}
