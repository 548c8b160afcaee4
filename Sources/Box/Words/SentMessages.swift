import Configuration
import MIDI

/// The messages of `treadle send`, parsed from words. Each note has a length.
///
///     cc 7 = 100 · cc volume=100 channel 3 · note C4 90 · note C4 90 for 2 s · note-off C4 · program 12
///     pitch-bend = 8192 · F0 7E 7F 09 01 F7 · mmc play
///
/// Messages of MIDI 2.0 are Universal MIDI Packets (`UMPText` writes the same words):
///
///     note C4 velocity 40000 pitch 60.5 · cc 74 = 0x80000000 · rpn 0/5 = 50 % · flex tempo 120.5 · 40903C00 C0000000
struct SentMessages {
    struct Problem: Error {
        var message: String
    }

    var words: ArraySlice<String>
    let text: MessageText
    private(set) var parts: [Part] = []
    /// Length of a note without a written length, in nanoseconds.
    static let noteLength: UInt64 = 250_000_000
    static let longestNote: UInt64 = 3_600_000_000_000

    /// Messages that are sent together: MIDI 1.0 bytes, or UMPs if bytes cannot express the messages.
    struct Part: Equatable {
        var bytes: [UInt8] = []
        /// Empty if `bytes` are sent.
        var umps: [Message] = []
        /// The note-off of a note; nil for other messages.
        var release: Release?
    }

    struct Release: Equatable {
        var bytes: [UInt8] = []
        var umps: [Message] = []
        /// When the note-off is sent, in nanoseconds after the note-on.
        var after: UInt64
    }

    /// - Parameters:
    ///   - arguments: arguments of the command line. One argument may hold several words.
    ///   - text: reads the names of notes as the box writes them.
    init(_ arguments: [String], _ text: MessageText) throws(Problem) {
        words = SentWords.split(arguments)[...]
        self.text = text
        if words.isEmpty { throw Problem(message: "no message is given; \(SentMessages.examples)") }
        while !words.isEmpty { try next() }
    }

    private static let examples =
        "write for example 'cc 7 = 100', 'note C4 90', 'program 12', 'mmc play' or '90 3C 64', then maybe 'channel 3'"

    mutating func take() -> String? { words.isEmpty ? nil : words.removeFirst() }

    mutating func add(_ part: Part) { parts.append(part) }

    private mutating func next() throws(Problem) {
        let first = words.first ?? ""
        if isByte { return try raw() }
        if isUMPWord { return try rawUMPs() }
        words.removeFirst()
        switch first {
        case "message" where isPattern: try pattern()
        case "message": try raw()
        case "mmc": try machineControl()
        case "note": try note(Status.noteOn)
        case "note-off": try note(Status.noteOff)
        case "program" where words.first != "=": try program()
        default:
            if try ump(first) { return }
            try controller(first)
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

    /// Reads a pattern, and its value if `=` follows.
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
    mutating func raw() throws(Problem) {
        var written: [UInt8] = []
        while isByte, let byte = take().flatMap({ SentMessages.byte($0) }) { written.append(byte) }
        var parser = StreamParser()
        var isUnfinished = true
        for byte in written {
            var ends = false
            parser.feed(byte) { ends = $0.sysExStatus.map { $0 == .complete || $0 == .end } ?? true }
            isUnfinished = !ends
        }
        let shown = Digits.hex(written)
        if parser.droppedBytes > 0 { throw Problem(message: "'\(shown)' begins without a status byte 80..FF") }
        if isUnfinished { throw Problem(message: "'\(shown)' is not a whole message") }
        if words.first == "channel" { throw Problem(message: "'\(shown)' has its channel in its status byte") }
        add(written, group: try group())
    }

    /// Reads a command of machine control, written as in a configuration (N11).
    private mutating func machineControl() throws(Problem) {
        let count = MachineControl.wordCount(Array(words))
        let text = "mmc " + words.prefix(count).joined(separator: " ")
        words = words.dropFirst(count)
        if words.first == "channel" { throw Problem(message: "'\(text)' has no channel") }
        try read(text)
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

    mutating func read(_ text: String) throws(Problem) {
        let suffixes = try suffixes()
        switch self.text.messages(text, channel: suffixes.channelBits) {
        case .bad(let problem): throw Problem(message: problem)
        case .good(let messages):
            add(messages.flatMap { $0.bytes }, group: suffixes.group)
        }
    }

    /// Adds bytes of whole messages, as UMPs unless the group is the first.
    mutating func add(_ bytes: [UInt8], group: UInt8, release: Release? = nil) {
        if group == 0 { return add(Part(bytes: bytes, release: release)) }
        var part = Part(umps: SentMessages.umps(of: bytes, group: group))
        if let release {
            let umps = SentMessages.umps(of: release.bytes, group: group)
            part.release = Release(umps: umps, after: release.after)
        }
        add(part)
    }
}

extension SentMessages {
    static func byte(_ word: String) -> UInt8? {
        let digits = Array(word.utf8)
        guard digits.count == 2, let high = Digits.value(ofHex: digits[0]), let low = Digits.value(ofHex: digits[1])
        else {
            return nil
        }
        return high << 4 | low
    }

    static func isNumber(_ word: String) -> Bool { word.utf8.allSatisfy { 48...57 ~= $0 } }

    /// The UMPs of whole messages in a group, 0...15.
    static func umps(of bytes: [UInt8], group: UInt8) -> [Message] {
        var parser = StreamParser()
        var umps: [Message] = []
        for byte in bytes { parser.feed(byte) { umps.append($0.on(group: group)) } }
        return umps
    }
}

extension SentMessages.Part {
    /// The messages as UMPs.
    var messages: [Message] { umps.isEmpty ? SentMessages.umps(of: bytes, group: 0) : umps }

    /// The messages as MIDI 1.0 bytes, for a port without MIDI 2.0. Messages that MIDI 1.0 does not have are left out.
    var midi1: [UInt8] { umps.isEmpty ? bytes : SentMessages.bytes(of: umps) }
}

extension SentMessages.Release {
    /// The note-off as UMPs.
    var messages: [Message] { umps.isEmpty ? SentMessages.umps(of: bytes, group: 0) : umps }

    /// The note-off as MIDI 1.0 bytes.
    var midi1: [UInt8] { umps.isEmpty ? bytes : SentMessages.bytes(of: umps) }
}

extension SentMessages {
    /// Translates UMPs of all groups to MIDI 1.0 bytes (M2-115-U).
    static func bytes(of umps: [Message]) -> [UInt8] {
        var bytes: [UInt8] = []
        for ump in umps { ump.forEachMIDI1 { bytes += $0.bytes } }
        return bytes
    }
}
