import SMF
import Testing

/// RP-001, "Standard MIDI Files 1.0". Times are computed by hand: a quarter note is 500,000 µs at 120 BPM, and 96
/// ticks.
@Suite struct MIDIFileTests {
    struct Row: Sendable {
        var name: String
        var file: [UInt8]
        var played: [String]
    }

    static let rows = [
        Row(
            name: "running status, and a quarter without a tempo",
            file: file("00 90 3C 64 60 3C 00 30 80 3C 40 00 FF 2F 00"),
            played: ["0 90 3C 64", "500000 90 3C 00", "750000 80 3C 40", "750000"]),
        Row(
            name: "one and two data bytes",
            file: file("00 C1 05 00 06 00 D2 07 00 E3 00 40 00 B4 07 64 00 A5 3C 01 00 FF 2F 00"),
            played: ["0 C1 05", "0 C1 06", "0 D2 07", "0 E3 00 40", "0 B4 07 64", "0 A5 3C 01", "0"]),
        Row(
            name: "a tempo takes effect at its tick",
            // 60 BPM from the second quarter on, then 240 BPM.
            file: file("60 FF 51 03 0F 42 40 60 90 3C 64 00 FF 51 03 03 D0 90 60 80 3C 40 00 FF 2F 00"),
            played: ["1500000 90 3C 64", "1750000 80 3C 40", "1750000"]),
        Row(
            name: "the end of a track may be after its last event",
            file: file("00 90 3C 64 60 FF 2F 00"), played: ["0 90 3C 64", "500000"]),
        Row(
            name: "large delta times",
            // 81 48 is 200 ticks, 200/96 quarters.
            file: file("81 48 90 3C 64 00 FF 2F 00"), played: ["1041666 90 3C 64", "1041666"]),
        Row(
            name: "format 1: together, tempo of the first track, equal times in the order of tracks",
            file: file(
                format: 1, "00 FF 51 03 0F 42 40 00 FF 2F 00", "60 91 3C 64 00 FF 2F 00", "60 90 40 64 00 FF 2F 00"),
            played: ["1000000 91 3C 64", "1000000 90 40 64", "1000000"]),
        Row(
            name: "format 2: one after the other, each with its own tempos",
            file: file(
                format: 2, "00 FF 51 03 0F 42 40 00 90 3C 64 60 FF 2F 00", "60 91 3C 64 00 FF 2F 00"),
            played: ["0 90 3C 64", "1500000 91 3C 64", "1500000"]),
        Row(
            name: "SysEx, whole and continued, and other bytes",
            file: file("00 F0 05 7E 7F 09 01 F7 60 F0 02 43 12 60 F7 02 01 F7 00 F7 02 F3 01 00 FF 2F 00"),
            played: ["0 F0 7E 7F 09 01 F7", "500000 F0 43 12", "1000000 01 F7", "1000000 F3 01", "1000000"]),
        Row(
            name: "meta events are ignored, known or not",
            file: file("00 FF 03 03 'abc 00 FF 7F 01 00 00 FF 60 00 00 90 3C 64 00 FF 2F 00 00 90 3C 00"),
            played: ["0 90 3C 64", "0"]),
        Row(
            name: "SMPTE: 25 frames of 40 ticks are milliseconds, whatever the tempo",
            file: file(division: "E7 28", "00 FF 51 03 0F 42 40 81 48 90 3C 64 00 FF 2F 00"),
            played: ["200000 90 3C 64", "200000"]),
        Row(
            name: "SMPTE: 30 drop frames are 29.97 a second",
            file: file(division: "E3 01", "1E 90 3C 64 00 FF 2F 00"), played: ["1001000 90 3C 64", "1001000"]),
        Row(
            name: "a track without its end ends with its last event",
            file: file("00 90 3C 64"), played: ["0 90 3C 64", "0"]),
        Row(
            name: "chunks of other kinds, a longer header, and bytes after the tracks",
            file: chunk("MThd", bytes("00 00 00 01 00 60 AA BB")) + chunk("XFIH", [1, 2, 3])
                + chunk("MTrk", bytes("00 C0 05 00 FF 2F 00")) + bytes("00 01"),
            played: ["0 C0 05", "0"]),
    ]

    @Test(arguments: rows)
    func isPlayed(_ row: Row) { #expect(played(row.file) == row.played, "\(row.name)") }

    /// Each of 30,000 tempos has thirds of a microsecond, and none is lost.
    @Test func tempoChangesAddNoRoundingError() {
        var track: [UInt8] = []
        // 1 tick each, alternately 500,000 and 500,001 µs a quarter note, 3 ticks a quarter note.
        for index in 0..<30000 { track += [1, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20 | UInt8(index & 1)] }
        track += [1, 0xC0, 5]
        let file = chunk("MThd", bytes("00 00 00 01 00 03")) + chunk("MTrk", track)
        // The first tick lasts a third of 500,000 µs; 15,000 ticks of each tempo follow.
        #expect(played(file)[0] == "\((500_000 + 15_000 * 1_000_001) / 3) C0 05")
    }

    static let faults: [(file: [UInt8], says: String)] = [
        ([], "byte 0: not a Standard MIDI File"), (bytes("'RIFF 00 00 00 00"), "byte 0: not a Standard MIDI File"),
        (bytes("'MThd 00 00"), "byte 0: the file ends in the head"),
        (bytes("'MThd 00 00 00 06 00"), "byte 4: a chunk declares 6 bytes, 1 are left"),
        (chunk("MThd", [0, 0]), "byte 4: the header has 2 bytes"),
        (chunk("MThd", bytes("00 03 00 01 00 60")), "byte 8: format 3"),
        (chunk("MThd", bytes("00 00 00 00 00 60")), "byte 10: there are no tracks"),
        (chunk("MThd", bytes("00 00 00 01 00 00")), "byte 12: a quarter note has 0 ticks"),
        (chunk("MThd", bytes("00 00 00 01 E6 01")), "byte 12: 26 frames"),
        (chunk("MThd", bytes("00 00 00 01 E7 00")), "byte 13: a frame has 0 ticks"),
        (chunk("MThd", bytes("00 01 00 02 00 60")), "byte 14: the header declares 2 tracks, the file has 0"),
        (
            chunk("MThd", bytes("00 00 00 01 00 60")) + bytes("'MTrk FF FF FF FF 00"),
            "byte 18: a chunk declares 4294967295"
        ),
        (chunk("MThd", bytes("00 01 00 02 00 60")) + chunk("MTrk", []), "byte 22: the header declares 2 tracks"),
        (file("00 3C 64"), "byte 23: a data byte without running status"),
        (file("00 FF 01 00 00 3C 64"), "byte 27: a data byte without running status"),
        (file("00 90 3C"), "byte 25: the track ends inside"), (file("00 90 3C 80"), "byte 25: a status byte inside"),
        (file("00 F3 01"), "byte 23: status 243"),
        (file("81 80 80 80 00 90"), "byte 22: a number has more than four bytes"),
        (file("00 F0 05 01 F7"), "byte 24: an event declares 5 bytes, its track has 2 left"),
        (file("00 FF 01 FF FF FF 7F"), "byte 25: an event declares 268435455 bytes, its track has 0 left"),
        (file("00 FF 51 02 01 02"), "byte 26: a tempo has 2 bytes"), (file("81"), "byte 23: the track ends inside"),
        (file("00 FF"), "byte 24: the track ends inside"),
    ]

    @Test(arguments: faults.indices)
    func anErrorHasAMessageAndAnOffset(_ row: Int) {
        let (file, says) = MIDIFileTests.faults[row]
        #expect(played(file)[0].hasPrefix(says), "\(played(file))")
    }

    /// With the slowest tempo and the longest deltas, times saturate and nothing traps.
    @Test func timesBeyondTheNumberRangeDoNotTrap() {
        var track = bytes("00 FF 51 03 FF FF FF")
        for _ in 0..<15 { track += bytes("FF FF FF 7F 90 3C 64") }
        let slow = chunk("MThd", bytes("00 00 00 01 00 01")) + chunk("MTrk", track)
        #expect(played(slow).count == 16)
        let tooLong = chunk("MThd", bytes("00 00 00 01 00 01")) + chunk("MTrk", track + track)
        #expect(played(tooLong)[0].contains("longer than 4294967296 ticks"))
    }

    /// Files cut anywhere, and files with any byte changed, are read or refused, and nothing traps.
    @Test func brokenFilesAreReadOrRefused() {
        let whole = file(
            format: 1, "00 FF 51 03 0F 42 40 00 F0 05 7E 7F 09 01 F7 00 FF 2F 00", "60 91 3C 64 81 48 3C 00 00 FF 2F 00"
        )
        for length in 0..<whole.count { #expect(!played(Array(whole[..<length])).isEmpty) }
        for index in whole.indices {
            for value in [0, 1, 0x7F, 0x80, 0xF0, 0xF7, 0xFF] as [UInt8] {
                var changed = whole
                changed[index] = value
                #expect(!played(changed).isEmpty)
            }
        }
    }

    /// With running status an event takes two bytes in the file, and 16 times as much memory.
    @Test func aFileOverALimitIsRefused() {
        func file(_ events: Int) -> [UInt8] {
            let track: [UInt8] = [0, 0xC0, 0] + [UInt8](repeating: 0, count: 2 * (events - 1))
            let length = (0..<4).reversed().map { UInt8(truncatingIfNeeded: track.count >> (8 * $0)) }
            return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + length + track
        }
        #expect(throws: Never.self) { try MIDIFile(file(MIDIFile.mostEvents)) }
        #expect { try MIDIFile(file(MIDIFile.mostEvents + 1)) } throws: { error in
            (error as? MIDIFile.Problem)?.message.hasPrefix("over the limit `events`: ") == true
        }
        #expect { try MIDIFile([UInt8](repeating: 0, count: MIDIFile.mostBytes + 1)) } throws: { error in
            (error as? MIDIFile.Problem)?.message.hasPrefix("over the limit `fileBytes`: ") == true
        }
    }
}
