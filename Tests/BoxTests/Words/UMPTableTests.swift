import MIDI
import TestSupport
import Testing

@testable import Box

/// The fields of UMPs, as `treadle monitor --umps` shows them (U12).
@Suite struct UMPTableTests {
    /// The names and values of fields, without reserved bits: `key 60`.
    private func values(_ ump: Message) -> [String] {
        UMPField.fields(of: ump).filter { $0.name != UMPField.reserved }.map {
            "\($0.name) \($0.value(in: ump))"
        }
    }

    @Test func aTableShowsEachFieldInAllForms() {
        #expect(
            UMPTable(Message(0x4290_3C03, 0x9C40_7900)).text == """
                    type            word 0, bits 31..28      4  0100              0x4
                    group           word 0, bits 27..24      2  0010              0x2
                    status          word 0, bits 23..20      9  1001              0x9
                    channel         word 0, bits 19..16      0  0000              0x0
                    reserved        word 0, bit 15           0  0                 0x0
                    key             word 0, bits 14..8      60  0111100           0x3C
                    attribute-type  word 0, bits 7..0        3  00000011          0x03
                    velocity        word 1, bits 31..16  40000  1001110001000000  0x9C40
                    attribute       word 1, bits 15..0   30976  0111100100000000  0x7900
                """)
    }

    @Test(arguments: [
        (Message(0x0020_1234), "type 0, status 2, timestamp 4660"),
        (Message(0x13F2_0102), "type 1, group 3, status 242, position-lsb 1, position-msb 2"),
        (Message(0x20B1_0764), "type 2, group 0, status 11, channel 1, controller 7, value 100"),
        (
            Message(0x3016_0102, 0x0304_0506),
            "type 3, group 0, status 1, bytes 6, data-1 1, data-2 2, data-3 3, data-4 4, data-5 5, data-6 6"
        ),
        (
            Message(0x40C0_0001, 0x0C00_0203),
            "type 4, group 0, status 12, channel 0, bank-valid 1, program 12, bank-msb 2, bank-lsb 3"
        ),
        (Message(0x4043_0105, 7), "type 4, group 0, status 4, channel 3, bank 1, index 5, value 7"),
        (
            Message(0xD010_0001, 0x0602_0800),
            "type 13, group 0, form 0, address 1, channel 0, bank 0, status 1, beats 6, unit-power 2, thirty-seconds 8"
        ),
        (
            Message(0xF011_823B, 0x0002_0108),
            "type 15, form 0, status 17, active 1, block 2, hint 3, midi-1.0 2, direction 3, first-group 0, groups 2, "
                + "ci-version 1, sysex8-streams 8"
        ),
    ])
    func fieldsHaveNamesAndValues(_ ump: Message, _ expected: String) {
        #expect(values(ump).joined(separator: ", ") == expected)
    }

    /// Whatever a UMP holds, its fields cover each bit of its words once, in order, and none crosses a word.
    @Test(arguments: [1, 2] as [UInt64])
    func fieldsCoverEveryUMP(seed: UInt64) {
        var random = SplitMix(state: seed)
        for _ in 0..<5000 {
            var ump = Message(
                UInt32(truncatingIfNeeded: random.next()), UInt32(truncatingIfNeeded: random.next()),
                UInt32(truncatingIfNeeded: random.next()), UInt32(truncatingIfNeeded: random.next()))
            // Small statuses of Flex Data and of streams, most of which are defined.
            if ump.type == MessageType.flexData { ump.word0 &= 0xFFFF_0307 }
            if ump.type == MessageType.stream { ump.word0 &= 0xFC3F_FFFF }
            var bit = 0
            for field in UMPField.fields(of: ump) {
                #expect(
                    field.word == bit / 32 && field.high == 31 - bit % 32 && 0...field.high ~= field.low,
                    "TREADLE_SEED=\(seed) \(UMPText.hex(ump)) \(field)")
                bit += field.width
            }
            #expect(bit == 32 * ump.wordCount, "TREADLE_SEED=\(seed) \(UMPText.hex(ump))")
            #expect(!UMPTable(ump).text.isEmpty)
        }
    }
}
