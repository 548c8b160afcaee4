import MIDI
import TestSupport
import Testing

@testable import RTPMIDI

/// What a journal repairs (N7), and journals that are refused (N9).
@Suite struct JournalReadingTests {
    /// What arrived before the gap, the journal behind it, and what it delivers.
    struct Row: CustomTestStringConvertible, Sendable {
        let arrived: String
        let journal: String
        let delivered: String

        init(_ arrived: String, _ journal: String, _ delivered: String) {
            (self.arrived, self.journal, self.delivered) = (arrived, journal, delivered)
        }

        var testDescription: String { "\(arrived), \(journal) → \(delivered)" }
    }

    @Test(arguments: [
        Row("", "80 00 01", ""),
        // A note to play, one to skip (Y = 0), one that sounds already.
        Row("", "20 00 01 00 07 08 81 F1 3C C0", "90 3C 40"),
        Row("", "20 00 01 00 07 08 81 F1 3C 40", ""),
        Row("90 3C 40", "20 00 01 00 07 08 81 F1 3C C0", ""),
        Row("90 3C 41", "20 00 01 00 07 08 81 F1 3C C0", "80 3C 40 90 3C 40"),
        // A note that ended, with and without release velocity, and twice.
        Row("90 3C 40", "20 00 01 00 06 08 00 77 08", "80 3C 40"),
        Row("90 3C 40", "20 00 01 00 09 0C 00 77 08 00 3C 90", "80 3C 10"),
        Row("90 3C 40 3C 41", "20 00 01 00 06 08 00 77 08", "80 3C 40 80 3C 40"),
        // The end of all notes, counted: it is delivered once, and lets go of pressure.
        Row("90 3C 40 D0 30", "20 00 01 00 06 40 00 7B C1", "B0 7B 00 D0 00"),
        Row("B0 7B 00 90 3C 40", "20 00 01 00 06 40 00 7B C1", ""),
        // By value it may be an old one: notes that the journal does not name end, the others go on.
        Row("B0 7B 00 90 3C 40 3D 40", "20 00 01 00 0A 48 00 7B 00 81 F1 3D C0", "80 3C 40"),
        // The toggle tool, with a sustain pedal that was lifted meanwhile.
        Row("B0 40 7F", "20 00 01 00 06 40 00 40 83", "B0 40 00 B0 40 7F"),
        // By value and by toggle, and by count too: it ends at the value.
        Row("B0 40 7F", "20 00 01 00 08 40 01 40 64 40 83", "B0 40 00 B0 40 64"),
        Row("B0 40 7F", "20 00 01 00 08 40 01 40 14 40 82", "B0 40 14"),
        Row("B0 40 7F", "20 00 01 00 08 40 01 40 83 40 64", "B0 40 00 B0 40 7F B0 40 64"),
        Row("B0 40 7F", "20 00 01 00 0A 40 02 40 C3 40 64 40 83", "B0 40 64 B0 40 00 B0 40 64"),
        // Bank and program; the bank alone is no reason.
        Row("", "20 00 01 00 06 80 05 81 02", "B0 00 01 B0 20 02 C0 05"),
        Row("C0 05", "20 00 01 00 06 80 05 00 00", ""),
        // A parameter: its number, data, and the null parameter behind.
        Row(
            "", "20 00 01 00 09 20 00 06 00 00 82 02",
            "B0 65 00 B0 64 00 B0 06 02 B0 65 7F B0 64 7F"),
        // Clocks while running, a position otherwise, and the start.
        Row("FA F8", "40 00 01 10 05 70 00 03", "F8 F8 F8"),
        Row("", "40 00 01 10 05 30 00 5F", "F2 10 00"),
        Row("", "40 00 01 10 03 40", "FA"),
        Row("FA", "40 00 01 10 03 00", "FC"),
        // Song, tune and reset of chapter D.
        Row("90 3C 40", "40 00 01 40 06 70 01 01 05", "FF F6 F3 05"),
        // A SysEx that is new, one that has arrived, one that is cut and one that is continued.
        Row("", "40 00 01 04 06 2F 01 01 82", "F0 01 02 F7"),
        Row("F0 01 02 F7", "40 00 01 04 06 2F 01 01 82", ""),
        Row("F0 01 02 03 04 05 06 07", "80 00 01", "F7"),
        Row("F0 01 02 03 04 05 06 07", "40 00 01 04 0C 2F 01 01 02 03 04 05 06 07 88", "07 08 F7"),
    ])
    func gapsAreRepaired(row: Row) {
        let receiver = Receiver()
        receiver.take(row.arrived)
        let (result, messages) = receiver.repair(bytes(row.journal))
        #expect(result == .repaired(messages: messages.count))
        #expect(written(messages, after: row.arrived) == row.delivered)
        #expect(receiver.repair(bytes(row.journal)).messages == [], "a second repair has nothing to do")
    }

    // A writer that has written what arrived before, so that a SysEx goes on.
    private func written(_ messages: [Message], after arrived: String) -> String {
        var parser = StreamParser()
        var writer = StreamWriter()
        for message in RTPMIDITests.messages(arrived, &parser) { writer.write(message, at: 0) { _ in } }
        var found: [UInt8] = []
        for message in messages { writer.write(message.visible, at: 0) { found.append($0) } }
        return hex(found)
    }

    @Test(arguments: [
        // Cut headers, sections and chapters.
        "", "80 00", "20 00 01", "40 00 01 10", "20 00 01 00 07 08 81 F1 3C", "20 00 01 00 02 08",
        "21 00 01 00 05 10 01 50", "20 00 01 00 04 10 01", "20 00 01 00 05 40 00 07", "20 00 01 00 05 80 05 00",
        // Chapter N: bits from octet 3 to octet 2.
        "20 00 01 00 07 08 00 32 08 08",
        // Chapter M: too short for its pending MSB, a cut log, and both kinds.
        "20 00 01 00 05 20 40 02", "20 00 01 00 07 20 00 04 00 00", "20 00 01 00 08 20 18 05 00 00 02",
        // Chapter D: an F4 log that is too long, and one whose data does not end.
        "40 00 01 40 05 08 00 09", "40 00 01 40 06 08 20 03 01", "40 00 01 40 04 02 40",
        // Chapter F: a Full Frame with bytes above 127. Chapter X: none, no end of FIRST or of data.
        "40 00 01 08 07 47 80 00 00 00", "40 00 01 04 02", "40 00 01 04 07 10 81 81 81 81", "40 00 01 04 05 0B 01 02",
    ])
    func malformedJournalsDeliverNothing(text: String) {
        let receiver = Receiver()
        receiver.take("90 3C 40")
        #expect(checked(bytes(text)) == nil)
        let (result, messages) = receiver.repair(bytes(text))
        #expect(result == .malformed && messages == [])
    }

    /// A checkpoint behind the first missing packet covers nothing, also around 65,535 (N7).
    @Test func youngCheckpointIsUncovered() {
        let receiver = Receiver()
        #expect(receiver.repair(bytes("80 00 05"), expected: 5).result == .repaired(messages: 0))
        #expect(receiver.repair(bytes("80 00 05"), expected: 4).result == .uncovered)
        #expect(receiver.repair(bytes("80 00 05"), expected: 0xFFFF).result == .uncovered)
        #expect(receiver.repair(bytes("80 FF FF"), expected: 3).result == .repaired(messages: 0))
    }

    /// Forms that our sender never writes are well formed: undefined commands, TIMETOOLS, C-BUTTON, COUNT, the enhanced
    /// chapter C, a SysEx without COUNT, and bytes behind the last chapter.
    @Test(arguments: [
        "40 00 01 40 0D 0F 24 03 81 50 03 07 42 01 42 01",
        "40 00 01 10 08 78 00 01 00 00 05",
        "20 00 01 00 0F 20 00 0C 00 80 FE 01 02 00 03 00 03 05",
        "30 00 01 04 08 40 01 07 C1 07 64", "40 00 01 04 05 0B 01 82", "20 00 01 00 08 10 01 50 00 00 00",
    ])
    func foreignFormsAreAccepted(text: String) {
        #expect(checked(bytes(text)) == bytes(text).count)
    }

    /// A gap inside a SysEx of more than 256 bytes cuts it. A gap elsewhere does not.
    @Test func longSysExIsCutByItsOwnGapOnly() {
        let (sender, receiver) = (Sender(), Receiver())
        func piece(_ status: SysExStatus) -> Message { Message(sysEx: status, [1, 2, 3, 4, 5, 6], count: 6) }
        let dump = [piece(.start)] + [Message](repeating: piece(.continue), count: 99)
        sender.send(dump)
        for message in dump { receiver.journal.pointee.record(message) }
        sender.send("F6")
        #expect(text(receiver.repair(sender.written(), expected: 2).messages) == "F6")
        #expect(receiver.isInSysEx)
        sender.send([piece(.continue)])
        #expect(receiver.repair(sender.written(), expected: 3).messages == [.cutSysEx])
        #expect(!receiver.isInSysEx)
    }

    @Test func releaseEndsEverything() {
        let receiver = Receiver()
        receiver.take("90 3C 40 B0 40 7F E0 00 50 D0 30 A0 3C 30 F0 01 02 03 04 05 06 07")
        #expect(text(receiver.released()) == "F7 80 3C 40 B0 40 00 E0 00 40 D0 00 A0 3C 00")
        #expect(receiver.released() == [])
    }

    /// Random bytes, and journals with a changed byte: nothing stops or grows (N9).
    @Test func randomBytesAreHarmless() {
        var random = SplitMix(state: 15)
        var evening = Evening(seed: 15)
        let (sender, receiver) = (Sender(), Receiver())
        for number in 0..<2000 {
            var bytes = sender.send(evening.packet())
            if random.chance(50) {
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
            } else {
                bytes = (0..<random.below(60)).map { _ in UInt8(random.below(256)) }
            }
            let (result, messages) = receiver.repair(bytes, expected: sender.next)
            #expect((result == .malformed) == (checked(bytes) == nil), "packet \(number): \(hex(bytes))")
            #expect(messages.count < 10_000, "packet \(number): \(hex(bytes))")
        }
        _ = receiver.released()
        #expect(receiver.released() == [])
    }
}
