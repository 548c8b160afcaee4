import MIDI

/// One stream being translated between byte streams and packets, from text to text (docs/COMMANDS.md, "translate").
struct Translation {
    enum Format {
        case bytes, ump
    }

    private let from: Format
    private var parser: StreamParser
    private var canon = PacketCanon()
    private var packetsToBytes: PacketsToBytes
    private var out: Output

    init(from: Format, to: Format, group: UInt8) {
        self.from = from
        out = Output(to)
        parser = StreamParser(group: group)
        packetsToBytes = PacketsToBytes(group: group)
    }

    /// Translates one line of hex; the first token that is none is reported, and then the state is of no use.
    mutating func feed(_ line: ArraySlice<UInt8>) -> ScriptWords.Problem? {
        var line = line
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        var index = line.startIndex
        while index < line.endIndex {
            if line[index] == UInt8(ascii: " ") || line[index] == UInt8(ascii: "\t") {
                index += 1
                continue
            }
            let end =
                line[index...].firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } ?? line.endIndex
            guard let value = hex(line[index..<end]) else {
                let text = String(decoding: line[index..<end], as: UTF8.self)
                let wanted = from == .bytes ? "a byte of two hex digits" : "a word of eight hex digits"
                return ScriptWords.Problem(
                    column: index - line.startIndex + 1, message: "'\(text)' is not \(wanted)")
            }
            feed(value)
            index = end
        }
        return nil
    }

    /// The end of the stream: what is unfinished is flushed or dropped.
    mutating func finish() {
        var out = self.out
        switch from {
        case .bytes: parser.finish { out.add($0) }
        case .ump where out.format == .ump: canon.finish { out.add($0) }
        case .ump: packetsToBytes.finish { out.add($0) }
        }
        self.out = out
    }

    /// Gives away the text that has gathered.
    mutating func take() -> [UInt8] {
        let text = out.text
        out.text = []
        return text
    }

    private func hex(_ token: ArraySlice<UInt8>) -> UInt32? {
        if token.count != (from == .bytes ? 2 : 8) { return nil }
        var value: UInt32 = 0
        for byte in token {
            guard let digit = Digits.value(ofHex: byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private mutating func feed(_ value: UInt32) {
        // A copy, because what takes the translated stream may not be part of what is at work on it.
        var out = self.out
        switch from {
        case .bytes: parser.feed(UInt8(value)) { out.add($0) }
        case .ump where out.format == .ump: canon.feed(value) { out.add($0) }
        case .ump: packetsToBytes.feed(value) { out.add($0) }
        }
        self.out = out
    }
}

extension Translation {
    /// The translated stream as text: hex, upper case, single blanks.
    struct Output {
        let format: Format
        var text: [UInt8] = []

        init(_ format: Format) { self.format = format }

        mutating func add(_ message: Message) {
            if format == .ump {
                for index in 0..<message.wordCount { add(message.word(index), digits: 8) }
                return
            }
            var encoded = InlineArray<8, UInt8>(repeating: 0)
            for index in 0..<StreamWriter.encode(message, into: &encoded) { add(encoded[index]) }
        }

        mutating func add(_ byte: UInt8) { add(UInt32(byte), digits: 2) }

        private mutating func add(_ value: UInt32, digits: Int) {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            Digits.hex(value, digits, into: &text)
        }
    }
}
