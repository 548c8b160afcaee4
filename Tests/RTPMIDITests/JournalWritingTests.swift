import MIDI
import Testing

@testable import RTPMIDI

/// The bytes of journals (N6), worked out by hand from RFC 6295.
@Suite struct JournalWritingTests {
    @Test(arguments: [
        // An empty journal: the header, whose S bit is 1.
        JournalRow("", "80 00 01"),
        // Chapter P (A.2): without a bank, with MSB and LSB, with an MSB alone, and with X.
        JournalRow("C1 05", "20 00 01 08 06 80 05 00 00"),
        JournalRow("B0 00 01 20 02 C0 05", "20 00 01 00 0B C0 05 81 02 01 00 01 20 02"),
        JournalRow("B0 20 02 00 01 C0 05", "20 00 01 00 0B C0 05 81 00 01 20 02 00 01"),
        JournalRow("B0 00 01 79 00 C0 05", "20 00 01 00 0B C0 05 81 80 01 00 01 79 C1"),
        // A bank without a program is in chapter C alone; so is one after it.
        JournalRow("B0 00 01 20 02", "20 00 01 00 08 40 01 00 01 20 02"),
        JournalRow("C0 05 B0 00 01", "20 00 01 00 09 C0 05 00 00 00 00 01"),
        // Chapter C (A.3): the last value of each controller, oldest first.
        JournalRow("B0 07 64", "20 00 01 00 06 40 00 07 64"),
        JournalRow("B0 07 64 0A 40 07 60", "20 00 01 00 08 40 01 0A 40 07 60"),
        // Actions are counted, and have their value if there is one.
        JournalRow("B0 7B 00 7B 00", "20 00 01 00 06 40 00 7B C2"),
        JournalRow("B0 7E 04", "20 00 01 00 08 40 01 7E C1 7E 04"),
        // Chapter W (A.5), not beyond Reset All Controllers.
        JournalRow("E0 01 50", "20 00 01 00 05 10 01 50"),
        JournalRow("E0 01 50 B0 79 00", "20 00 01 00 06 40 00 79 C1"),
        // Chapter N (A.6): a note, an end, both, and the outermost octets of the bits.
        JournalRow("90 3C 40", "20 00 01 00 07 08 81 F1 3C C0"),
        JournalRow("90 3C 40 80 3C 40", "20 00 01 00 06 08 00 77 08"),
        JournalRow("90 3C 40 90 3C 00", "20 00 01 00 06 08 00 77 08"),
        JournalRow("9F 3C 40 3D 41 3C 00", "20 00 01 78 08 08 01 77 3D C1 08"),
        JournalRow("80 00 40 7F 40", "20 00 01 00 15 08 00 0F 80 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01"),
        JournalRow("90 3C 40 B0 7B 00", "20 00 01 00 06 40 00 7B C1"),
        JournalRow("90 3C 40 B0 7C 00 90 3E 40", "20 00 01 00 0A 48 00 7C C1 81 F1 3E C0"),
        // Chapter E (A.7): a release velocity, overlapping notes.
        JournalRow("90 3C 40 80 3C 10", "20 00 01 00 09 0C 00 77 08 00 3C 90"),
        JournalRow("90 3C 40 3C 41", "20 00 01 00 0A 0C 81 F1 3C C1 00 3C 02"),
        JournalRow("90 3C 40 3C 41 3C 42 80 3C 10", "20 00 01 00 0B 0C 00 77 08 01 3C 02 3C 90"),
        // Chapter T (A.8): not beyond the end of all notes.
        JournalRow("D0 30", "20 00 01 00 04 02 30"),
        JournalRow("D0 30 B0 78 00", "20 00 01 00 06 40 00 78 C1"),
        // Chapter A (A.9), with X beyond the end of all notes.
        JournalRow("A0 3C 30 3D 31 3C 32", "20 00 01 00 08 01 01 3D 31 3C 32"),
        JournalRow("A0 3C 30 B0 7B 00", "20 00 01 00 09 41 00 7B C1 00 3C B0"),
        JournalRow("A0 3C 30 B0 79 00", "20 00 01 00 06 40 00 79 C1"),
        // Two channels, in the order of their numbers.
        JournalRow("D5 30 D2 31", "21 00 01 10 04 02 31 28 04 02 30"),
        // A Reset State command forgets (A.1).
        JournalRow("90 3C 40 FF C0 01", "60 00 01 40 04 40 01 00 06 80 01 00 00"),
    ])
    func channelsAreCoded(row: JournalRow) {
        let sender = Sender()
        sender.send(row.packets)
        #expect(hex(sender.written()) == row.journal)
        #expect(checked(sender.written()) == sender.written().count)
    }
}
