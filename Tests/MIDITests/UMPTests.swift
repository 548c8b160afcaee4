import MIDI
import Testing

/// Words to words and words to bytes (docs/reference/COMMANDS.md, "translate").
@Suite struct UMPTests {
    private func canon(_ text: String) -> String {
        var canon = UMPCanon()
        var out: [Message] = []
        for word in words(text) { canon.feed(word) { out.append($0) } }
        canon.finish { out.append($0) }
        return hex(out)
    }

    private func toBytes(_ text: String, group: UInt8 = 0) -> String {
        var translation = UMPToBytes(group: group)
        var out: [UInt8] = []
        for word in words(text) { translation.feed(word) { out.append($0) } }
        translation.finish { out.append($0) }
        return hex(out)
    }

    @Test(arguments: [
        Row(
            "20803C40 21913C41 2FE60040 10F20102 1FF80000", "20803C40 21913C41 2FE60040 10F20102 1FF80000"),
        Row("20B087EE", "20B0076E"), Row("20C505FF", "20C50500"), Row("10F18533", "10F10500"),
        Row("10F8FFFF", "10F80000"), Row("10F6FF01", "10F60000"),
        Row("300281FF 7F7F7F7F", "3002017F 00000000"),
        Row("20903C00", "20903C00"),
    ])
    func umpsBecomeCanonical(row: Row) { row.check { canon($0) } }

    @Test(arguments: [
        "20003C40", "20703C40", "20F03C40", "10003C40", "10903C40", "10F00000", "10F40000", "10F50000", "10F70000",
        "10F90000", "10FD0000", "40903C00 80000000", "30070102 03040506", "30410100 00000000", "30F00000 00000000",
    ])
    func undefinedIsDropped(input: String) {
        #expect(canon(input).isEmpty)
        #expect(toBytes(input).isEmpty)
        #expect(canon(input + " 20903C40") == "20903C40")
    }

    @Test(arguments: [
        "00000000", "00100000", "00200123", "50010100 00000000 00000000 00000000",
        "D3100000 1DCD6500 00000000 00000000", "F0000101 00000000 00000000 00000000",
    ])
    func utilityAndLongDataPassBetweenUMPsOnly(input: String) {
        #expect(canon(input) == input)
        #expect(toBytes(input + " 20903C40") == "90 3C 40")
    }

    @Test(arguments: [
        "60909090", "70909090", "80909090 90909090", "90909090 90909090", "A0909090 90909090",
        "B0909090 90909090 90909090", "C0909090 90909090 90909090", "E0909090 90909090 90909090 90909090",
    ])
    func reservedTypesAreSkippedBySize(input: String) {
        let between = "20903C40 " + input + " 20903D41"
        #expect(canon(between) == "20903C40 20903D41")
        #expect(toBytes(between) == "90 3C 40 90 3D 41")
    }

    @Test(arguments: [
        Row("30160102 03040506 30300000 00000000", "F0 01 02 03 04 05 06 F7"),
        Row("30130102 03000000 30011100 00000000", "F0 01 02 03 F7 F0 11 F7"),
        Row("30130102 03000000", "F0 01 02 03 F7"),
        Row("30000000 00000000", "F0 F7"),
        Row("30110100 00000000 10F80000 30310200 00000000", "F0 01 F8 02 F7"),
        Row("40903C00 00000000 20903C40", "90 3C 40"),
        Row("20903C40 21903D41", "90 3C 40"),
        Row("30110100 00000000 21903C40 31110500 00000000 30310200 00000000", "F0 01 02 F7"),
    ])
    func umpsBecomeBytesAsTheyArrive(row: Row) {
        #expect(toBytes(row.input) == row.expected)
    }

    @Test func onlyTheRequestedGroupBecomesBytes() {
        #expect(toBytes("20903C40 25903D41 35010700 00000000", group: 5) == "90 3D 41 F0 07 F7")
    }

    @Test(arguments: [
        "20903C40", "20003C40", "10F60000", "10F40000", "10F00000", "10F70000", "40903C00 80000000",
        "50010100 00000000 00000000 00000000", "D0100000 1DCD6500 00000000 00000000", "30000000 00000000",
        "30120304 00000000 30300000 00000000",
    ])
    func sysExCutByItsGroupIsClosed(cut: String) {
        let alone = canon(cut)
        let closed = "30110100 00000000 30300000 00000000"
        #expect(
            canon("30110100 00000000 " + cut + " 30310200 00000000")
                == (alone.isEmpty ? closed : closed + " " + alone))
    }

    @Test(arguments: [
        "10F80000", "10F90000", "10FD0000", "10FE0000", "00200123", "60000000", "F0000101 00000000 00000000 00000000",
        "30170102 03040506", "30410100 00000000", "21903C40", "31010100 00000000",
        "D1100000 1DCD6500 00000000 00000000", "E0000000 00000000 00000000 00000000",
    ])
    func sysExIsNotCutByMessagesOutsideItsGroup(between: String) {
        let alone = canon(between)
        let start = "30110100 00000000"
        let end = "30310200 00000000"
        #expect(
            canon([start, between, end].joined(separator: " "))
                == (alone.isEmpty ? [start, end] : [start, alone, end]).joined(separator: " "))
    }

    @Test(arguments: [
        Row("30310100 00000000", ""), Row("30210100 00000000", ""),
        Row(
            "30110100 00000000 30310200 00000000 30310300 00000000", "30110100 00000000 30310200 00000000"),
        Row("30010100 00000000 30210100 00000000", "30010100 00000000"),
    ])
    func pieceWithoutStartIsDropped(row: Row) { row.check { canon($0) } }

    @Test func groupsKeepTheirSysExApart() {
        let mixed = "30110100 00000000 31110200 00000000 30310300 00000000 31310400 00000000"
        #expect(canon(mixed) == mixed)
    }

    @Test func openSysExAreClosedByGroupAtTheEnd() {
        #expect(
            canon("3F110100 00000000 32110200 00000000 30110300")
                == "3F110100 00000000 32110200 00000000 32300000 00000000 3F300000 00000000")
    }

    @Test func umpsStayAsTheyAreCut() {
        let cut = "30110102 00000000 30200000 00000000 30300000 00000000 30000000 00000000"
        #expect(canon(cut) == "30110100 00000000 30200000 00000000 30300000 00000000 30000000 00000000")
    }

    @Test(arguments: [
        Row("90 3C 00 3D 00", "90 3C 00 90 3D 00"),
        Row("F0 01 02 03 04 05 06 07 08", "F0 01 02 03 04 05 06 F7"),
        Row("01 F4 F9 F7 F0 F7 FE", "F0 F7 FE"),
    ])
    func bytesBecomeCanonical(row: Row) {
        var parser = StreamParser()
        let messages = parser.messages(bytes(row.input))
        var writer = StreamWriter()
        #expect(hex((messages + parser.finishing()).flatMap { writer.bytes($0) }) == row.expected)
    }
}
