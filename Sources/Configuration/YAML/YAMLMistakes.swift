import Settings

/// Reports several syntax errors of a file, although libyaml stops at the first.
///
/// Blanks the entry that contains a mistake and parses the rest again. Reports only common mistakes of the rest:
/// another error may be a consequence of the blanks.
struct YAMLMistakes {
    private var text: [UInt8]
    private let file: Int32
    private let log: DiagnosticLog

    /// Reports the first mistake of a text and further mistakes.
    static func report(_ text: [UInt8], from first: YAMLParser.SyntaxError, file: Int32, log: DiagnosticLog) {
        var mistakes = YAMLMistakes(text, file: file, log: log)
        mistakes.report(from: first)
    }

    private init(_ text: [UInt8], file: Int32, log: DiagnosticLog) {
        // A byte order mark does not belong to the first line.
        self.text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
        (self.file, self.log) = (file, log)
    }

    private mutating func report(from first: YAMLParser.SyntaxError) {
        var mistake = first
        let most = text.count <= ReadingLimits.syntaxErrorBytes ? ReadingLimits.syntaxErrors : 1
        for _ in 1..<most {
            log.error(mistake.place, mistake.message)
            guard blank(entryAt: mistake.offset), let next = nextMistake(), next.isCommon else { return }
            mistake = next
        }
        log.error(mistake.place, mistake.message)
    }

    /// Returns the first mistake in the remaining text; nil if the text is valid or cannot be read for another reason.
    private func nextMistake() -> YAMLParser.SyntaxError? {
        let scratch = DiagnosticLog()
        var mistake: YAMLParser.SyntaxError?
        let file = scratch.file("")
        _ = YAMLParser.parse(text, file: file, log: scratch, into: Arena(), mistake: &mistake)
        mistake?.place.file = self.file
        return mistake
    }

    /// Returns the outermost bracket that is open at an offset; nil if there is none.
    private func outermostOpener(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var (depth, found): (Int, Int?) = (0, nil)
        for at in (0..<min(offset, bytes.count)).reversed() {
            switch bytes[at] {
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth += 1
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if depth == 0 { found = at } else { depth -= 1 }
            default: continue
            }
        }
        return found
    }

    /// Blanks the line at an offset, or the line of the outermost bracket that is open there, with the lines that
    /// belong to it: lines indented deeper, closing brackets, and a key's list items in the key's column. Returns
    /// false if these lines were blank.
    private mutating func blank(entryAt offset: Int) -> Bool {
        let all = text.withUnsafeBufferPointer { bytes -> Range<Int> in
            let text = Text(bytes)
            let entry = YAMLMistake.Line(text, around: outermostOpener(of: offset, in: bytes) ?? offset)
            let isItem = entry.body > entry.first
            var end = entry.end
            while end < text.count {
                let line = YAMLMistake.Line(text, around: end + 1)
                if line.begin <= end { break }
                if !line.isEmpty && line.indentation <= entry.indentation {
                    let first = bytes[line.first]
                    let isCloser = first == UInt8(ascii: "]") || first == UInt8(ascii: "}")
                    let isItemOfKey = !isItem && first == UInt8(ascii: "-") && line.indentation == entry.indentation
                    if !isCloser && !isItemOfKey { break }
                }
                end = line.end
            }
            return entry.begin..<end
        }
        var isAny = false
        for offset in all where text[offset] != 10 && text[offset] != 13 {
            if text[offset] != 32 { isAny = true }
            text[offset] = 32
        }
        return isAny
    }
}
