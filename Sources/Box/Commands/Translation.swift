import Configuration
import MIDI

/// Translates one stream between bytes and UMPs, from text to text (docs/reference/COMMANDS.md, "translate").
struct Translation {
    enum Format {
        case bytes
        /// UMPs with channel messages of the MIDI 1.0 protocol.
        case ump
        /// UMPs with channel messages of the MIDI 2.0 protocol.
        case ump2
    }

    private let from: Format
    // `from` and the format of `out` decide which one of these is used.
    private var parser: StreamParser
    private var bytesToMIDI2: BytesToMIDI2
    private var canon: UMPCanon
    private var umpToBytes: UMPToBytes
    private var umpToMIDI2: UMPToMIDI2
    private var out: Output

    init(from: Format, to: Format, group: UInt8) {
        self.from = from
        out = Output(to)
        let source: MIDIProtocol = from == .ump2 ? .midi2 : .midi1
        parser = StreamParser(group: group)
        bytesToMIDI2 = BytesToMIDI2(group: group)
        canon = UMPCanon(from: source)
        umpToBytes = UMPToBytes(from: source, group: group)
        umpToMIDI2 = UMPToMIDI2(from: source)
    }

    /// Translates one line of hex. Returns the first token that is not hex; the state is then undefined.
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
                var columns = CharacterColumns(line)
                return ScriptWords.Problem(
                    column: columns.column(at: index), message: "'\(text)' is not \(wanted)")
            }
            feed(value)
            index = end
        }
        return nil
    }

    /// Ends the stream: flushes or drops an unfinished message.
    mutating func finish() {
        switch (from, out.format) {
        case (.bytes, .ump2): bytesToMIDI2.finish { out.add($0) }
        case (.bytes, _): parser.finish { out.add($0) }
        case (_, .bytes): umpToBytes.finish { out.add($0) }
        case (_, .ump): canon.finish { out.add($0) }
        case (_, .ump2): umpToMIDI2.finish { out.add($0) }
        }
    }

    /// Returns and removes the text translated so far.
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
        switch (from, out.format) {
        case (.bytes, .ump2): bytesToMIDI2.feed(UInt8(value)) { out.add($0) }
        case (.bytes, _): parser.feed(UInt8(value)) { out.add($0) }
        case (_, .bytes): umpToBytes.feed(value) { out.add($0) }
        case (_, .ump): canon.feed(value) { out.add($0) }
        case (_, .ump2): umpToMIDI2.feed(value) { out.add($0) }
        }
    }
}

extension Translation {
    /// The translated stream as text: hex, upper case, single blanks.
    struct Output {
        let format: Format
        var text: [UInt8] = []

        init(_ format: Format) { self.format = format }

        mutating func add(_ message: Message) {
            if format != .bytes {
                for index in 0..<message.wordCount { add(message.word(index), digits: 8) }
                return
            }
            for byte in message.bytes { add(byte) }
        }

        mutating func add(_ byte: UInt8) { add(UInt32(byte), digits: 2) }

        private mutating func add(_ value: UInt32, digits: Int) {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            Digits.hex(value, digits, into: &text)
        }
    }
}
