/// A request that only the page's process may make, one line (W1, W4, L6).
enum PageRequest: Equatable {
    /// `alive`: a sign of life.
    case alive
    /// `busy`: no sign of life comes until the next `alive`, which may take a minute.
    case busy
    /// `answer N | TEXT`, `answer N ok`, `answer N error TEXT`: a part of the answer to `ask N`.
    case answer(Int, Part)
    /// `code show 482913 60`: the display shows the code for some seconds.
    case showCode(UInt32, seconds: Int)
    /// `code end`: the display shows the code no more.
    case endCode
    /// `wifi code`: the QR code of the access point, which holds its password (L6).
    case wifiCode
    /// `said TEXT`: the display shows the text for a moment.
    case said(String)

    enum Part: Equatable {
        case line(String)
        case done
        case refused(String)
    }

    /// Parses a request; nil for other requests and for malformed ones.
    ///
    /// - Parameter line: the line without its line feed.
    init?(_ line: ArraySlice<UInt8>) {
        let (verb, rest) = PageRequest.split(line)
        switch verb {
        case "alive" where rest.isEmpty: self = .alive
        case "busy" where rest.isEmpty: self = .busy
        case "answer":
            let (number, part) = PageRequest.split(rest)
            guard let number = Int(number), let part = PageRequest.part(part) else { return nil }
            self = .answer(number, part)
        case "code":
            let (word, rest) = PageRequest.split(rest)
            if word == "end" && rest.isEmpty {
                self = .endCode
                return
            }
            let (digits, time) = PageRequest.split(rest)
            guard word == "show", digits.utf8.count == 6, digits.utf8.allSatisfy({ 48...57 ~= $0 }),
                let code = UInt32(digits), let seconds = Int(String(decoding: time, as: UTF8.self)),
                1...WebChildLimits.codeSeconds ~= seconds
            else { return nil }
            self = .showCode(code, seconds: seconds)
        case "wifi" where rest.elementsEqual("code".utf8): self = .wifiCode
        case "said" where !rest.isEmpty: self = .said(String(decoding: rest, as: UTF8.self))
        default: return nil
        }
    }

    private static func part(_ text: ArraySlice<UInt8>) -> Part? {
        let (word, rest) = split(text)
        switch word {
        case "|": return .line(String(decoding: rest, as: UTF8.self).visible)
        case "ok" where rest.isEmpty: return .done
        case "error": return .refused(String(decoding: rest, as: UTF8.self).visible)
        default: return nil
        }
    }

    /// Splits a line into its first word and the rest after the blank.
    private static func split(_ line: ArraySlice<UInt8>) -> (word: String, rest: ArraySlice<UInt8>) {
        let word = line.prefix { $0 != UInt8(ascii: " ") }
        return (String(decoding: word, as: UTF8.self), line.dropFirst(word.count + 1))
    }
}
