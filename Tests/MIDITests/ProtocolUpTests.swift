import MIDI
import Testing

/// One MIDI 1.0 message to one MIDI 2.0 message, and messages that stay the same.
@Suite struct ProtocolUpTests {
    @Test(arguments: [
        Row("80 3C 00", "40803C00 00000000"), Row("80 3C 7F", "40803C00 FFFF0000"),
        Row("8F 00 41", "408F0000 82080000"),
        Row("90 3C 00", "40803C00 80000000"), Row("90 3C 01", "40903C00 02000000"),
        Row("90 3C 3F", "40903C00 7E000000"),
        Row("90 3C 41", "40903C00 82080000"), Row("9F 7F 7F", "409F7F00 FFFF0000"),
        Row("A3 3C 00", "40A33C00 00000000"), Row("A3 3C 41", "40A33C00 82082082"),
        Row("B0 01 3F", "40B00100 7E000000"), Row("B0 21 7F", "40B02100 FFFFFFFF"),
        Row("B0 79 00", "40B07900 00000000"),
        Row("B0 7B 00", "40B07B00 00000000"), Row("C2 7F", "40C20000 7F000000"), Row("D2 40", "40D20000 80000000"),
        Row("D2 41", "40D20000 82082082"), Row("E0 00 00", "40E00000 00000000"), Row("E0 7F 3F", "40E00000 7FFC0000"),
        Row("E0 00 40", "40E00000 80000000"), Row("E0 01 40", "40E00000 80040020"),
        Row("E0 7F 7F", "40E00000 FFFFFFFF"),
        Row("E0 00 60", "40E00000 C0020010"), Row("B0 58 40", "40B05800 80000000"),
        Row("B0 60 01", "40B06000 02000000"),
        Row("B0 61 7F", "40B06100 FFFFFFFF"),
    ])
    func channelMessageIsScaledUp(row: Row) { row.check { bytesUp($0) } }

    @Test(arguments: [
        "F8", "FE", "FF", "F1 35", "F2 01 02", "F3 05", "F6", "F0 F7", "F0 01 02 03 04 05 06 07 F7", "F4 FD",
    ])
    func systemMessagesAreTheSameInBoth(input: String) {
        #expect(bytesUp(input) == parsed(input))
        #expect(bytesUp(input, group: 7) == parsed(input, group: 7))
    }

    @Test func bytesGetTheRequestedGroup() {
        #expect(
            bytesUp("90 3C 40 B1 65 00 64 05 06 10 C1 01", group: 5)
                == "45903C00 80000000 45210005 20000000 45C10000 01000000")
    }

    @Test(arguments: [
        "00000000", "00200123", "50010100 00000000 00000000 00000000", "D3100000 1DCD6500 00000000 00000000",
        "F0000101 00000000 00000000 00000000", "10F80000", "30110100 00000000 30200000 00000000 30300000 00000000",
    ])
    func messagesWithoutChannelPass(input: String) {
        #expect(umpsUp(input) == input)
        #expect(umpsUp(input, from: .midi2) == input)
        #expect(umpsDown(input) == input)
    }

    @Test(arguments: [
        "20003C40", "20703C40", "20F03C40", "10903C40", "10F40000", "10F90000", "30070102 03040506",
        "30410100 00000000",
        "60909090", "80909090 90909090", "C0909090 90909090 90909090", "E0909090 90909090 90909090 90909090",
        "40700000 00000000",
    ])
    func undefinedIsDroppedInBoth(input: String) {
        #expect(umpsUp(input + " 20903C40") == "40903C00 80000000")
        #expect(umpsUp(input + " 20903C40", from: .midi2) == "40903C00 80000000")
        #expect(umpsDown(input + " 20903C40") == "20903C40")
        #expect(umpsDownToBytes(input + " 20903C40") == "90 3C 40")
    }

    @Test(arguments: [
        Row("20B087EE", "40B00700 DD75D75D"), Row("2390BCC0", "43903C00 80000000"),
        Row("20C585FF", "40C50000 05000000"),
        Row("10F18533", "10F10500"), Row("300281FF 7F7F7F7F", "3002017F 00000000"),
    ])
    func dataBytesLoseTheirTopBit(row: Row) {
        #expect(umpsUp(row.input) == row.expected)
    }

    @Test(arguments: ["40903C00 80000000", "40B00700 80000000", "40200005 20000000"])
    func aMIDI2MessageGivenAsMIDI1IsDropped(input: String) {
        #expect(umpsUp(input).isEmpty)
        #expect(umpsUp("30110100 00000000 " + input) == "30110100 00000000 30300000 00000000")
        #expect(umpsUp(input, from: .midi2) == input)
    }

    @Test func aHalfUMPIsDroppedAtTheEnd() {
        #expect(umpsUp("20903C40 40903C00", from: .midi2) == "40903C00 80000000")
    }
}
