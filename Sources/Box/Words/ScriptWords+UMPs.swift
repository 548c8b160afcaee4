import Configuration

// UMPs in words of eight hex digits, for UMP ports (U12).
extension ScriptWords {
    /// Whether the next word has eight hex digits, as a word of a UMP.
    var isAtWord: Bool { rest.first.map { !$0.isQuoted && ScriptWords.word($0) != nil } ?? false }

    /// Parses the remaining words as words of UMPs, at least one.
    mutating func umpWords() throws(Problem) -> [UInt32] {
        var umps: [UInt32] = []
        repeat {
            let word = try next("a word")
            guard let value = ScriptWords.word(word) else {
                throw word.problem("'\(word.text)' is no word of eight hex digits")
            }
            umps.append(value)
        } while !isAtEnd
        return umps
    }

    private static func word(_ word: Word) -> UInt32? {
        if word.bytes.count != 8 { return nil }
        var value: UInt32 = 0
        for digit in word.bytes {
            guard let digit = Digits.value(ofHex: digit) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
