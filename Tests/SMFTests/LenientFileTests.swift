import SMF
import Testing

/// Files that the standard forbids and players take: they are played, and warned of.
@Suite struct LenientFileTests {
    struct Row: Sendable {
        var name: String
        var file: [UInt8]
        var played: [String]
        var warnings: [String]
        var isCut = false
    }

    private static let twoNotes = "00 90 3C 64 60 80 3C 40 00 FF 2F 00"
    private static let upToThere = "; the file is played up to there"
    private static func whole(_ count: Int) -> [UInt8] { Array(file(twoNotes).prefix(count)) }

    static let rows = [
        Row(
            name: "running status over a meta event",
            file: file("00 90 3C 64 00 FF 01 01 41 60 3C 00 00 FF 2F 00"),
            played: ["0 90 3C 64", "500000 90 3C 00", "500000"],
            warnings: [
                "32: a data byte after a SysEx or meta event; running status is taken to go on here and further on"
            ]),
        Row(
            name: "running status over SysEx, an F7 event and a tempo: one warning a file",
            file: file(
                format: 1, "00 90 3C 64 00 F0 01 F7 00 3C 00 00 F7 01 F8 00 3D 64 00 FF 2F 00",
                "00 C1 05 00 FF 51 03 07 A1 20 00 06 00 FF 2F 00"),
            played: [
                "0 90 3C 64", "0 F0 F7", "0 90 3C 00", "0 F8", "0 90 3D 64", "0 C1 05", "0 C1 06", "0",
            ],
            warnings: [
                "31: a data byte after a SysEx or meta event; running status is taken to go on here and further on"
            ]),
        Row(
            name: "format 0 with two tracks",
            file: file("00 90 3C 64 00 FF 2F 00", "60 91 40 40 00 FF 2F 00"),
            played: ["0 90 3C 64", "500000 91 40 40", "500000"],
            warnings: ["10: format 0 has one track, the header says 2; all of them are played together"]),
        Row(
            name: "cut in End of Track", file: whole(33),
            played: ["0 90 3C 64", "500000 80 3C 40", "500000"],
            warnings: ["18: a chunk declares 12 bytes, 11 are left" + upToThere], isCut: true),
        Row(
            name: "cut between two events", file: whole(30), played: ["0 90 3C 64", "500000 80 3C 40", "500000"],
            warnings: ["18: a chunk declares 12 bytes, 8 are left" + upToThere], isCut: true),
        Row(
            name: "cut in the data of an event, whose time is known", file: whole(29),
            played: ["0 90 3C 64", "500000"],
            warnings: ["18: a chunk declares 12 bytes, 7 are left" + upToThere], isCut: true),
        Row(
            name: "the last track ends inside an event", file: file("00 90 3C 64 60 F0 05 01 02"),
            played: ["0 90 3C 64", "500000"],
            warnings: ["28: an event declares 5 bytes, its track has 2 left" + upToThere], isCut: true),
        Row(
            name: "the first of two tracks ends inside an event, and so does the file",
            file: Array(file(format: 1, "00 90 3C 64 60 80", "00 91 3C 64 60 81 3C 40").dropLast()),
            played: ["0 90 3C 64", "0 91 3C 64", "500000"],
            warnings: ["28: the track ends inside an event" + upToThere], isCut: true),
        Row(
            name: "tracks are missing",
            file: chunk("MThd", bytes("00 01 00 03 00 60")) + chunk("MTrk", bytes("00 90 3C 64")) + bytes("'MTrk 00"),
            played: ["0 90 3C 64", "0"],
            warnings: ["26: the file ends in the head of a chunk" + upToThere], isCut: true),
    ]

    @Test(arguments: rows)
    func isPlayedAndWarnedOf(_ row: Row) throws {
        #expect(played(row.file) == row.played, "\(row.name)")
        let file = try MIDIFile(row.file)
        #expect(file.warnings.map { "\($0.offset): \($0.message)" } == row.warnings, "\(row.name)")
        #expect(file.isCut == row.isCut, "\(row.name)")
    }

    @Test func aFileByTheStandardHasNoWarning() throws {
        let file = try MIDIFile(LenientFileTests.whole(.max))
        #expect(file.warnings.isEmpty && !file.isCut)
    }

    /// However far a file is cut, it is played from its first event on, and always warned of.
    @Test func aCutAnywhereIsWarnedOf() {
        let whole = LenientFileTests.whole(.max)
        for length in 26..<whole.count {
            let file = try? MIDIFile(Array(whole[..<length]))
            #expect(file?.isCut == true && file?.warnings.count == 1, "\(length)")
        }
    }
}
