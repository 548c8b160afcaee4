/// Where the values of `password` stand in a file: shown lines and messages have `…` in their place.
///
/// Found without a parser, because lines of a file that is not valid YAML are shown too. A misspelt `password` counts.
struct Passwords {
    /// The ranges of the values in bytes, in order.
    private(set) var ranges: [Range<Int>] = []
    let text: UnsafeBufferPointer<UInt8>

    /// - Parameter text: must outlive these passwords.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        // Found going forward, because a long line may have many passwords.
        var (at, line, looked) = (0, 0, 0)
        while at < text.count {
            if text[at] | 0x20 != UInt8(ascii: "p") || at > 0 && isWordByte(at - 1) {
                at += 1
            } else if let colon = colon(ofKeyAt: at), isPassword(at) {
                line = (looked..<at).last { isLineEnd($0) }.map { $0 + 1 } ?? line
                looked = at
                let value = value(after: colon, key: at, line: line)
                if !value.isEmpty { ranges.append(value) }
                at = value.upperBound
            } else {
                at = endOfWord(at)
            }
        }
    }

    /// Returns a message about an offset without what it quotes of a password.
    func hidden(in message: String, at offset: Int) -> String {
        if ranges.isEmpty { return message }
        let parts = message.utf8.split(separator: UInt8(ascii: "`"), omittingEmptySubsequences: false)
        let quoted = parts.indices.filter { $0 % 2 == 1 }
        // libyaml may stop right behind the value.
        if ranges.contains(where: { $0.lowerBound <= offset && offset <= $0.upperBound }) {
            // Messages about a password's length and characters quote the key alone.
            if quoted.allSatisfy({ parts[$0].elementsEqual("password".utf8) }) { return message }
            return "this is not valid YAML; put the password in single quotes (`'…'`), and write a quote within as `''`"
        }
        // A key and its value are quoted together where the blank behind the colon is missing.
        if quoted.contains(where: { !Passwords.isWithout(parts[$0]) }) {
            return "a blank is missing behind the colon; write `password: '…'`"
        }
        return message
    }

    /// Whether a text has no password.
    private static func isWithout(_ text: Substring.UTF8View) -> Bool {
        Array(text).withUnsafeBufferPointer { Passwords($0).ranges.isEmpty }
    }
}
