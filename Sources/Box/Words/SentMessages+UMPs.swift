import Configuration
import MIDI

// Messages that MIDI 1.0 bytes cannot express, System and Utility messages by name, and UMPs in hex.
extension SentMessages {
    /// Makes the first word of a UMP of message type 1, 2 or 4.
    static func head(_ type: UInt32, _ group: UInt8, _ status: UInt8, _ index1: UInt8 = 0, _ index2: UInt8 = 0)
        -> UInt32
    {
        type << 28 | UInt32(group) << 24 | UInt32(status) << 16 | UInt32(index1) << 8 | UInt32(index2)
    }

    /// Reads the rest of a message whose first word was `first`. Returns false if `first` begins none of these
    /// messages.
    mutating func ump(_ first: String) throws(Problem) -> Bool {
        switch first {
        case "cc", "rpn", "nrpn", "pitch-bend", "channel-pressure":
            if !hasFineValue { return false }
            try fineController(first)
        case "key-pressure": try keyPressure()
        case "per-note": try perNote()
        case "relative": try relative()
        case "sysex", "SysEx": try sysEx()
        case "sysex8": try sysEx8()
        case "mixed-data": try mixedData()
        case "flex": try flex()
        case "stream": try stream()
        default:
            if try system(first) { return true }
            return try utility(first)
        }
        return true
    }

    // MARK: - UMPs as words

    /// Whether the next word is a word of a UMP: eight hex digits.
    var isUMPWord: Bool { words.first.flatMap { SentMessages.umpWord($0) } != nil }

    static func umpWord(_ word: String) -> UInt32? { word.utf8.count == 8 ? UInt32(word, radix: 16) : nil }

    /// Reads whole UMPs written as words of eight hex digits.
    mutating func rawUMPs() throws(Problem) {
        var umps: [Message] = []
        while let word = words.first, let head = SentMessages.umpWord(word) {
            let (count, type) = (MessageLength.words(type: UInt8(head >> 28)), head >> 28)
            let written = words.prefix(count).compactMap { SentMessages.umpWord($0) }
            if written.count < count {
                throw Problem(message: "'\(word)' begins a packet of \(count) words, and \(written.count) are written")
            }
            if Message(head).hasReservedType {
                throw Problem(message: "'\(word)' begins a packet of type \(type), which is reserved")
            }
            words = words.dropFirst(count)
            var ump = Message(head)
            if count > 1 { ump.word1 = written[1] }
            if count > 2 { ump.word2 = written[2] }
            if count > 3 { ump.word3 = written[3] }
            umps.append(ump)
        }
        if let word = words.first, word == "channel" || word == "group" {
            throw Problem(message: "'\(UMPText.hex(umps[0]))' has its \(word) in its first word")
        }
        add(Part(umps: umps))
    }

    // MARK: - System and Utility

    /// Reads a System Common or Real-Time message by name. Returns false for other words.
    private mutating func system(_ first: String) throws(Problem) -> Bool {
        var bytes: [UInt8]
        switch first {
        case "time-code": bytes = [Status.timeCode, UInt8(try number(first, 0...127))]
        case "song-position":
            let position = try number(first, 0...16383)
            bytes = [Status.songPosition, UInt8(position & 0x7F), UInt8(position >> 7)]
        case "song-select": bytes = [Status.songSelect, UInt8(try number(first, 0...127))]
        case "tune-request": bytes = [Status.tuneRequest]
        case "clock": bytes = [Status.timingClock]
        case "start": bytes = [Status.start]
        case "continue": bytes = [Status.continue]
        case "stop": bytes = [Status.stop]
        case "active-sensing": bytes = [Status.activeSensing]
        case "reset": bytes = [Status.reset]
        default: return false
        }
        add(bytes, group: try group())
        return true
    }

    /// Reads a Utility message, which has no group (M2-104-UM 7.2). Returns false for other words.
    private mutating func utility(_ first: String) throws(Problem) -> Bool {
        let word: UInt32
        switch first {
        case "noop": word = 0
        case "jr-clock": word = try number(first, 0...0xFFFF) | 0x10_0000
        case "jr-timestamp": word = try number(first, 0...0xFFFF) | 0x20_0000
        case "delta-clockstamp-ticks": word = try number(first, 0...0xFFFF) | 0x30_0000
        case "delta-clockstamp": word = try number(first, 0...0xF_FFFF) | 0x40_0000
        default: return false
        }
        add(Part(umps: [Message(word)]))
        return true
    }

    // MARK: - Numbers and words

    /// Reads a number, decimal or in hex after `0x`.
    mutating func number(_ shown: String, _ range: ClosedRange<UInt32>) throws(Problem) -> UInt32 {
        let text = take() ?? ""
        guard let value = SentMessages.number(text), range ~= value else {
            throw Problem(message: "'\(shown) \(text)': it must be \(range.lowerBound)..\(range.upperBound)")
        }
        return value
    }

    static func number(_ text: String) -> UInt32? {
        let bytes = Array(text.utf8)
        guard bytes.count > 2, bytes.count <= 10, text.hasPrefix("0x") else {
            return isNumber(text) ? UInt32(text) : nil
        }
        var value: UInt32 = 0
        for byte in bytes.dropFirst(2) {
            guard let digit = Digits.value(ofHex: byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// Reads a number up to `greatest`, or a percentage of `greatest` by min-center-max.
    mutating func scaled(_ greatest: UInt32, _ shown: String) throws(Problem) -> UInt32 {
        if let part = try percent(of: greatest) { return part }
        return try number(shown, 0...greatest)
    }

    /// Reads `50%` or `50 %` and returns that part of `greatest`, by min-center-max; nil if no percentage follows.
    private mutating func percent(of greatest: UInt32) throws(Problem) -> UInt32? {
        guard let word = words.first else { return nil }
        let isOneWord = word.hasSuffix("%")
        if !isOneWord && words.dropFirst().first != "%" { return nil }
        words = words.dropFirst(isOneWord ? 1 : 2)
        let digits = Array(isOneWord ? word.utf8.dropLast() : word.utf8[...])
        guard let percent = Digits.decimal(digits[...]), let value = Percent.value(billionths: percent) else {
            throw Problem(message: "'\(word)': a percentage is 0..100 %")
        }
        return greatest == UInt32.max ? value : value >> 16
    }

    /// Reads a word that must be one of `names`, and returns the index of the name.
    mutating func index(in names: [String], _ shown: String) throws(Problem) -> UInt32 {
        let word = take() ?? ""
        guard let index = names.firstIndex(of: word), !word.isEmpty else {
            let known = names.filter { !$0.isEmpty }.joined(separator: ", ")
            throw Problem(message: "'\(shown) \(word)': it must be one of \(known)")
        }
        return UInt32(index)
    }

    /// Removes `word` if it is next. Returns whether it was.
    mutating func accept(_ word: String) -> Bool {
        if words.first != word { return false }
        words.removeFirst()
        return true
    }

    /// Removes `word`, which must be next.
    mutating func expect(_ word: String, _ shown: String) throws(Problem) {
        if !accept(word) { throw Problem(message: "'\(shown)' needs '\(word)' next") }
    }

    /// Reads `start`, `continue` or `end` and returns the position's number; 0 for a complete message.
    mutating func piece() -> UInt32 {
        guard let word = words.first, let index = UMPNames.pieces.firstIndex(of: word), index > 0 else { return 0 }
        words.removeFirst()
        return UInt32(index)
    }

    /// Parses the name of a note.
    func key(_ name: String, _ shown: String) throws(Problem) -> UInt8 {
        switch text.note(name) {
        case .good(let note): return note
        case .bad(let must): throw Problem(message: "'\(shown)' has no note; \(must)")
        }
    }
}
