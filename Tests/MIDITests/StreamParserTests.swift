import MIDI
import Testing

@Suite struct StreamParserTests {
    @Test func everyChannelStatusHasItsLength() {
        for status in UInt8(0x80)...0xEF {
            let two = 0xC0...0xDF ~= status
            let input = two ? [status, 0x7F] : [status, 0x7F, 0x01]
            var parser = StreamParser()
            #expect(hex(parser.messages(input)) == "20" + hex(status) + (two ? "7F00" : "7F01"))
        }
    }

    @Test(arguments: [
        Row("F1 35", "10F13500"), Row("F2 10 7F", "10F2107F"), Row("F3 05", "10F30500"), Row("F6", "10F60000"),
        Row("F8", "10F80000"), Row("FA", "10FA0000"), Row("FB", "10FB0000"), Row("FC", "10FC0000"),
        Row("FE", "10FE0000"), Row("FF", "10FF0000"),
        Row("F4", ""), Row("F5", ""), Row("F7", ""), Row("F9", ""), Row("FD", ""),
    ])
    func everySystemStatusHasItsLength(row: Row) { row.check { parsed($0) } }

    /// S1.
    @Test(arguments: [
        Row("90 3C 40 3D 41 3E 00", "20903C40 20903D41 20903E00"),
        Row("C5 01 02", "20C50100 20C50200"),
        Row("E2 00 40 7F 7F", "20E20040 20E27F7F"),
        Row("90 3C 40 80 3C 40 3D 40", "20903C40 20803C40 20803D40"),
        Row("90 3C 90 3D 40", "20903D40"),
        Row("90 3C 40 3D C0 05", "20903C40 20C00500"),
    ])
    func runningStatusIsKept(row: Row) { row.check { parsed($0) } }

    /// S1: a real-time byte at every position of every kind of message comes out at once and changes nothing else.
    @Test(arguments: [
        "90 3C 40 3D 41", "C0 01 02", "F2 10 20", "F1 11 F6", "F0 01 02 F7", "F0 F7", "F0 01 02 03 04 05 06 F7",
        "F0 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D F7", "F0 01 02 03 04 05 06 07 90 3C 40",
    ])
    func realTimeIsAllowedAnywhere(input: String) {
        let plain = bytes(input)
        var parser = StreamParser()
        let expected = parser.messages(plain)
        for realTime: UInt8 in [0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF] {
            for position in 0...plain.count {
                var parser = StreamParser()
                var out = parser.messages(Array(plain[..<position]))
                #expect(parser.messages([realTime]) == [Message(status: realTime)])
                out += parser.messages(Array(plain[position...]))
                #expect(out == expected)
            }
        }
    }

    /// S2.
    @Test(arguments: [
        Row("90 3C 40 F1 35 3D 41", "20903C40 10F13500"), Row("90 3C 40 F2 01 02 3D 41", "20903C40 10F20102"),
        Row("90 3C 40 F3 01 3D 41", "20903C40 10F30100"), Row("90 3C 40 F6 3D 41", "20903C40 10F60000"),
        Row("90 3C 40 F4 3D 41", "20903C40"), Row("90 3C 40 F5 3D 41", "20903C40"),
        Row("90 3C F4 40", ""), Row("F2 01 F5 02", ""), Row("F2 01 90 3C 40", "20903C40"),
        Row("90 3C 40 F7 3D 41", "20903C40"), Row("90 3C F7 40 90 01 02", "20900102"),
    ])
    func systemCommonAndUndefinedCancelRunningStatus(row: Row) { row.check { parsed($0) } }

    /// S2.
    @Test(arguments: [
        Row("90 F9 3C FD 40 F9 3D 41", "20903C40 20903D41"), Row("F0 01 F9 02 FD F7", "30020102 00000000"),
    ])
    func undefinedRealTimeDisturbsNothing(row: Row) { row.check { parsed($0) } }

    /// S3.
    @Test(arguments: [
        ("01 F8 02", 2), ("F7 01", 1), ("F7 F7", 0), ("F6 01 02", 2), ("F4 01", 1), ("F0 01 F7 02", 1),
        ("90 3C 90 3D 40", 0), ("F0 01 02 90 3C 40 05", 0), ("F0 01 F5 05 06", 2),
    ])
    func strayBytesAreCounted(input: String, count: UInt32) {
        var parser = StreamParser()
        _ = parser.messages(bytes(input))
        #expect(parser.droppedBytes == count)
    }

    /// S5.
    @Test func velocityZeroStaysNoteOn() {
        #expect(parsed("90 3C 00 3D 00") == "20903C00 20903D00")
    }

    @Test func everyMessageHasTheGroup() {
        #expect(
            parsed("90 3C 40 F8 F0 01 02 03 04 05 06 07 F6", group: 9)
                == "29903C40 19F80000 39160102 03040506 39300000 00000000 19F60000")
    }

    /// Parsing pieces of the stream gives the same as single bytes; a message may begin in one piece and end in
    /// another.
    @Test(arguments: [
        "90 3C 40 3C 00 80 3C 40", "90 3C 40 C0 05 D0 06 E0 00 40 F2 01 02 03", "B0 07 F8 7F 08 90 01",
        "F0 01 02 03 04 05 06 07 08 09 0A 0B 0C F7", "F0 01 02 03 04 05 06 07 08 09 0A F8 0B 0C 0D 0E 0F F7 3C",
        "F0 01 02 03 04 05 06 07 90 3C 40", "F0 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D F6 01 90 01",
        "F0 01 02 03 F0 01 02 03 04 05 06 F7 F7",
    ])
    func piecesAndSingleBytesGiveTheSame(input: String) {
        let input = bytes(input)
        for cut in 0...input.count {
            var (byBytes, byPieces) = (StreamParser(), StreamParser())
            let out = byPieces.messages(piece: Array(input[..<cut])) + byPieces.messages(piece: Array(input[cut...]))
            #expect(hex(out) == hex(byBytes.messages(input)), "cut at \(cut)")
            #expect(byPieces.droppedBytes == byBytes.droppedBytes)
        }
    }

    @Test func parserIsSmall() {
        #expect(MemoryLayout<StreamParser>.size <= 40)
    }
}
