import Configuration
import MIDI

/// The words of one line of a script, separated by blanks. A word that contains blanks is in quotes, and a quote in it
/// is written twice. `#` outside quotes begins a comment.
struct ScriptWords {
    struct Problem: Error {
        var column: Int
        var message: String
    }

    struct Word {
        var bytes: ArraySlice<UInt8>
        /// Column of the first character, from 1.
        var column: Int
        var isQuoted: Bool

        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// Whether the word has the form of a byte: two hex digits.
        var isByte: Bool { bytes.count == 2 && bytes.allSatisfy { Digits.value(ofHex: $0) != nil } }

        func problem(_ message: String) -> Problem { Problem(column: column, message: message) }
    }

    private var words: [Word] = []
    private var at = 0
    private let endColumn: Int

    init(_ line: ArraySlice<UInt8>) throws(Problem) {
        var index = line.startIndex
        var columns = CharacterColumns(line)
        while index < line.endIndex {
            let byte = line[index]
            let column = columns.column(at: index)
            if byte == UInt8(ascii: "#") { break }
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") {
                index += 1
            } else if byte == UInt8(ascii: "\"") {
                var text: ArraySlice<UInt8> = []
                var begin = index + 1
                repeat {
                    guard let end = line[(index + 1)...].firstIndex(of: byte) else {
                        throw Problem(column: column, message: "the quote is not closed")
                    }
                    text += line[begin..<end]
                    index = end + 1
                    // Of two quotes in a row, the second is part of the word.
                    begin = index
                } while index < line.endIndex && line[index] == byte
                words.append(Word(bytes: text, column: column, isQuoted: true))
            } else {
                let end =
                    line[index...].firstIndex {
                        $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
                            || $0 == UInt8(ascii: "#")
                    } ?? line.endIndex
                words.append(Word(bytes: line[index..<end], column: column, isQuoted: false))
                index = end
            }
        }
        endColumn = columns.column(at: line.endIndex)
    }

    var isAtEnd: Bool { at == words.count }

    /// The words that are not read yet.
    var rest: [Word] { Array(words[at...]) }

    /// Skips all words that are not read yet.
    mutating func skip() { at = words.count }

    mutating func next(_ what: String) throws(Problem) -> Word {
        if isAtEnd { throw Problem(column: endColumn, message: "\(what) is missing") }
        at += 1
        return words[at - 1]
    }

    mutating func number(_ what: String) throws(Problem) -> Double {
        let word = try next(what)
        guard let value = Digits.decimal(word.bytes) else { throw word.problem("'\(word.text)' is no number") }
        return Double(value) / 1e9
    }

    /// Parses the remaining words as bytes of two hex digits, at least one.
    mutating func bytes() throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        repeat {
            let word = try next("a byte")
            guard word.bytes.count == 2, let high = Digits.value(ofHex: word.bytes[word.bytes.startIndex]),
                let low = Digits.value(ofHex: word.bytes[word.bytes.startIndex + 1])
            else { throw word.problem("'\(word.text)' is no byte of two hex digits") }
            bytes.append(high << 4 | low)
        } while !isAtEnd
        return bytes
    }

    /// Reads the remaining words as whole UMPs, in words of eight hex digits; nil if the first word has another
    /// form.
    mutating func umps() throws(Problem) -> [Message]? {
        guard let first = rest.first, !first.isQuoted, SentMessages.umpWord(first.text) != nil else { return nil }
        var umps: [Message] = []
        while !isAtEnd {
            let head = try next("a word")
            guard var ump = SentMessages.umpWord(head.text).map({ Message($0) }) else {
                throw head.problem("'\(head.text)' is no word of eight hex digits")
            }
            if ump.hasReservedType {
                throw head.problem("'\(head.text)' begins a packet of type \(ump.type), which is reserved")
            }
            for index in 1..<max(ump.wordCount, 1) {
                if isAtEnd { throw head.problem("'\(head.text)' begins a packet of \(ump.wordCount) words") }
                let word = try next("a word")
                guard let value = SentMessages.umpWord(word.text) else {
                    throw word.problem("'\(word.text)' is no word of eight hex digits")
                }
                ump.set(value, inWord: index)
            }
            umps.append(ump)
        }
        return umps
    }

    func finish() throws(Problem) {
        if !isAtEnd { throw words[at].problem("unexpected argument '\(words[at].text)'") }
    }
}
