import Compact
import Configuration
import MIDI
import Testing

@testable import Box

/// The messages of `treadle send`.
@Suite struct SentMessagesTests {
    private func sent(_ words: [String], middleC: Int = 4, language: NoteLanguage = .english) -> String {
        do throws(SentMessages.Problem) {
            let parts = try SentMessages(words, MessageText(middleC: middleC, language: language)).parts
            return Digits.hex(parts.flatMap { $0.bytes })
        } catch {
            return error.message
        }
    }

    @Test(arguments: [
        ("cc 7 = 100", "B0 07 64"), ("cc 7=100", "B0 07 64"), ("cc volume = 100 channel 3", "B2 07 64"),
        ("cc 7/39 = 16383", "B0 07 7F B0 27 7F"), ("cc 11 14-bit = 128", "B0 0B 01 B0 2B 00"),
        ("note C4 90", "90 3C 5A"), ("note 60 0", "90 3C 00"), ("note F#3 1 channel 16", "9F 36 01"),
        ("note-off C4", "80 3C 40"), ("note-off C4 7 channel 2", "81 3C 07"),
        ("note-off C4 note D4 1", "80 3C 40 90 3E 01"),
        ("program 12", "C0 0C"), ("program 12 channel 2", "C1 0C"), ("pitch-bend = 8192", "E0 00 40"),
        ("pitch-bend = 16383", "E0 7F 7F"), ("channel-pressure = 5 channel 10", "D9 05"),
        ("F0 7E 7F 09 01 F7", "F0 7E 7F 09 01 F7"), ("90 3c 64", "90 3C 64"), ("F8", "F8"), ("CC 05", "CC 05"),
        ("90 3C 64 3E 64", "90 3C 64 3E 64"), ("message \"F0 01 F7\"", "F0 01 F7"),
        ("message \"B[CH] 10 [MSB]\" = 5 channel 3 program 1", "B2 10 05 C0 01"),
        ("message \"B[CH] 10 05\"", "B0 10 05"),
        ("message \"F0 43 [MSB] [LSB] F7\" = 129", "F0 43 01 01 F7"), ("key C1 = 100", "90 18 64"),
        ("key C1 = 0", "80 18 40"),
        ("rpn 0/1 = 5", "B0 65 00 B0 64 01 B0 06 05"),
        // RP-013, the commands and their codes.
        ("mmc stop", "F0 7F 7F 06 01 F7"), ("mmc play", "F0 7F 7F 06 02 F7"),
        ("mmc deferred play", "F0 7F 7F 06 03 F7"), ("mmc fast-forward", "F0 7F 7F 06 04 F7"),
        ("mmc rewind", "F0 7F 7F 06 05 F7"), ("mmc record strobe", "F0 7F 7F 06 06 F7"),
        ("mmc record-exit", "F0 7F 7F 06 07 F7"), ("mmc record pause", "F0 7F 7F 06 08 F7"),
        ("mmc pause", "F0 7F 7F 06 09 F7"), ("mmc command error reset", "F0 7F 7F 06 0C F7"),
        // N11: with a device, a time and a rate.
        ("mmc play device 5 note C4 1", "F0 7F 05 06 02 F7 90 3C 01"), ("mmc stop device all", "F0 7F 7F 06 01 F7"),
        ("mmc locate 01:02:03:04 device 5", "F0 7F 05 06 44 06 01 01 02 03 04 00 F7"),
        (
            "mmc locate 01:02:03:04.05 fps 25 mmc play",
            "F0 7F 7F 06 44 06 01 21 02 03 04 05 F7 F0 7F 7F 06 02 F7"
        ),
        // Several, one behind the other.
        (
            "cc 7 = 100 note C4 90 channel 2 mmc play CC 05 cc 1 = 2",
            "B0 07 64 91 3C 5A F0 7F 7F 06 02 F7 CC 05 B0 01 02"
        ),
    ])
    func wordsBecomeBytes(_ words: String, _ bytes: String) {
        #expect(sent([words]) == bytes)
        // It is the same however the shell has cut it.
        #expect(sent(words.split(separator: " ").map { String($0) }) == bytes)
    }

    @Test func octavesAreThoseOfTheBox() {
        #expect(sent(["note C3 1"], middleC: 3) == "90 3C 01")
    }

    @Test(
        arguments: [
            ("note C4 90", 250_000_000), ("note C4 90 for 500 ms", 500_000_000),
            ("note C4 90 for 1.5s channel 2", 1_500_000_000),
            ("note C4 90 channel 2 for 2 s", 2_000_000_000), ("note C4 0", nil), ("note-off C4", nil),
            ("90 3C 5A", nil),
            ("key C4 = 90", nil),
        ] as [(String, UInt64?)])
    func notesHaveALength(_ words: String, _ length: UInt64?) throws {
        let parts = try SentMessages([words], MessageText(middleC: 4, language: .english)).parts
        #expect(parts.count == 1 && parts[0].release?.after == length)
        #expect(parts[0].release.map { $0.bytes == [parts[0].bytes[0] & 0x0F | 0x80, 60, 64] } != false)
    }

    @Test func notesAreNamedAsInTheBox() {
        #expect(sent(["note H3 1 note Bb3 2"], language: .german) == "90 3B 01 90 3A 02")
        #expect(sent(["note B3 1"], language: .german).contains("`H3` (B natural) or `Bb3` (B flat)"))
        #expect(sent(["note Do4 1"], language: .italian) == "90 3C 01")
        #expect(sent(["note-value = D4"]) == "90 3E 64")
    }

    @Test(arguments: [
        ("", "no message is given"), ("nonsense", "'nonsense' is not a message"),
        ("note-on C4 90", "did you mean 'note'"), ("note", "'note '"),
        ("note C4", "the velocity follows the note"), ("note C4 128", "'note C4 128'"),
        ("note H4 3", "'note H4' has no note; it must be a note C-1..G9"),
        ("cc 7 = 128", "it must be cc 7 = 0..127"), ("cc volum = 1", "did you mean `volume`?"),
        ("program 128", "it must be program 0..127"), ("program", "needs a number"), ("pitch-bend = 16384", "0..16383"),
        ("note C4 90 channel 17", "channels are 1..16"), ("note C4 90 for 5", "up to an hour with its unit"),
        ("note C4 90 for", "'note C4 for '"),
        ("note C4 90 for 3601 s", "up to an hour"), ("note C4 0 for 1 s", "has no length"),
        ("mmc fly", "the commands are stop, play"), ("mmc", "the commands are stop"),
        ("mmc play channel 2", "'mmc play' has no channel"), ("mmc play device", "device 0..127 or device all"),
        ("mmc locate", "mmc locate and a time"), ("mmc locate note C4 1", "mmc locate and a time"),
        ("90 40", "is not a whole message"), ("40 40", "without a status byte"), ("F0 01", "is not a whole message"),
        ("90 3C 64 channel 2", "has its channel in its status byte"), ("motion x = 3", "an input only"),
        ("message", "is not a whole message"), ("message \"F0 [MSB] F7\"", "a place for a value"),
    ])
    func errorSaysWhatIsRight(_ words: String, _ says: String) {
        #expect(sent([words]).contains(says), "\(sent([words]))")
    }
}
