import BLEMIDI
import MIDI
import Testing

/// Packets as RP-052 and B11 have them.
@Suite struct BLEPacketReaderTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        /// Packets with `|` between them.
        let packets: String
        let messages: String
        let malformed: UInt32

        init(_ name: String, _ packets: String, _ messages: String, malformed: UInt32 = 0) {
            (self.name, self.packets, self.messages, self.malformed) = (name, packets, messages, malformed)
        }

        var testDescription: String { name }

        func check() {
            var reading = Reading()
            for packet in packets.split(separator: "|", omittingEmptySubsequences: false) {
                reading.read(bytes(String(packet)))
            }
            #expect(reading.list.joined(separator: ", ") == messages, "\(name)")
            #expect(reading.reader.malformed == malformed, "\(name)")
        }
    }

    static let allowed = [
        Row("a note", "80 80 90 3C 64", "0: 90 3C 64"),
        Row("the greatest time stamp", "BF FF 90 3C 64", "8191: 90 3C 64"),
        Row("messages of one and two bytes", "81 85 C0 05 85 F8 85 D0 07", "133: C0 05, 133: F8, 133: D0 07"),
        Row("two messages", "80 80 90 3C 64 83 80 3C 40", "0: 90 3C 64, 3: 80 3C 40"),
        Row("one time stamp more than once", "80 85 90 3C 64 85 90 3E 64", "5: 90 3C 64, 5: 90 3E 64"),
        Row("running status", "80 81 90 3C 64 3E 65", "1: 90 3C 64, 1: 90 3E 65"),
        Row("running status with a time stamp", "80 81 90 3C 64 82 3E 65", "1: 90 3C 64, 2: 90 3E 65"),
        Row("running status of one data byte", "80 81 C0 05 06 82 07", "1: C0 05, 1: C0 06, 2: C0 07"),
        Row("real-time keeps running status", "80 81 90 3C 64 82 F8 83 3E 65", "1: 90 3C 64, 2: F8, 3: 90 3E 65"),
        Row(
            "system common keeps running status", "80 81 90 3C 64 82 F2 01 02 82 F6 83 3E 65",
            "1: 90 3C 64, 2: F2 01 02, 2: F6, 3: 90 3E 65"
        ),
        Row(
            "SysEx keeps running status", "80 81 90 3C 64 82 F0 01 82 F7 83 3E 65",
            "1: 90 3C 64, 2: F0 01 F7, 3: 90 3E 65"),
        Row("the low bits wrap", "81 FE 90 3C 64 81 80 3C 40", "254: 90 3C 64, 257: 80 3C 40"),
        Row("the low bits wrap twice", "81 FE F8 81 F8 80 F8", "254: F8, 257: F8, 384: F8"),
        Row("the time wraps in a packet", "BF FF F8 80 F8", "8191: F8, 0: F8"),
        Row("a SysEx", "80 81 F0 01 02 83 F7", "3: F0 01 02 F7"),
        Row("an empty SysEx", "80 81 F0 81 F7", "1: F0 F7"),
        Row(
            "a SysEx between notes", "80 81 90 3C 64 82 F0 01 82 F7 83 80 3C 40",
            "1: 90 3C 64, 2: F0 01 F7, 3: 80 3C 40"),
        Row(
            "a SysEx over three packets", "80 81 F0 01 02 03 04|80 05 06 07 08|80 09 85 F7",
            "-: F0 01 02 03 04 05 06, 5: 07 08 09 F7"
        ),
        Row("F7 alone in its packet", "80 81 F0 01 02|80 85 F7", "5: F0 01 02 F7"),
        Row("real-time in a SysEx", "80 81 F0 01 82 F8 02 83 F7", "2: F8, 3: F0 01 02 F7"),
        Row(
            "real-time in a packet of its own inside a SysEx", "80 81 F0 01|80 82 F8|80 02 83 F7",
            "2: F8, 3: F0 01 02 F7"),
        Row(
            "real-time at both ends of a part of a SysEx", "80 81 F0 82 F8|80 82 FA 01 82 FC|80 83 F7",
            "2: F8, 2: FA, 2: FC, 3: F0 01 F7"),
    ]

    @Test(arguments: allowed) func packetIsRead(_ row: Row) { row.check() }

    /// Faults of peers that lose nothing, as B11 lists them.
    static let tolerated = [
        Row("header bit 6", "C0 80 90 3C 64", "0: 90 3C 64"),
        Row("nothing at all", "|80 80 90 3C 64", "0: 90 3C 64"),
        Row("a header alone", "80|80 80 90 3C 64", "0: 90 3C 64"),
        Row("running status of the packet before", "80 80 90 3C 64|80 85 3E 65", "0: 90 3C 64, 5: 90 3E 65"),
        Row("the same without a time stamp", "80 80 90 3C 64|80 3E 65", "0: 90 3C 64, -: 90 3E 65"),
        Row("the same after an empty packet", "80 80 90 3C 64|80|80 85 3E 65", "0: 90 3C 64, 5: 90 3E 65"),
        Row(
            "running status without a time stamp behind real-time", "80 80 90 3C 64 81 F8 3E 65",
            "0: 90 3C 64, 1: F8, 1: 90 3E 65"),
        Row("a time stamp before the data of a continued SysEx", "80 81 F0 01|80 F8 02 F9 F7", "121: F0 01 02 F7"),
        Row("real-time inside a note", "80 81 90 3C 85 F8 64", "1: 90 3C 64, 5: F8"),
        Row("real-time before the data of a note", "80 81 90 85 F8 3C 64 86 F8", "1: 90 3C 64, 5: F8, 6: F8"),
        Row("two of them inside a note", "80 81 90 85 F8 3C 86 FA 64", "1: 90 3C 64, 5: F8, 6: FA"),
        Row(
            "real-time without a time stamp inside a note", "80 81 90 3C F8 64 82 80 3C 40",
            "1: 90 3C 64, 1: F8, 2: 80 3C 40"),
        Row("real-time inside running status", "80 81 90 3C 64 3E 85 F8 65", "1: 90 3C 64, 1: 90 3E 65, 5: F8"),
        Row("real-time inside song position", "80 81 F2 01 85 F8 02", "1: F2 01 02, 5: F8"),
        Row("real-time without a time stamp in a SysEx", "80 81 F0 01 F8 02 83 F7", "1: F8, 3: F0 01 02 F7"),
        Row("F7 without a time stamp", "80 81 F0 01 02 F7", "1: F0 01 02 F7"),
        Row("F7 without a time stamp before a note", "80 81 F0 01 F7 82 90 3C 64", "1: F0 01 F7, 2: 90 3C 64"),
        Row("undefined real-time", "80 81 90 3C 64 82 F9 82 FD 83 3E 65", "1: 90 3C 64, 3: 90 3E 65"),
    ]

    @Test(arguments: tolerated) func faultThatLosesNothingIsTolerated(_ row: Row) { row.check() }

    /// Malformed parts are dropped and counted, and the rest counts, as B14 has it.
    static let malformed = [
        Row("no header", "00 80 90 3C 64|80 81 80 3C 40", "1: 80 3C 40", malformed: 1),
        Row("a time stamp at the end", "80 81 90 3C 64 82", "1: 90 3C 64", malformed: 1),
        Row("data without a status", "80 81 3C 64 82 90 3E 65", "2: 90 3E 65", malformed: 1),
        Row("data behind the header without a status", "80 3C 64 82 90 3E 65", "2: 90 3E 65", malformed: 1),
        Row("a note cut at the end", "80 81 90 3C", "", malformed: 1),
        Row("a note cut by a note", "80 81 90 3C 82 90 3E 65", "2: 90 3E 65", malformed: 1),
        Row("a note cut behind real-time", "80 81 90 3C 85 F8", "5: F8", malformed: 1),
        Row("running status cut", "80 81 90 3C 64 3E", "1: 90 3C 64", malformed: 1),
        Row("running status behind a cut note", "80 81 90 3C|80 82 3E 65", "", malformed: 2),
        Row(
            "running status of a packet that ended in real-time", "80 81 90 3C 64 82 F8|80 83 3E 65",
            "1: 90 3C 64, 2: F8", malformed: 1),
        Row(
            "running status of a packet that ended in song position", "80 81 90 3C 64 82 F3 01|80 83 3E 65",
            "1: 90 3C 64, 2: F3 01", malformed: 1),
        Row("F7 outside a SysEx", "80 81 F7 82 90 3C 64", "2: 90 3C 64", malformed: 1),
        Row("a SysEx cut by a note", "80 81 F0 01 02 82 90 3C 64", "2: 90 3C 64", malformed: 1),
        Row(
            "a long SysEx cut by a SysEx", "80 81 F0 01 02 03 04 05 06 07|80 82 F0 09 83 F7",
            "1: F0 01 02 03 04 05 06, 2: F7, 3: F0 09 F7", malformed: 1
        ),
        Row("undefined system common", "80 81 F4 01 02 82 90 3C 64", "2: 90 3C 64", malformed: 1),
        Row("undefined system common in a SysEx", "80 81 F0 01 82 F5 03 83 90 3C 64", "3: 90 3C 64", malformed: 2),
    ]

    @Test(arguments: malformed) func malformedPartIsLostAndTheRestCounts(_ row: Row) { row.check() }

    /// The next peer begins anew, as B13 has it.
    @Test func forgottenPeerLeavesNeitherRunningStatusNorSysEx() {
        for packet in ["80 80 90 3C 64", "80 80 F0 01"] {
            var reading = Reading()
            reading.read(bytes(packet))
            reading.reader.forget()
            let before = reading.stream
            reading.read(bytes("80 3E 65"))
            #expect(reading.stream == before, "\(packet)")
            #expect(reading.reader.malformed == 1, "\(packet)")
        }
    }
}
