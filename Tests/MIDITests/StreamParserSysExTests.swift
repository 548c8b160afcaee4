import MIDI
import Testing

/// Rule S4.
@Suite struct StreamParserSysExTests {
    @Test(arguments: [
        Row("F0 F7", "30000000 00000000"),
        Row("F0 01 F7", "30010100 00000000"),
        Row("F0 01 02 03 04 F7", "30040102 03040000"),
        Row("F0 01 02 03 04 05 06 F7", "30060102 03040506"),
        Row("F0 01 02 03 04 05 06 07 F7", "30160102 03040506 30310700 00000000"),
        Row("F0 01 02 03 04 05 06 07 08 09 0A 0B 0C F7", "30160102 03040506 30360708 090A0B0C"),
        Row(
            "F0 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D F7",
            "30160102 03040506 30260708 090A0B0C 30310D00 00000000"),
    ])
    func sysExPassesInPiecesOfSix(row: Row) { row.check { parsed($0) } }

    @Test func sixDataBytesAreHeldUntilTheSeventh() {
        var parser = StreamParser()
        #expect(parser.messages(bytes("F0 01 02 03 04 05 06")).isEmpty)
        #expect(parser.isInSysEx)
        #expect(hex(parser.messages([0x07])) == "30160102 03040506")
        #expect(hex(parser.messages([0xF7])) == "30310700 00000000")
        #expect(!parser.isInSysEx)
    }

    @Test(arguments: [
        "90 3C 40", "F1 35", "F2 01 02", "F3 01", "F6", "F4", "F5", "F0 11 F7", "F0 F7", "C0 05",
    ])
    func sysExCutByStatusIsClosedOrDropped(status: String) {
        let alone = parsed(status)
        let closed = "30160102 03040506 30300000 00000000"
        #expect(parsed("F0 " + status) == alone)
        #expect(parsed("F0 01 02 03 04 05 06 " + status) == alone)
        #expect(parsed("F0 01 02 03 04 05 06 07 " + status) == (alone.isEmpty ? closed : closed + " " + alone))
    }

    @Test(arguments: [
        Row("F0 01 02 03 04 05 06 07", "30160102 03040506 30300000 00000000"),
        Row("F0 01 02 03 04 05 06", ""),
        Row("F0 01 F7 F7 F7 90 3C 40", "30010100 00000000 20903C40"),
        Row("F0 01 02 03 04 05 06 07 F4 08 F7 90 3C 40", "30160102 03040506 30300000 00000000 20903C40"),
        Row(
            "F0 01 02 03 04 05 06 07 08 09 0A 0B 0C F6",
            "30160102 03040506 30300000 00000000 10F60000"),
    ])
    func brokenSysExNeverHangs(row: Row) { row.check { parsed($0) } }

    @Test func realTimeOvertakesHeldSysEx() {
        #expect(parsed("F0 01 02 03 04 05 06 F8 F7") == "10F80000 30060102 03040506")
    }

    @Test func closedSysExIsIgnoredUntilItsEnd() {
        var parser = StreamParser()
        _ = parser.messages(bytes("F0 01 02 03 04 05 06 07"))
        #expect(hex(parser.closing()) == "30300000 00000000")
        #expect(!parser.isInSysEx)
        #expect(hex(parser.messages(bytes("08 F8 09 F7"))) == "10F80000")
        #expect(parser.droppedBytes == 0)
        #expect(parser.messages([0x01]).isEmpty)
        #expect(parser.droppedBytes == 1)
    }

    @Test func heldSysExIsClosedWithoutATrace() {
        var parser = StreamParser()
        _ = parser.messages(bytes("F0 01 02 03 04 05 06"))
        #expect(parser.closing().isEmpty)
        #expect(parser.messages(bytes("07 08 09 0A 0B 0C 0D 0E F7")).isEmpty)
        #expect(hex(parser.messages(bytes("F0 05 F7"))) == "30010500 00000000")
    }

    @Test(arguments: [
        Row("90 3C 40", "20903C40"), Row("F0 11 F7", "30011100 00000000"), Row("F5 90 01 02", "20900102"),
    ])
    func closedSysExEndsAtAnyStatus(row: Row) {
        var parser = StreamParser()
        _ = parser.messages(bytes("F0 01 02 03 04 05 06 07"))
        _ = parser.closing()
        #expect(hex(parser.messages(bytes("08 " + row.input))) == row.expected)
        #expect(parser.finishing().isEmpty)
    }

    @Test func closingTwiceClosesOnce() {
        var parser = StreamParser()
        _ = parser.messages(bytes("F0 01 02 03 04 05 06 07"))
        #expect(parser.closing().count == 1)
        #expect(parser.closing().isEmpty)
        #expect(parser.finishing().isEmpty)
    }

    @Test func closingKeepsRunningStatusBetweenMessagesOnly() {
        var parser = StreamParser()
        _ = parser.messages(bytes("90 3C 40"))
        _ = parser.closing()
        #expect(hex(parser.messages(bytes("3D 41 3E"))) == "20903D41")
        _ = parser.closing()
        #expect(parser.messages(bytes("40 3F 40")).isEmpty)
        #expect(parser.droppedBytes == 3)
    }

    @Test func finishedParserStartsAgain() {
        var parser = StreamParser()
        _ = parser.messages(bytes("90 3C"))
        #expect(parser.finishing().isEmpty)
        #expect(parser.messages(bytes("40 3C 40")).isEmpty)
    }
}
