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
    func channelsAreCoded(row: JournalRow) { row.check() }

    @Test(arguments: [
        // Chapter M (A.4): a pending MSB, the null parameter, data, an LSB behind it, increments.
        JournalRow("B0 65 00", "20 00 01 00 06 20 40 03 00"),
        JournalRow("B0 63 05", "20 00 01 00 06 20 40 03 85"),
        JournalRow("B0 65 7F 64 7F", "20 00 01 00 05 20 00 02"),
        JournalRow("B0 65 00 64 01 06 02", "20 00 01 00 08 20 34 05 01 82 02"),
        JournalRow("B0 63 01 62 02 06 03 26 04 65 7F 64 7F", "20 00 01 00 0A 20 00 07 02 81 C2 03 04"),
        JournalRow("B0 65 00 64 01 60 00 60 00 61 00 61 00 61 00", "20 00 01 00 09 20 34 06 01 22 80 01"),
        JournalRow("B0 65 00 64 01 06 02 79 00", "20 00 01 00 0B 60 00 79 C1 14 05 01 82 82"),
        // Without a parameter, data controllers are general-purpose (A.3.4).
        JournalRow("B0 06 02", "20 00 01 00 06 40 00 06 02"),
        // Chapters D and V (B.1, B.2).
        JournalRow("F6 F6 F3 05 FE", "40 00 01 60 06 30 02 05 01"),
        // Chapter Q (B.3): start, clocks, stop, a position, continue at the start.
        JournalRow("FA", "40 00 01 10 03 40"),
        JournalRow("FA F8 F8", "40 00 01 10 05 70 00 01"),
        JournalRow("FA F8 F8 FC", "40 00 01 10 05 30 00 01"),
        JournalRow("F2 00 57", "40 00 01 10 05 11 05 00"),
        JournalRow("FB", "40 00 01 10 05 50 00 00"),
        // Chapter F (B.4): a partial frame, a complete one two frames later, a reverse one, a Full Frame.
        JournalRow("F1 05 F1 10", "40 00 01 08 07 21 50 00 00 00"),
        JournalRow("F1 05 F1 10 F1 20 F1 30 F1 40 F1 50 F1 61 F1 76", "40 00 01 08 07 57 70 00 00 16"),
        JournalRow("F1 76 F1 61 F1 50 F1 40 F1 30 F1 20 F1 10 F1 05", "40 00 01 08 07 58 50 00 00 16"),
        JournalRow("F0 7F 7F 01 01 61 02 03 04 F7", "40 00 01 08 07 47 61 02 03 04"),
        // Chapter X (B.5): a SysEx, one without data, and one that is open.
        JournalRow("F0 01 02 F7", "40 00 01 04 06 2F 01 01 82"),
        JournalRow("F0 F7", "40 00 01 04 04 27 01"),
        JournalRow("F0 01 02 03 04 05 06 07", "40 00 01 04 0A 2C 01 01 02 03 04 05 86"),
    ])
    func parametersAndSystemAreCoded(row: JournalRow) { row.check() }

    /// S bits are 1 unless an element is of the last packet (A.1).
    @Test(arguments: [
        JournalRow("90 3C 40|", "A0 00 01 80 07 08 81 F1 BC C0"),
        JournalRow("B0 07 64|B0 0A 40", "20 00 01 00 08 40 01 87 64 0A 40"),
        JournalRow("90 3C 40 80 3C 40|90 3E 40", "20 00 01 00 08 08 81 77 3E C0 08"),
        JournalRow("D0 30|E1 00 40", "21 00 01 80 04 02 B0 08 05 10 00 40"),
        JournalRow("F6|F3 05", "40 00 01 40 05 30 81 05"),
        JournalRow("F0 01 F7|F0 02 F7", "40 00 01 04 08 2F 01 81 2F 02 82"),
        JournalRow("F0 01 F7|F0 02 F7|", "C0 00 01 84 08 AF 01 81 AF 02 82"),
    ])
    func lastPacketHasNoSBit(row: JournalRow) { row.check() }

    /// The checkpoint is the last acknowledged packet, and sequence numbers wrap (N6).
    @Test func checkpointFollowsAcknowledgements() {
        let sender = Sender(first: 0xFFFE)
        sender.send("B0 07 01|B0 08 02|B0 09 03|B0 0A 04")
        sender.journal.pointee.acknowledge(0x0000)
        #expect(hex(sender.written()) == "20 00 00 00 08 40 01 89 03 0A 04")
        sender.journal.pointee.acknowledge(0xFFFF)
        #expect(hex(sender.written()) == "20 00 00 00 08 40 01 89 03 0A 04", "an older one changes nothing")
    }

    /// Without acknowledgements, the history ends after 256 packets (N6).
    @Test func historyIsBounded() {
        let sender = Sender()
        sender.send("B0 07 64")
        for _ in 0..<255 { sender.send("") }
        #expect(hex(sender.written()) == "A0 00 01 80 06 40 80 87 64")
        sender.send("")
        #expect(hex(sender.written()) == "80 00 02")
    }

    /// A journal does not cover packets whose SysEx it cannot tell any more: their number, and the bytes of their data.
    @Test(arguments: [(20, 3, 5), (16, 3, 1), (3, 250, 2), (2, 256, 1), (40, 257, 25)])
    func checkpointMovesBehindSysExWithoutRoom(packets: Int, count: Int, checkpoint: Int) {
        let (sender, receiver) = (Sender(), Receiver())
        for number in 0..<packets {
            let data = [UInt8(number)] + [UInt8](repeating: 1, count: count - 1)
            sender.send(hex([0xF0] + data + [0xF7]))
        }
        let journal = sender.written()
        #expect(Int(journal[1]) << 8 | Int(journal[2]) == checkpoint)
        #expect(receiver.repair(journal, expected: UInt16(checkpoint) &- 1).result == .uncovered)
        if count > RTPMIDILimits.sysExBytes { return }
        let whole = receiver.repair(journal, expected: UInt16(checkpoint)).messages.filter {
            $0.sysExStatus == .end || $0.sysExStatus == .complete
        }
        #expect(whole.count == packets - checkpoint + 1)
    }

    /// A journal that is too large covers fewer packets, but tells all ends (N6, N9).
    @Test func largeJournalKeepsEnds() {
        let sender = Sender()
        sender.send("90 3C 40 B0 40 7F")
        sender.send("80 3C 40 B0 40 00")
        for key in UInt8(0)..<100 {
            sender.send((0..<16).map { .polyPressure(channel: $0, key: key, value: 1) })
        }
        let journal = sender.written()
        #expect(journal.count <= RTPMIDILimits.journalBytes && checked(journal) == journal.count)
        #expect(Int(journal[1]) << 8 | Int(journal[2]) > 50, "the checkpoint moves on")
        let receiver = Receiver()
        receiver.take("90 3C 40 B0 40 7F")
        let messages = receiver.repair(journal, expected: sender.next &- 1).messages
        #expect(text(messages).hasPrefix("80 3C 40 B0 40 00"))
    }

    /// Ends of everything on all channels fit, however much else there is.
    @Test func endsAlwaysFit() {
        let sender = Sender()
        var packet: [Message] = []
        for channel in UInt8(0)..<16 {
            for number in UInt8(64)..<128 {
                packet.append(.controlChange(channel: channel, controller: number, value: number > 120 ? 1 : 0))
            }
            for key in UInt8(0)..<128 { packet.append(.noteOff(channel: channel, key: key)) }
            packet += [.pitchBend(channel: channel, value: 0x2000), .channelPressure(channel: channel, value: 0)]
        }
        sender.send(packet)
        let journal = sender.written()
        #expect(journal.count <= RTPMIDILimits.journalBytes && checked(journal) == journal.count)
        #expect(hex(Array(journal.prefix(3))) == "2F 00 02", "the history is empty, but ends are told")
    }
}
