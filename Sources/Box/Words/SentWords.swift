/// Splits arguments of the command line into the words of messages.
enum SentWords {
    /// Splits at blanks, commas and quotes. `=` is always a separate word, and text in parentheses is dropped as a
    /// remark.
    ///
    /// A text, such as lyrics, is one word: in quotes, in which a quote is written twice, or as a separate argument.
    static func split(_ arguments: [String]) -> [String] {
        var words: [String] = []
        for argument in arguments {
            let bytes = Array(argument.utf8)
            let isText = UMPNames.isTextNext(after: words[...]) && bytes.first != UInt8(ascii: "\"")
            if isText && !UMPNames.pieces.contains(argument) {
                words.append(argument)
            } else {
                split(bytes[...], &words)
            }
        }
        return words
    }

    private static func split(_ bytes: ArraySlice<UInt8>, _ words: inout [String]) {
        var rest = bytes
        var word: [UInt8] = []
        func end() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                end()
                // The name of a program keeps its quotes, which distinguish a name from a number (U10).
                if words.last == "program" {
                    words.append("\"\(quoted(&rest))\"")
                } else if UMPNames.isTextNext(after: words[...]) {
                    words.append(quoted(&rest))
                }
            case UInt8(ascii: " "), UInt8(ascii: ","): end()
            case UInt8(ascii: "("):
                end()
                while let byte = rest.popFirst(), byte != UInt8(ascii: ")") {}
            case UInt8(ascii: "="):
                end()
                words.append("=")
            default: word.append(byte)
            }
        }
        end()
    }

    /// Reads a text up to its closing quote.
    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") {
                if rest.first != byte { break }
                rest.removeFirst()
            }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
