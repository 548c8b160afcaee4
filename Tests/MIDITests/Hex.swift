import MIDI
import Testing

/// Input bytes and expected words, or input words and expected bytes, written as in the specification.
struct Row: CustomTestStringConvertible, Sendable {
    let input: String
    let expected: String

    init(_ input: String, _ expected: String) {
        self.input = input
        self.expected = expected
    }

    var testDescription: String { "\(input) → \(expected)" }

    /// Expects that `translate` makes the expected text of the input.
    func check(sourceLocation: SourceLocation = #_sourceLocation, _ translate: (String) -> String) {
        #expect(translate(input) == expected, sourceLocation: sourceLocation)
    }
}

/// Reads bytes written as in the specification, `90 3C 40`.
func bytes(_ text: String) -> [UInt8] {
    text.split(separator: " ").map { UInt8($0, radix: 16)! }
}

/// Reads words written as in the specification, `20903C40 10F80000`.
func words(_ text: String) -> [UInt32] {
    text.split(separator: " ").map { UInt32($0, radix: 16)! }
}

func hex(_ value: some FixedWidthInteger & UnsignedInteger) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: value.bitWidth / 4 - digits.count) + digits
}

func hex(_ bytes: [UInt8]) -> String { bytes.map { hex($0) }.joined(separator: " ") }

func hex(_ messages: [Message]) -> String {
    messages.flatMap { message in (0..<message.wordCount).map { hex(message.word($0)) } }.joined(separator: " ")
}

extension StreamParser {
    mutating func messages(_ bytes: [UInt8]) -> [Message] {
        var out: [Message] = []
        for byte in bytes { feed(byte) { out.append($0) } }
        return out
    }

    /// Parses all bytes in one call.
    mutating func messages(piece bytes: [UInt8]) -> [Message] {
        var out: [Message] = []
        bytes.withUnsafeBytes { raw in
            var place = 0
            while let message = next(in: raw, at: &place) { out.append(message) }
        }
        return out
    }

    mutating func closing() -> [Message] {
        var out: [Message] = []
        close { out.append($0) }
        return out
    }

    mutating func finishing() -> [Message] {
        var out: [Message] = []
        finish { out.append($0) }
        return out
    }
}

/// Parses a whole stream, as `translate --from bytes --to ump` does with a line.
func parsed(_ text: String, group: UInt8 = 0) -> String {
    var parser = StreamParser(group: group)
    let out = parser.messages(bytes(text))
    return hex(out + parser.finishing())
}

extension StreamWriter {
    mutating func bytes(_ message: Message, at time: UInt64 = 0) -> [UInt8] {
        var out: [UInt8] = []
        write(message, at: time) { out.append($0) }
        return out
    }
}
