import Compact

/// The words of a line, separated by blanks. A word with blanks is in quotes, in which a quote is written twice: the
/// form of the socket and of `do`.
struct LineWords {
    struct Word: Equatable {
        var text: String
        var isQuoted = false
    }

    private(set) var words: [Word] = []

    /// Splits a line; nil if a quote is not closed.
    init?(_ line: ArraySlice<UInt8>) {
        let quote = UInt8(ascii: "\"")
        var rest = line
        while let byte = rest.first {
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
                rest.removeFirst()
            } else if byte == quote {
                guard let text = LineWords.quoted(&rest) else { return nil }
                words.append(Word(text: String(decoding: text, as: UTF8.self), isQuoted: true))
            } else {
                let word = rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
                words.append(Word(text: String(decoding: word, as: UTF8.self)))
                rest = rest.dropFirst(word.count)
            }
        }
    }

    /// Nanoseconds of a time in milliseconds, such as `81961.146`; nil for another text.
    static func nanoseconds(_ text: String) -> UInt64? {
        var (value, unit, digits, hasPoint) = (UInt64(0), UInt64(1_000_000), 0, false)
        for byte in text.utf8 {
            if byte == UInt8(ascii: ".") && !hasPoint {
                hasPoint = true
                continue
            }
            guard 0x30...0x39 ~= byte, value < UInt64.max / 100 else { return nil }
            digits += 1
            if hasPoint {
                unit /= 10
                value += UInt64(byte - 0x30) * unit
            } else {
                value = value * 10 + UInt64(byte - 0x30) * 1_000_000
            }
        }
        return digits > 0 ? value : nil
    }

    /// Removes a word in quotes; nil if it is not closed.
    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        let quote = UInt8(ascii: "\"")
        var text: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst() {
            if byte != quote {
                text.append(byte)
            } else if rest.first == quote {
                text.append(quote)
                rest.removeFirst()
            } else {
                return text
            }
        }
        return nil
    }

    /// A word that is read back as `text`: in quotes, in which quotes are written twice.
    static func quoted(_ text: String) -> String {
        var word: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { word.append(byte) }
            word.append(byte)
        }
        word.append(UInt8(ascii: "\""))
        return String(decoding: word, as: UTF8.self)
    }

    /// The byte that a word of two hex digits stands for; nil for another word.
    static func byte(_ word: Word) -> UInt8? {
        let digits = Array(word.text.utf8)
        guard digits.count == 2, !word.isQuoted, let high = Digits.value(ofHex: digits[0]),
            let low = Digits.value(ofHex: digits[1])
        else { return nil }
        return high << 4 | low
    }

    /// The word of a packet that eight hex digits stand for; nil for another word.
    static func packetWord(_ word: Word) -> UInt32? {
        let digits = Array(word.text.utf8)
        if digits.count != 8 || word.isQuoted { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard let digit = Digits.value(ofHex: digit) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
