import Compact

/// One thing that a browser wants done, read from its words (api.md, "Doing").
enum DoStep: Equatable {
    /// An action, in the words of a script.
    case action(String)
    case footswitch(String, isDown: Bool)
    /// `play "keys" 90 3C 50`, `send "synth" 90 3C 50`: whole messages.
    case messages(port: String, isSent: Bool, [PlayedMessage])
    /// `send "synth" mmc play`: messages in words.
    case sentWords(port: String, String)

    /// The longest text, so that the line to the box has room for its own words (`LinkLimits.line`).
    private static let longest = 4096

    init(_ text: String) throws(DoRefusal) {
        let bytes = Array(text.utf8)
        if bytes.count > DoStep.longest { throw .badWords("the words are longer than \(DoStep.longest) bytes") }
        if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw .badWords("the words have a control character") }
        guard let words = LineWords(bytes[...])?.words else { throw .badWords("the quote is not closed") }
        guard let verb = words.first else { throw .badWords("there are no words") }
        let rest = words.dropFirst()
        switch verb.isQuoted ? "" : verb.text {
        case "switch": self = try DoStep.footswitch(Array(rest))
        case "play", "send": self = try DoStep.messages(verb.text, Array(rest), bytes)
        default: self = .action(text)
        }
    }

    /// Whether the step passes all others: notes are to end whatever else is asked.
    var isUrgent: Bool { self == .action("panic") }

    private static func footswitch(_ words: [LineWords.Word]) throws(DoRefusal) -> DoStep {
        guard words.count == 2, let level = words.last?.text, level == "down" || level == "up" else {
            throw .badWords("write for example: switch A down")
        }
        return .footswitch(words[0].text, isDown: level == "down")
    }

    private static func messages(
        _ verb: String, _ words: [LineWords.Word], _ line: [UInt8]
    ) throws(DoRefusal) -> DoStep {
        guard let port = words.first, words.count > 1 else {
            throw .badWords("\(verb) needs a port and a message: \(verb) keys 90 3C 50")
        }
        let isSent = verb == "send"
        if let messages = PlayedMessage.read(words[1...]) {
            return .messages(port: port.text, isSent: isSent, messages)
        }
        if !isSent { throw .badWords("play needs whole messages in hex digits: play keys 90 3C 50") }
        return .sentWords(port: port.text, String(decoding: text(behindPortOf: line), as: UTF8.self))
    }

    /// The text behind the verb and the port, with its quotes.
    private static func text(behindPortOf line: [UInt8]) -> ArraySlice<UInt8> {
        let blank = UInt8(ascii: " ")
        var rest = line.drop { $0 == blank }
        rest = rest.drop { $0 != blank }.drop { $0 == blank }
        if rest.first != UInt8(ascii: "\"") { return rest.drop { $0 != blank } }
        // The quote ends where no other follows it.
        rest.removeFirst()
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "\"") { continue }
            if rest.first != byte { break }
            rest.removeFirst()
        }
        return rest
    }
}
