import MIDI
import Testing

@testable import Configuration

/// R17: the UMPs that `message` outputs send.
struct PatternUMPsTests {
    private func sent(_ pattern: String, _ value: Int32, channel: UInt8) throws -> [Message] {
        guard case .good(let read) = pattern.asText({ Pattern.read($0) }) else {
            throw Unreadable()
        }
        return read.umps.map { $0.message(value: value, channel: channel) }
    }

    private struct Unreadable: Error {}

    @Test(
        arguments: [
            ("B[CH] 10 [MSB]", 0x22, [Message(status: 0xB5, 0x10, 0x22)]),
            ("E0 [LSB] [MSB]", 0x1234, [Message(status: 0xE0, 0x34, 0x24)]),
            ("B0 10 [LSB]", 0x1234, [Message(status: 0xB0, 0x10, 0x34)]),
            ("C[CH] [MSB] D1 [MSB]", 0x7F, [Message(status: 0xC5, 0x7F), Message(status: 0xD1, 0x7F)]),
            ("FA F2 [LSB] [MSB]", 16383, [Message(status: 0xFA), Message(status: 0xF2, 0x7F, 0x7F)]),
            ("F0 F7", 0, [Message(0x3000_0000)]),
            ("F0 [MSB] 02 03 04 05 0[CH] F7", 1, [Message(0x3006_0102, 0x0304_0505)]),
            (
                "F0 01 02 03 04 05 06 [MSB] 7[CH] F7", 3,
                [Message(0x3016_0102, 0x0304_0506), Message(0x3032_0375)]
            ),
            (
                "F0 01 02 03 04 05 [MSB] 01 02 03 04 05 [LSB] 00 F7", 0x0103,
                [Message(0x3016_0102, 0x0304_0502), Message(0x3026_0102, 0x0304_0503), Message(0x3031_0000)]
            ),
        ] as [(String, Int32, [Message])])
    func valueAndChannelReplaceThePlaceholders(_ pattern: String, _ value: Int32, _ messages: [Message]) throws {
        #expect(try sent(pattern, value, channel: 5) == messages)
    }
}
