import MIDI
import Testing

/// RPN and NRPN of MIDI 1.0 become Registered and Assignable Controllers, one message for each value.
@Suite struct ParameterTests {
    @Test(arguments: [
        Row("B0 65 00 64 05 06 10 26 01", "40200005 20040000"), Row("B0 64 05 65 00 06 10 26 01", "40200005 20040000"),
        Row("B0 65 00 64 01 06 40 26 00", "40200001 80000000"), Row("B0 65 00 64 01 06 7F 26 7F", "40200001 FFFFFFFF"),
        Row("B3 63 01 62 02 06 10 26 01", "40330102 20040000"), Row("B0 62 02 63 01 06 40 26 01", "40300102 80040020"),
        Row("B0 65 7E 64 7F 06 00 26 00", "40207E7F 00000000"),
    ])
    func valueGoesOutWithItsLSB(row: Row) { row.check { bytesUp($0) } }

    /// The next message releases the value of a CC 6 before a late LSB, which then gives a value of its own.
    @Test(arguments: [
        "80 3C 40", "90 3C 40", "90 3C 00", "A0 3C 40", "B0 07 40", "B0 60 00", "B0 7B 00", "C0 05", "D0 40",
        "E0 00 40",
    ])
    func aValueWithoutLSBGoesOutBeforeTheNextChannelMessage(next: String) {
        let alone = bytesUp(next)
        #expect(bytesUp("B0 65 00 64 05 06 10 " + next) == "40200005 20000000 " + alone)
        #expect(
            bytesUp("B0 65 00 64 05 06 10 \(next) B0 26 01") == "40200005 20000000 \(alone) 40200005 20040000")
    }

    @Test(arguments: [
        Row("B0 65 00 64 05 06 10 06 11 26 01", "40200005 20000000 40200005 22040000"),
        Row("B0 65 00 64 05 06 10 65 7F 64 7F", "40200005 20000000"),
        Row("B0 65 00 64 05 06 10 63 01", "40200005 20000000"),
        Row("B0 65 00 64 05 06 10 00 01 C0 02", "40200005 20000000 40C00001 02000100"),
        Row("B0 65 00 64 05 06 10", "40200005 20000000"),
    ])
    func messagesWithoutTranslationReleaseAWaitingValue(row: Row) { row.check { bytesUp($0) } }

    @Test(arguments: [
        Row("B1 07 40", "40B10700 80000000"), Row("F8", "10F80000"), Row("F6", "10F60000"), Row("F2 01 02", "10F20102"),
        Row("F0 01 F7", "30010100 00000000"), Row("F4", ""), Row("F7", ""), Row("FD", ""), Row("B0 26", ""),
    ])
    func messagesOutsideItsChannelLetAValueWait(row: Row) {
        let value = "40200005 20040000"
        #expect(
            bytesUp("B0 65 00 64 05 06 10 \(row.input) B0 26 01")
                == (row.expected.isEmpty ? value : row.expected + " " + value))
    }

    @Test(arguments: [
        "40903C00 80000000", "20003C40", "20703C40", "30070102 03040506", "30310100 00000000", "10F40000", "10903C40",
        "60000000", "E0000000 00000000 00000000 00000000",
    ])
    func droppedMessagesLetAValueWait(input: String) {
        #expect(umpsUp("20B06500 20B06405 20B00610 \(input) 20B02601") == "40200005 20040000")
    }

    @Test(arguments: [
        "00200123", "F0000101 00000000 00000000 00000000", "50010100 00000000 00000000 00000000",
        "D0100000 1DCD6500 00000000 00000000", "30000000 00000000",
    ])
    func passingMessagesWithoutChannelLetAValueWait(input: String) {
        #expect(umpsUp("20B06500 20B06405 20B00610 \(input) 20B02601") == input + " 40200005 20040000")
    }

    @Test(arguments: [
        Row("B0 65 00 64 05 06 10 26 01 26 02", "40200005 20040000 40200005 20080000"),
        Row("B0 65 00 64 05 06 10 26 01 E0 00 40 B0 26 02", "40200005 20040000 40E00000 80000000 40200005 20080000"),
    ])
    func furtherLSBUsesTheLastMSB(row: Row) { row.check { bytesUp($0) } }

    @Test(arguments: [
        Row("B0 65 00 64 05 26 01", ""), Row("B0 65 00 64 05 26 01 06 10 26 02", "40200005 20080000"),
        Row("B0 65 00 64 05 06 10 26 00 64 06 26 02", "40200005 20000000"),
        Row("B0 65 00 64 05 06 10 26 00 65 01 26 02", "40200005 20000000"),
        // Another parameter in between makes a new selection.
        Row("B0 65 00 64 05 06 10 26 00 64 06 64 05 26 02", "40200005 20000000"),
        Row("B0 65 00 64 05 06 10 26 00 65 7F 64 7F 65 00 64 05 26 02", "40200005 20000000"),
        Row("B0 65 00 64 05 06 10 26 00 63 00 62 05 26 02", "40200005 20000000"),
        Row("B0 65 00 64 05 06 10 26 00 63 01 65 00 64 05 26 02", "40200005 20000000"),
    ])
    func lsbBeforeAnyMSBOfItsSelectionIsIgnored(row: Row) { row.check { bytesUp($0) } }

    @Test(arguments: [
        Row("B0 65 00 64 05 06 10 26 01 65 00 64 05 26 02", "40200005 20040000 40200005 20080000"),
        Row("B0 65 00 64 05 06 10 26 01 64 05 26 02", "40200005 20040000 40200005 20080000"),
        Row("B0 63 00 62 05 06 10 26 01 63 00 62 05 26 02", "40300005 20040000 40300005 20080000"),
        Row("B0 65 00 64 05 06 10 64 05 26 01", "40200005 20000000 40200005 20040000"),
    ])
    func selectingTheSameAgainKeepsItsLastMSB(row: Row) { row.check { bytesUp($0) } }

    @Test(arguments: [
        Row("B0 65 00 64 05 06 10 26 00 64 06 06 11 26 00", "40200005 20000000 40200006 22000000"),
        Row("B0 65 00 64 05 06 10 26 00 65 01 06 11 26 00", "40200005 20000000 40200105 22000000"),
        Row("B0 63 00 62 05 06 10 26 00 63 01 06 11 26 00", "40300005 20000000 40300105 22000000"),
        Row("B0 65 7F 64 7F 65 00 06 10 26 00", "4020007F 20000000"),
    ])
    func withinAKindTheOtherHalfStays(row: Row) { row.check { bytesUp($0) } }

    @Test(arguments: [
        Row("B0 65 00 64 05 63 01 06 10 26 01", ""), Row("B0 65 00 64 05 62 01 06 10 26 01", ""),
        Row("B0 65 00 64 05 63 01 62 02 06 10 26 00", "40300102 20000000"),
        Row("B0 65 00 64 05 63 01 62 02 64 05 06 10 26 00", ""),
        Row("B0 63 01 62 02 65 00 63 01 06 10 26 00", ""),
        Row("B0 65 00 64 05 63 01 65 00 64 05 06 10 26 00", "40200005 20000000"),
    ])
    func aChangeOfKindNeedsBothHalvesAgain(row: Row) { row.check { bytesUp($0) } }

    @Test(arguments: [
        Row("B0 06 10 26 01", ""), Row("B0 65 00 06 10 26 01", ""), Row("B0 64 05 06 10 26 01", ""),
        Row("B0 65 7F 64 7F 06 10 26 01", ""), Row("B0 63 7F 62 7F 06 10 26 01", ""),
        Row("B0 65 00 64 05 65 7F 64 7F 06 10 90 3C 40", "40903C00 80000000"),
        Row("B0 65 7F 64 05 06 10 26 00", "40207F05 20000000"), Row("B0 65 00 64 7F 06 10 26 00", "4020007F 20000000"),
    ])
    func withoutASelectionDataEntryIsDropped(row: Row) { row.check { bytesUp($0) } }

    @Test func channelsAndGroupsSelectIndependently() {
        #expect(
            bytesUp("B0 65 00 64 05 B1 65 00 64 06 B0 06 10 B1 06 11 26 00 B0 26 00")
                == "40210006 22000000 40200005 20000000")
        #expect(
            umpsUp("20B06500 20B06405 21B06500 21B06406 20B00610 21B00611 21B02600 20B02600")
                == "41200006 22000000 40200005 20000000")
    }

    @Test func atTheEndSysExComesFirstAndThenValuesByGroupAndChannel() {
        let selected = "22B16500 22B16405 22B10611 25B06500 25B06405 25B00610 22B06500 22B06405 22B00612"
        #expect(
            umpsUp("31110100 00000000 \(selected) 30110200 00000000")
                == """
                31110100 00000000 30110200 00000000 30300000 00000000 31300000 00000000 \
                42200005 24000000 42210005 22000000 45200005 20000000
                """)
    }

    @Test func aSysExIsClosedBeforeAWaitingValue() {
        #expect(
            umpsUp("20B06500 20B06405 20B00610 30110100 00000000 20903C40")
                == "30110100 00000000 30300000 00000000 40200005 20000000 40903C00 80000000")
    }

    @Test(arguments: [
        Row("40903C00 80000000", "40200005 20000000 40903C00 80000000 40200005 20040000"),
        Row("40200006 00000000", "40200005 20000000 40200006 00000000 40200005 20040000"),
        Row("40700000 00000000", "40200005 20040000"),
        Row("41903C00 80000000", "41903C00 80000000 40200005 20040000"),
    ])
    func aMIDI2MessageOfItsChannelLetsItOut(row: Row) {
        #expect(
            umpsUp("20B06500 20B06405 20B00610 \(row.input) 20B02601", from: .midi2) == row.expected)
    }
}
