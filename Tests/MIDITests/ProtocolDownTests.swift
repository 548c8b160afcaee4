import MIDI
import Testing

/// MIDI 2.0 channel messages to MIDI 1.0, and to canonical MIDI 2.0.
@Suite struct ProtocolDownTests {
    @Test(arguments: [
        Row("40803C00 00000000", "20803C00"), Row("40803C00 FFFF0000", "20803C7F"),
        Row("40803C03 80001234", "20803C40"),
        Row("40903C00 00000000", "20903C01"), Row("40903C00 01FF0000", "20903C01"),
        Row("40903C00 02000000", "20903C01"),
        Row("40903C00 7FFF0000", "20903C3F"), Row("40903C00 80000000", "20903C40"),
        Row("40903C03 80001234", "20903C40"),
        Row("4FA33C00 01FFFFFF", "2FA33C00"), Row("4FA33C00 02000000", "2FA33C01"),
        Row("40B00700 81FFFFFF", "20B00740"),
        Row("40B05800 80000000", "20B05840"), Row("40D00000 FE000000", "20D07F00"),
        Row("40E00000 00000000", "20E00000"),
        Row("40E00000 7FFC0000", "20E07F3F"), Row("40E00000 80040000", "20E00140"),
        Row("40E00000 FFFFFFFF", "20E07F7F"),
        Row("40C50000 2A001122", "20C52A00"), Row("40C50001 2A001122", "20B50011 20B52022 20C52A00"),
    ])
    func valuesAreShiftedDown(row: Row) { row.check { umpsDown($0) } }

    @Test(arguments: [
        Row("40200001 80040020", "20B06500 20B06401 20B00640 20B02601"),
        Row("45310102 FFFFFFFF", "25B16301 25B16202 25B1067F 25B1267F"),
        Row("40207F7F 00000000", "20B0657F 20B0647F 20B00600 20B02600"),
        Row("40300000 01FC0000", "20B06300 20B06200 20B00600 20B0267F"),
    ])
    func parametersBecomeFourControlChanges(row: Row) { row.check { umpsDown($0) } }

    @Test(arguments: UInt32(0)...127)
    func controllersWithAMessageOfTheirOwnAreDropped(controller: UInt32) {
        let isDropped = [0, 6, 32, 38, 98, 99, 100, 101].contains(controller)
        let head = "40B0\(hex(UInt8(controller)))00"
        #expect(umpsDown(head + " 80000000") == (isDropped ? "" : "20B0\(hex(UInt8(controller)))40"))
        #expect(umpsUp(head + " 80000000", from: .midi2) == head + " 80000000")
    }

    @Test(arguments: [
        "40003C01 80000000", "40103C01 80000000", "40400001 00000001", "40500001 FFFFFFFF", "40603C00 80000000",
        "40700000 00000000", "40F03C03 00000000",
    ])
    func perNoteAndRelativeAreDroppedAndStillCutASysEx(input: String) {
        #expect(umpsDown(input).isEmpty)
        #expect(umpsDownToBytes(input).isEmpty)
        #expect(umpsDown("30110100 00000000 \(input)") == "30110100 00000000 30300000 00000000")
        #expect(umpsDownToBytes("30110100 00000000 \(input)") == "F0 01 F7")
    }

    @Test(arguments: [
        Row("4090BC00 80000000", "20903C40"), Row("40B0E000 02000000", "20B06001"), Row("40B08600 02000000", ""),
        Row("4020FF85 00000000", "20B0657F 20B06405 20B00600 20B02600"),
        Row("40C50001 FF00FFFF", "20B5007F 20B5207F 20C57F00"),
    ])
    func indicesLoseTheirTopBit(row: Row) { row.check { umpsDown($0) } }

    @Test(arguments: ["20903C00", "20B00610", "20B00001", "20B06501", "20C50700", "2FE00140"])
    func aMIDI1MessageGivenAsMIDI2PassesDown(input: String) {
        #expect(umpsDown(input) == input)
    }

    @Test(arguments: [
        Row("45903C00 80000000 40903D00 80000000", "90 3C 40"),
        Row("45210001 80040020", "B1 65 00 B1 64 01 B1 06 40 B1 26 01"),
        Row("25903C00 25B00610 20903C40", "90 3C 00 B0 06 10"),
        Row("35110100 00000000 45903C00 80000000", "F0 01 F7 90 3C 40"),
        Row("35110100 00000000 40903C00 80000000 35310200 00000000", "F0 01 02 F7"),
        Row("00200123 D5100000 1DCD6500 00000000 00000000 45D00000 80000000", "D0 40"),
    ])
    func onlyTheRequestedGroupBecomesBytes(row: Row) {
        #expect(umpsDownToBytes(row.input, group: 5) == row.expected)
    }

    @Test(arguments: [
        Row("40903C00 00000000", "40903C00 00000000"), Row("40903C03 80001234", "40903C03 80001234"),
        Row("40803CFF 80001234", "40803CFF 80001234"), Row("40903C00 80001234", "40903C00 80000000"),
        Row("4090BC00 80000000", "40903C00 80000000"), Row("40A3BCFF 12345678", "40A33C00 12345678"),
        Row("40B087FF 12345678", "40B00700 12345678"), Row("40C50000 AA001122", "40C50000 2A000000"),
        Row("40C5FFFF AAFF91A2", "40C50001 2A001122"), Row("40D0FFFF 12345678", "40D00000 12345678"),
        Row("40E0FFFF 12345678", "40E00000 12345678"), Row("40208182 12345678", "40200102 12345678"),
        Row("40308182 12345678", "40300102 12345678"), Row("40408182 12345678", "40400102 12345678"),
        Row("40508182 12345678", "40500102 12345678"), Row("40008182 12345678", "40000102 12345678"),
        Row("40108182 12345678", "40100102 12345678"), Row("4060BCFF 12345678", "40603C00 12345678"),
        Row("40F0BCFF 12345678", "40F03C03 00000000"), Row("40700000 00000000", ""),
        Row("20903C40", "40903C00 80000000"), Row("20903C00", "40803C00 80000000"),
    ])
    func midi2BecomesCanonical(row: Row) {
        #expect(umpsUp(row.input, from: .midi2) == row.expected)
    }
}
