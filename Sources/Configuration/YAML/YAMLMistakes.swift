/// Tells several syntax errors of a file together, though libyaml stops at the first.
///
/// The entry with a mistake is blanked, with all that belongs to it, and the rest is parsed again. Of what comes then only common
/// mistakes are told: another error may be a consequence of the blanks.
struct YAMLMistakes {
    private var text: [UInt8]
    private let file: Int32
    private let log: DiagnosticLog

    /// Reports the first mistake of a text, and those behind it.
    static func report(_ text: [UInt8], from first: YAMLParser.SyntaxError, file: Int32, log: DiagnosticLog) {
        var mistakes = YAMLMistakes(text, file: file, log: log)
        mistakes.report(from: first)
    }

    private init(_ text: [UInt8], file: Int32, log: DiagnosticLog) {
        // A byte order mark is no part of the first line.
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

    /// The first mistake of what is left; nil where it is valid, or cannot be read for another reason.
    private func nextMistake() -> YAMLParser.SyntaxError? {
        let scratch = DiagnosticLog()
        var mistake: YAMLParser.SyntaxError?
        let file = scratch.file("")
        _ = YAMLParser.parse(text, file: file, log: scratch, into: Arena(), mistake: &mistake)
        mistake?.place.file = self.file
        return mistake
    }

    /// The outermost bracket that is open at an offset; nil where none is.
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

    /// Blanks the line at an offset, or that of the outermost bracket open there, and the lines that belong to it: those that are
    /// indented deeper, closing brackets, and the items of a key that stand in its own column. False: nothing was there.
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
