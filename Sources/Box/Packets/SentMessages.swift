import Configuration
import MIDI

/// The messages of `treadle send`, parsed from words. A note has a length.
///
///     cc 7 = 100 · cc volume=100 channel 3 · note C4 90 · note C4 90 for 2 s · note-off C4 · program 12 · pitch-bend = 8192
///     F0 7E 7F 09 01 F7 · mmc play
struct SentMessages {
    struct Problem: Error {
        var message: String
    }

    private var words: ArraySlice<String>
    private let text: MessageText
    private(set) var parts: [Part] = []
    /// Length in nanoseconds of a note that is written without one.
    static let noteLength: UInt64 = 250_000_000
    private static let longestNote: UInt64 = 3_600_000_000_000

    /// Bytes that are sent at once.
    struct Part: Equatable {
        var bytes: [UInt8]
        /// The note-off of a note; nil for other messages.
        var release: Release?
    }

    struct Release: Equatable {
        var bytes: [UInt8]
        /// Nanoseconds after the note-on.
        var after: UInt64
    }

    /// - Parameters:
    ///   - arguments: arguments of the command line. One argument may hold several words.
    ///   - text: reads the names of notes as the box writes them.
    init(_ arguments: [String], _ text: MessageText) throws(Problem) {
        words = SentMessages.split(arguments)[...]
        self.text = text
        if words.isEmpty { throw Problem(message: "no message is given; \(SentMessages.examples)") }
        while !words.isEmpty { try next() }
    }

    private static let examples =
        "write for example 'cc 7 = 100', 'note C4 90', 'program 12', 'mmc play' or '90 3C 64', then maybe 'channel 3'"

    /// Splits arguments into words at blanks, commas and quotes. `=` is always a word of its own.
    private static func split(_ arguments: [String]) -> [String] {
        var words: [String] = []
        for argument in arguments {
            var word: [UInt8] = []
            for byte in Array(argument.utf8) + [UInt8(ascii: " ")] {
                let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",")
                if !isBlank && byte != UInt8(ascii: "=") {
                    word.append(byte)
                    continue
                }
                if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
                word = []
                if byte == UInt8(ascii: "=") { words.append("=") }
            }
        }
        return words
    }

    private mutating func take() -> String? { words.isEmpty ? nil : words.removeFirst() }

    private mutating func next() throws(Problem) {
        let first = words.first ?? ""
        if isByte { return try raw() }
        words.removeFirst()
        switch first {
        case "message" where isPattern: try pattern()
        case "message": try raw()
        case "mmc": try machineControl()
        case "note": try note(Status.noteOn)
        case "note-off": try note(Status.noteOff)
        case "program" where words.first != "=":
            guard let number = take() else { throw Problem(message: "'program' needs a number 0..127") }
            try read("program \(number)")
        default: try controller(first)
        }
    }

    /// Whether the next word is a byte of two hex digits. `cc` followed by `=` is not.
    private var isByte: Bool {
        guard let word = words.first, SentMessages.byte(word) != nil else { return false }
        return word != "cc" || !words.prefix(4).contains("=")
    }

    /// Whether the next words are a pattern: bytes with `[MSB]`, `[LSB]` or `[CH]` among them.
    private var isPattern: Bool {
        words.first { SentMessages.byte($0) == nil }.map { $0.utf8.contains(UInt8(ascii: "[")) } ?? false
    }

    /// Reads a pattern, and its value if it has a place for one.
    private mutating func pattern() throws(Problem) {
        var text = "message \""
        while let word = words.first, isByte || word.utf8.contains(UInt8(ascii: "[")) {
            text += (text.utf8.last == UInt8(ascii: "\"") ? "" : " ") + word
            words.removeFirst()
        }
        text += "\""
        if words.first == "=" {
            words.removeFirst()
            text += " = " + (take() ?? "")
        }
        try read(text)
    }

    /// Reads whole messages written as bytes.
    private mutating func raw() throws(Problem) {
        var written: [UInt8] = []
        while isByte, let byte = take().flatMap({ SentMessages.byte($0) }) { written.append(byte) }
        var parser = StreamParser()
        var isUnfinished = true
        for byte in written {
            var ends = false
            parser.feed(byte) { ends = $0.sysExStatus.map { $0 == .complete || $0 == .end } ?? true }
            isUnfinished = !ends
        }
        let shown = SentMessages.hex(written)
        if parser.droppedBytes > 0 { throw Problem(message: "'\(shown)' begins without a status byte 80..FF") }
        if isUnfinished { throw Problem(message: "'\(shown)' is not a whole message") }
        if words.first == "channel" { throw Problem(message: "'\(shown)' has its channel in its status byte") }
        parts.append(Part(bytes: written))
    }

    /// Reads a command of machine control, written as in a configuration (N11).
    private mutating func machineControl() throws(Problem) {
        let count = MachineControl.wordCount(Array(words))
        let text = "mmc " + words.prefix(count).joined(separator: " ")
        words = words.dropFirst(count)
        if words.first == "channel" { throw Problem(message: "'\(text)' has no channel") }
        try read(text)
    }

    private mutating func note(_ status: UInt8) throws(Problem) {
        let (name, what) = (take() ?? "", status == Status.noteOn ? "note" : "note-off")
        let key: UInt8
        switch text.note(name) {
        case .good(let note): key = note
        case .bad(let must): throw Problem(message: "'\(what) \(name)' has no note; \(must)")
        }
        var velocity: UInt8 = 64
        if status == Status.noteOn || words.first.map({ SentMessages.isNumber($0) }) == true {
            let text = take()
            guard let value = text.flatMap({ UInt8($0) }), value <= 127 else {
                let shown = "\(what) \(name)" + (text.map { " \($0)" } ?? "")
                throw Problem(message: "'\(shown)': the velocity follows the note, 0..127")
            }
            velocity = value
        }
        var (channel, length): (UInt8, UInt64?) = (0, nil)
        while let word = words.first, word == "channel" || word == "for" && length == nil {
            if word == "for" { length = try self.length("\(what) \(name)") } else { channel = try self.channel() }
        }
        if status == Status.noteOff || velocity == 0 {
            if length != nil { throw Problem(message: "'\(what) \(name) \(velocity)' ends a note and has no length") }
            return parts.append(Part(bytes: [status | channel, key, velocity]))
        }
        let release = Release(bytes: [Status.noteOff | channel, key, 0x40], after: length ?? SentMessages.noteLength)
        parts.append(Part(bytes: [status | channel, key, velocity], release: release))
    }

    /// Reads `for 500 ms` after a note. The unit may be a word of its own.
    private mutating func length(_ note: String) throws(Problem) -> UInt64 {
        words.removeFirst()
        var text = take() ?? ""
        if let unit = words.first, ["us", "ms", "s"].contains(unit) {
            words.removeFirst()
            text += " \(unit)"
        }
        guard let length = TimeText.nanoseconds(text), length <= SentMessages.longestNote else {
            throw Problem(
                message: "'\(note) for \(text)': a length is a time up to an hour with its unit, such as 500 ms")
        }
        return length
    }

    /// Reads `CONTROLLER = VALUE`, written as in a configuration.
    private mutating func controller(_ first: String) throws(Problem) {
        var text = first
        while let word = words.first, word != "=" {
            text += " \(word)"
            words.removeFirst()
        }
        _ = take()
        guard let value = take() else {
            let isNote = first == "note-on" || first == "noteon" || first == "on"
            let hint = isNote ? "did you mean 'note', as in 'note C4 90'?" : SentMessages.examples
            throw Problem(message: "'\(text)' is not a message; \(hint)")
        }
        try read("\(text) = \(value)")
    }

    private mutating func read(_ text: String) throws(Problem) {
        switch self.text.messages(text, channel: try channel()) {
        case .bad(let problem): throw Problem(message: problem)
        case .good(let messages):
            var encoded = InlineArray<8, UInt8>(repeating: 0)
            var bytes: [UInt8] = []
            for message in messages {
                for index in 0..<StreamWriter.encode(message, into: &encoded) { bytes.append(encoded[index]) }
            }
            parts.append(Part(bytes: bytes))
        }
    }

    /// Reads `channel 3` after a message and returns the channel 0..15; 0 if no channel is written.
    private mutating func channel() throws(Problem) -> UInt8 {
        if words.first != "channel" { return 0 }
        words.removeFirst()
        let text = take() ?? ""
        guard let channel = UInt8(text), 1...16 ~= channel else {
            throw Problem(message: "'channel \(text)': channels are 1..16")
        }
        return channel - 1
    }
}

extension SentMessages {
    private static func byte(_ word: String) -> UInt8? {
        let digits = Array(word.utf8)
        guard digits.count == 2, let high = Digits.value(ofHex: digits[0]), let low = Digits.value(ofHex: digits[1])
        else {
            return nil
        }
        return high << 4 | low
    }

    private static func isNumber(_ word: String) -> Bool { word.utf8.allSatisfy { 48...57 ~= $0 } }

    static func hex(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            Digits.hex(UInt32(byte), 2, into: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
