import MIDI
import Testing

@Suite struct StreamWriterTests {
    @Test(arguments: [
        Row("20903C40", "90 3C 40"), Row("20C50100", "C5 01"), Row("29903C40", "90 3C 40"), Row("10F2107F", "F2 10 7F"),
        Row("10F13500", "F1 35"), Row("10F60000", "F6"), Row("10F80000", "F8"),
        Row("30000000 00000000", "F0 F7"), Row("30060102 03040506", "F0 01 02 03 04 05 06 F7"),
        Row("30160102 03040506", "F0 01 02 03 04 05 06"), Row("30220102 00000000", "01 02"),
        Row("30300000 00000000", "F7"), Row("30310700 00000000", "07 F7"),
    ])
    func messageBecomesItsBytes(row: Row) { row.check { written($0) } }

    @Test(arguments: [
        Row("2090BCC0", "90 3C 40"), Row("30028182 00000000", "F0 01 02 F7"),
        Row("10903C40", ""), Row("20F80000", ""), Row("20003C40", ""), Row("10F00000", ""), Row("10F70000", ""),
        Row("10F40000", ""), Row("10FD0000", ""), Row("30070102 03040506", ""), Row("30420102 00000000", ""),
        Row("00100000", ""), Row("40903C00 FFFF0000", ""), Row("6000007F", ""), Row("F0000000", ""),
    ])
    func onlyWellFormedBytesLeave(row: Row) { row.check { written($0) } }

    private func written(_ text: String) -> String {
        let word = words(text)
        var writer = StreamWriter()
        return hex(writer.bytes(Message(word[0], word.count > 1 ? word[1] : 0)))
    }

    /// S6.
    @Test func statusIsNeverOmittedUnlessAsked() {
        var writer = StreamWriter()
        let note = Message.noteOn(channel: 0, key: 60, velocity: 64)
        for _ in 0..<2 { #expect(writer.bytes(note) == bytes("90 3C 40")) }
    }

    /// S6.
    @Test func repeatedStatusIsOmittedForThreeHundredMilliseconds() {
        var writer = StreamWriter(runningStatus: true)
        let note = Message.noteOn(channel: 0, key: 60, velocity: 64)
        #expect(writer.bytes(note, at: 1_000_000_000) == bytes("90 3C 40"))
        #expect(writer.bytes(note, at: 1_200_000_000) == bytes("3C 40"))
        #expect(writer.bytes(note, at: 1_300_000_000) == bytes("3C 40"))
        #expect(writer.bytes(note, at: 1_300_000_001) == bytes("90 3C 40"))
        #expect(writer.bytes(note, at: 1_600_000_001) == bytes("3C 40"))
    }

    @Test func otherStatusIsSent() {
        var writer = StreamWriter(runningStatus: true)
        let note = Message.noteOn(channel: 0, key: 60, velocity: 64)
        #expect(writer.bytes(note) == bytes("90 3C 40"))
        #expect(writer.bytes(note.on(channel: 1)) == bytes("91 3C 40"))
        #expect(writer.bytes(note) == bytes("90 3C 40"))
    }

    /// S1, S2.
    @Test(arguments: [
        (Message(status: 0xF8), "3C 40"), (Message(status: 0xF6), "90 3C 40"), (Message(status: 0xF1, 5), "90 3C 40"),
        (Message.sysExEnd(), "90 3C 40"),
    ])
    func onlyRealTimeLeavesRunningStatus(between: Message, expected: String) {
        var writer = StreamWriter(runningStatus: true)
        let note = Message.noteOn(channel: 0, key: 60, velocity: 64)
        _ = writer.bytes(note)
        _ = writer.bytes(between)
        #expect(writer.bytes(note) == bytes(expected))
    }

    @Test func resetSendsTheStatusAgain() {
        var writer = StreamWriter(runningStatus: true)
        let note = Message.noteOn(channel: 0, key: 60, velocity: 64)
        _ = writer.bytes(note)
        writer.reset()
        #expect(writer.bytes(note) == bytes("90 3C 40"))
    }
}
