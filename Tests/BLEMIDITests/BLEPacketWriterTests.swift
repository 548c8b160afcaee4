import BLEMIDI
import MIDI
import Testing

/// The form of packets, as B9 has it.
@Suite struct BLEPacketWriterTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        /// Times in milliseconds and the messages that the router sent then.
        let messages: [(Int, Message)]
        let packets: String
        let mtu: Int

        init(_ name: String, _ messages: [(Int, Message)], _ packets: String, mtu: Int = 247) {
            (self.name, self.messages, self.packets, self.mtu) = (name, messages, packets, mtu)
        }

        var testDescription: String { name }
    }

    static let on = Message.noteOn(channel: 0, key: 60, velocity: 100)
    static let off = Message.noteOff(channel: 0, key: 60)
    static let clock = Message(status: Status.timingClock)

    static func sysEx(_ status: SysExStatus, _ data: UInt8...) -> Message {
        var bytes = InlineArray<6, UInt8>(repeating: 0)
        for (index, byte) in data.enumerated() { bytes[index] = byte }
        return Message(sysEx: status, bytes, count: data.count)
    }

    static let rows = [
        Row(
            "a status and a time stamp for each message", [(128, on), (128, on), (131, off)],
            "81 80 90 3C 64 80 90 3C 64 83 80 3C 40"),
        Row(
            "messages of each length",
            [
                (200, Message.programChange(channel: 1, program: 5)), (200, clock),
                (200, Message(status: Status.songPosition, 1, 2)),
            ],
            "81 C8 C1 05 C8 F8 C8 F2 01 02"
        ),
        Row("a packet spans 127 ms", [(200, on), (327, off)], "81 C8 90 3C 64 C7 80 3C 40"),
        Row("and no more", [(200, on), (328, off)], "81 C8 90 3C 64|82 C8 80 3C 40"),
        Row(
            "time stamps do not go back", [(300, on), (290, off), (301, on)], "82 AC 90 3C 64 AC 80 3C 40 AD 90 3C 64"),
        Row(
            "nor from packet to packet", [(400, on), (500, on), (600, clock), (500, off)],
            "83 90 90 3C 64 F4 90 3C 64|84 D8 F8 D8 80 3C 40"),
        Row("the time wraps", [(8191, on), (8192, off)], "BF FF 90 3C 64|80 80 80 3C 40"),
        Row("and wraps again", [(16_384 + 130, on)], "81 82 90 3C 64"),
        Row(
            "upper bits of 0: one message a packet", [(0, on), (1, on), (127, off), (128, on), (128, off)],
            "80 80 90 3C 64|80 81 90 3C 64|80 FF 80 3C 40|81 80 90 3C 64 80 80 3C 40"),
        Row(
            "a full packet", [(128, on), (128, on), (128, on), (128, on), (128, on)],
            "81 80 90 3C 64 80 90 3C 64 80 90 3C 64 80 90 3C 64|81 80 90 3C 64", mtu: 23),
        Row(
            "an MTU below the smallest is the smallest", [(128, on), (128, on), (128, on), (128, on), (128, on)],
            "81 80 90 3C 64 80 90 3C 64 80 90 3C 64 80 90 3C 64|81 80 90 3C 64", mtu: 5),
        Row(
            "SysEx has packets of its own", [(128, on), (129, sysEx(.complete, 1, 2)), (130, off)],
            "81 80 90 3C 64|81 81 F0 01 02 81 F7|81 82 80 3C 40"),
        Row(
            "two SysEx have two packets", [(128, sysEx(.complete, 1)), (128, sysEx(.complete, 2))],
            "81 80 F0 01 80 F7|81 80 F0 02 80 F7"),
        Row(
            "F7 has its own time", [(128, sysEx(.start, 1, 2, 3, 4, 5, 6)), (140, sysEx(.end, 7))],
            "81 80 F0 01 02 03 04 05 06 07 8C F7"),
        Row(
            "later packets of a SysEx have no time stamp before the data",
            [
                (250, sysEx(.start, 1, 2, 3, 4, 5, 6)), (250, sysEx(.continue, 1, 2, 3, 4, 5, 6)),
                (250, sysEx(.continue, 1, 2, 3, 4, 5, 6)), (259, sysEx(.end)),
            ],
            "81 FA F0 01 02 03 04 05 06 01 02 03 04 05 06|82 01 02 03 04 05 06 83 F7", mtu: 23
        ),
        Row(
            "a SysEx of a slow source", [(128, sysEx(.start, 1, 2, 3, 4, 5, 6)), (300, sysEx(.end, 7))],
            "81 80 F0 01 02 03 04 05 06|82 07 AC F7"),
        Row(
            "messages that MIDI 1.0 does not have", [(128, Message(0x4090_3C00, 0x8000_0000)), (128, on)],
            "81 80 90 3C 64"),
        Row(
            "SysEx without a beginning", [(128, sysEx(.continue, 1)), (128, sysEx(.end, 1)), (128, on)],
            "81 80 90 3C 64"),
    ]

    @Test(arguments: rows) func packetsAreWritten(_ row: Row) {
        var writing = Writing(mtu: row.mtu)
        for (time, message) in row.messages {
            let isWritten = writing.write(message, sentAt: milliseconds(time), now: milliseconds(time))
            #expect(isWritten)
        }
        writing.take()
        #expect(writing.packets.map(hex).joined(separator: "|") == row.packets, "\(row.name)")
    }

    /// While a SysEx is under way, only real-time that has waited 10 ms comes between its packets.
    @Test func realTimeWaitsTenMillisecondsForTheEndOfSysEx() {
        var writing = Writing(mtu: 247)
        _ = writing.write(Self.sysEx(.start, 1, 2, 3, 4, 5, 6), sentAt: milliseconds(128), now: milliseconds(128))
        let time = milliseconds(130)
        let waiting = writing.put(Self.clock, sentAt: time, now: milliseconds(139))
        let note = writing.put(Self.on, sentAt: time, now: milliseconds(500))
        let overdue = writing.put(Self.clock, sentAt: time, now: time + BLELimits.patience)
        #expect([waiting, note, overdue] == [.waits, .waits, .full])
        writing.take()
        let alone = writing.put(Self.clock, sentAt: time, now: milliseconds(140))
        let second = writing.put(Self.clock, sentAt: time, now: milliseconds(141))
        let rest = writing.put(Self.sysEx(.end, 7), sentAt: milliseconds(141), now: milliseconds(141))
        #expect([alone, second, rest] == [.written, .full, .full])
        writing.take()
        _ = writing.write(Self.sysEx(.end, 7), sentAt: milliseconds(142), now: milliseconds(142))
        let after = writing.write(Self.on, sentAt: milliseconds(142), now: milliseconds(142))
        #expect(after)
        writing.take()
        #expect(
            writing.packets.map(hex) == [
                "81 80 F0 01 02 03 04 05 06", "81 82 F8", "81 07 8E F7", "81 8E 90 3C 64",
            ])
    }

    @Test(arguments: [(23, 20), (247, 244), (515, 512), (517, 512), (1000, 512)])
    func packetsFillTheMTU(_ mtu: Int, _ most: Int) {
        var writing = Writing(mtu: mtu)
        for _ in 0..<1000 {
            _ = writing.write(
                Message.channelPressure(channel: 0, value: 1), sentAt: milliseconds(128), now: milliseconds(128))
        }
        // A header, and three bytes a message.
        #expect(writing.packets.first?.count == 1 + (most - 1) / 3 * 3)
    }

    @Test func largerMTUCountsFromTheNextPacketOn() {
        var writing = Writing(mtu: 23)
        writing.writer.mtu = 247
        for _ in 0..<10 { _ = writing.write(Self.on, sentAt: milliseconds(128), now: milliseconds(128)) }
        writing.take()
        #expect(writing.packets.map(\.count) == [41])
    }
}
