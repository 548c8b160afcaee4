import MIDI
import TestSupport
import Testing

/// Random streams; a failure names the seed that repeats it.
@Suite struct StreamPropertyTests {
    /// Mostly data, F0 and F7, so that many SysEx occur; every byte occurs.
    private func stream(_ random: inout SplitMix) -> [UInt8] {
        (0..<Int.random(in: 1...400, using: &random)).map { _ in
            switch Int.random(in: 0..<16, using: &random) {
            case 0..<11: UInt8.random(in: 0...0x7F, using: &random)
            case 11: 0xF0
            case 12: 0xF7
            case 13: UInt8.random(in: 0xF0...0xFF, using: &random)
            default: UInt8.random(in: 0x80...0xFF, using: &random)
            }
        }
    }

    /// Written bytes are whole messages, except for real-time in between, and SysEx opens and closes alternately.
    private func isWellFormed(_ bytes: [UInt8]) -> Bool {
        var missing = 0
        var inSysEx = false
        for byte in bytes {
            switch byte {
            case 0xF8...0xFF:
                if byte == 0xF9 || byte == 0xFD { return false }
            case 0x00...0x7F:
                if inSysEx { continue }
                if missing == 0 { return false }
                missing -= 1
            case 0xF7:
                if !inSysEx { return false }
                inSysEx = false
            default:
                if inSysEx || missing > 0 { return false }
                inSysEx = byte == 0xF0
                missing = inSysEx ? 0 : MessageLength.bytes(status: byte) - 1
                if missing < 0 { return false }
            }
        }
        return !inSysEx && missing == 0
    }

    private func whole(_ bytes: [UInt8]) -> [Message] {
        var parser = StreamParser()
        let out = parser.messages(bytes)
        return out + parser.finishing()
    }

    private func written(_ messages: [Message], runningStatus: Bool = false) -> [UInt8] {
        var writer = StreamWriter(runningStatus: runningStatus)
        return messages.flatMap { writer.bytes($0) }
    }

    /// Parses single bytes as from a wire (S1, S2, S3, S4, S5), with the fast path for the last byte of a message.
    @Test(arguments: UInt64(1)...500)
    func singleBytesGiveTheSame(seed: UInt64) {
        var random = SplitMix(state: seed)
        let input = stream(&random)
        var parser = StreamParser()
        var messages: [Message] = []
        var lasts = 0
        for byte in input {
            if let message = parser.last(byte) {
                lasts += 1
                messages.append(message)
            } else {
                parser.feed(byte) { messages.append($0) }
            }
        }
        #expect(messages + parser.finishing() == whole(input), "seed \(seed)")
        let hasNote = whole(input).contains { $0.isChannelMessage && $0.status & 0xE0 != 0xC0 }
        #expect(hasNote == (lasts > 0), "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...500)
    func outputIsAlwaysWellFormed(seed: UInt64) {
        var random = SplitMix(state: seed)
        let input = stream(&random)
        let messages = whole(input)
        let output = written(messages)
        #expect(isWellFormed(output), "seed \(seed): \(hex(input)) → \(hex(output))")
    }

    /// Real-time overtakes held bytes of a SysEx (S4), so it is compared separately.
    @Test(arguments: UInt64(1)...500)
    func parsingWrittenBytesGivesTheSameMessages(seed: UInt64) {
        var random = SplitMix(state: seed)
        let first = whole(stream(&random))
        for runningStatus in [false, true] {
            let second = whole(written(first, runningStatus: runningStatus))
            #expect(second.filter(\.isRealTime) == first.filter(\.isRealTime), "seed \(seed)")
            // Bytes are compared, because a SysEx with an empty End comes back divided differently.
            #expect(
                written(second.filter { !$0.isRealTime }) == written(first.filter { !$0.isRealTime }), "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(1)...200)
    func piecesOfTheStreamDoNotMatter(seed: UInt64) {
        var random = SplitMix(state: seed)
        let input = stream(&random)
        var parser = StreamParser()
        var out: [Message] = []
        var rest = input[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(Int.random(in: 1...40, using: &random)))
            rest = rest.dropFirst(piece.count)
            out += parser.messages(piece: piece)
        }
        out += parser.finishing()
        #expect(out == whole(input), "seed \(seed): \(hex(input))")
    }

    /// Messages of the parser are canonical, and the gate lets all of them pass.
    @Test(arguments: UInt64(1)...200)
    func parsedMessagesAreCanonical(seed: UInt64) {
        var random = SplitMix(state: seed)
        let messages = whole(stream(&random))
        var canon = UMPCanon()
        var out: [Message] = []
        for message in messages {
            for index in 0..<message.wordCount { canon.feed(message.word(index)) { out.append($0) } }
        }
        canon.finish { out.append($0) }
        #expect(out == messages, "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...500)
    func randomWordsBecomeWellFormedBytes(seed: UInt64) {
        var random = SplitMix(state: seed)
        var translation = UMPToBytes()
        var output: [UInt8] = []
        for _ in 0..<200 {
            let word = UInt32.random(in: 0...UInt32.max, using: &random) & 0x30FF_FFFF
            let status = UInt32.random(in: 0...3, using: &random) << 20
            let count = UInt32.random(in: 0...6, using: &random) << 16
            translation.feed(Bool.random(using: &random) ? word : word & 0x3000_FFFF | status | count) {
                output.append($0)
            }
        }
        translation.finish { output.append($0) }
        #expect(isWellFormed(output), "seed \(seed): \(hex(output))")
    }
}
