/// A word of a value with its own grammar: `toggle-mute "Bass split"`.
struct Word: Equatable {
    var text: Text
    var quoted: Bool

    /// Splits a text at spaces outside quotes; nil if a quote is not closed.
    static func split(_ text: Text) -> [Word]? {
        let bytes = text.bytes
        var words: [Word] = []
        words.reserveCapacity(4)
        var at = 0
        while true {
            while at < bytes.count && bytes[at] == 32 { at += 1 }
            if at == bytes.count { return words }
            let isQuoted = bytes[at] == UInt8(ascii: "\"")
            if isQuoted { at += 1 }
            let start = at
            let last: UInt8 = isQuoted ? UInt8(ascii: "\"") : 32
            while at < bytes.count && bytes[at] != last { at += 1 }
            words.append(Word(text: text[start..<at], quoted: isQuoted))
            if !isQuoted { continue }
            if at == bytes.count { return nil }
            at += 1
            // A space must follow a closing quote.
            if at < bytes.count && bytes[at] != 32 { return nil }
        }
    }
}
