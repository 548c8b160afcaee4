import Configuration
import MIDI

// Messages that MIDI 1.0 bytes cannot express, and UMPs in hex.
extension SentMessages {
    /// Reads the rest of a message whose first word was `first`. Returns false if `first` begins none of these
    /// messages.
    mutating func ump(_ first: String) throws(Problem) -> Bool {
        switch first {
        case "sysex", "SysEx":
            try sysEx()
            return true
        case "cc", "rpn", "nrpn", "pitch-bend", "channel-pressure":
            if !hasFineValue { return false }
        // `program =` is read as in a configuration.
        case "program": return false
        default: break
        }
        guard let layout = try layout(first) else { return false }
        try read(layout)
        return true
    }

    /// The layout that `first` names, or `first` and the next word.
    private mutating func layout(_ first: String) throws(Problem) -> UMPLayout? {
        let seconds: [String]
        switch first {
        case "flex", "stream": seconds = []
        case "per-note": seconds = ["bend", "controller", "management"]
        case "relative": seconds = ["rpn", "nrpn"]
        case "mixed-data": seconds = ["header", "payload"]
        default: return UMPLayout.named(first)
        }
        let second = take() ?? ""
        if let layout = UMPLayout.named("\(first) \(second)") { return layout }
        let rule =
            switch first {
            case "flex":
                ": it must be tempo, time-signature, metronome, key-signature, chord, lyrics or another text"
            case "stream": " is not a stream message; there are endpoint-discovery, endpoint-name, …"
            default: ": it must be one of \(seconds.joined(separator: ", "))"
            }
        throw Problem(message: "'\(first) \(second)'\(rule)")
    }

    /// Reads `program 12`, or the MIDI 2.0 forms `program 12 bank 0/3` and `program 12 bank none`.
    mutating func program() throws(Problem) {
        if words.dropFirst().first == "bank", let layout = UMPLayout.named("program") { return try read(layout) }
        guard let number = take() else { throw Problem(message: "'program' needs a number 0..127") }
        try read("program \(number)")
    }

    /// Reads `sysex 7E 7F 09 01`, or a SysEx from F0 to F7 as a monitor shows it (M2-104-UM 7.7).
    private mutating func sysEx() throws(Problem) {
        let piece = piece()
        let bytes = data()
        if piece == 0 && bytes.first == Status.sysEx {
            words = (bytes.map { Digits.hex([$0]) } + words)[...]
            return try raw()
        }
        if bytes.contains(where: { Status.isStatus($0) }) {
            throw Problem(message: "'sysex \(Digits.hex(bytes))': its bytes are 00..7F")
        }
        let group = try group()
        if piece == 0 { return add(Part(umps: SentMessages.umps(of: [0xF0] + bytes + [0xF7], group: group))) }
        if bytes.count > Message.sysExCapacity {
            throw Problem(message: "'sysex \(Digits.hex(bytes))': one packet holds 6 bytes")
        }
        let head = 0x3000_0000 | UInt32(group) << 24 | piece << 20 | UInt32(bytes.count) << 16
        add(Part(umps: [SentMessages.filled(Message(head), bytes, from: 2)]))
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
            for index in 1..<count { ump.set(written[index], inWord: index) }
            umps.append(ump)
        }
        if let word = words.first, word == "channel" || word == "group" {
            throw Problem(message: "'\(UMPText.hex(umps[0]))' has its \(word) in its first word")
        }
        add(Part(umps: umps))
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
