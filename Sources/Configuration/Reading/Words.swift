/// A word of a value that is a small language of its own: `toggle-mute "Bass split"`.
struct Word: Equatable {
    var text: String
    var quoted: Bool

    /// The words of a text, apart by blanks; nil where a quote does not end.
    static func split(_ text: String) -> [Word]? {
        var words: [Word] = []
        var rest = Array(text.utf8)[...]
        while true {
            rest = rest.drop { $0 == 32 }
            guard let first = rest.first else { return words }
            if first == UInt8(ascii: "\"") {
                rest = rest.dropFirst()
                guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
                words.append(Word(text: String(decoding: rest[..<end], as: UTF8.self), quoted: true))
                rest = rest[(end + 1)...]
                // What follows a quote is apart from it.
                if let next = rest.first, next != 32 { return nil }
            } else {
                let end = rest.firstIndex(of: 32) ?? rest.endIndex
                words.append(Word(text: String(decoding: rest[..<end], as: UTF8.self), quoted: false))
                rest = rest[end...]
            }
        }
    }
}
