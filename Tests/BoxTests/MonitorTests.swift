import Foundation
import Testing

@testable import Box

/// The output of `treadle monitor`.
@Suite struct MonitorTests {
    private func shown(_ line: String, _ text: MonitorText = MonitorText()) throws -> String {
        text.line(try #require(MonitorLine(line)))
    }

    @Test(arguments: [
        ("in 5 \"keys\" 90 3C 5A", "keys > note C4 90 channel 1"),
        ("in 5 \"keys\" 9F 3C 00", "keys > note-off C4 0 channel 16"),
        ("in 5 \"keys\" 80 3D 40", "keys > note-off C#4 64 channel 1"),
        ("in 5 \"keys\" A0 3C 05", "keys > key-pressure C4 5 channel 1"),
        ("in 5 \"keys\" B0 07 64", "keys > cc 7 volume 100 channel 1"),
        ("in 5 \"keys\" B1 03 64", "keys > cc 3 100 channel 2"),
        ("in 5 \"keys\" C0 0C", "keys > program 12 channel 1"),
        ("in 5 \"keys\" D0 05", "keys > channel-pressure 5 channel 1"),
        ("in 5 \"keys\" E0 00 40", "keys > pitch-bend 8192 channel 1"), ("in 5 \"keys\" FA", "keys > start"),
        ("in 5 \"keys\" F2 01 01", "keys > song-position 129"), ("in 5 \"keys\" F0 7E F7", "keys > SysEx F0 7E F7"),
        // N11
        ("in 5 \"keys\" F0 7F 05 06 02 F7", "keys > mmc play device 5"),
        ("in 5 \"keys\" F0 7F 7F 06 44 06 01 61 02 03 04 00 F7", "keys > mmc locate 01:02:03:04 fps 30"),
        ("in 5 \"keys\" F0 7F 05 06 02 01 F7", "keys > SysEx F0 7F 05 06 02 01 F7"),
        ("in 5 \"footswitches\" \"switch A long = 127\"", "footswitches > switch A long = 127"),
        // U12
        ("in 5 \"synth\" 40903C03 9C407900", "synth > note C4 velocity 40000 pitch 60.5 channel 1"),
        (
            "out 5 \"synth\" \"Lead\" 42B04A00 80000000",
            "synth < cc 74 = 0x80000000 (brightness, 50.0 %) channel 1 group 3  (Lead)"
        ),
        ("in 5 \"synth\" D0100000 02FAF080 00000000 00000000", "synth > flex tempo 120"),
        ("out 5 \"out\" \"Bass split\" 91 24 5A", "out < note C2 90 channel 2  (Bass split)"),
        ("out 5 \"out\" \"\" B0 7B 00", "out < cc 123 all-notes-off 0 channel 1"),
        (
            "why 5 \"keys\" \"Piano: outside its notes\" 90 24 5A",
            "keys ! note C2 90 channel 1  Piano: outside its notes"
        ),
    ])
    func messagesAreReadable(_ line: String, _ says: String) throws { #expect(try shown(line) == says) }

    @Test(arguments: [
        (
            "in 2001000 \"keys\" 90 3C 5A",
            #"{"time":1.001,"event":"in","port":"keys","message":"note C4 90 channel 1","bytes":[144,60,90]}"#
        ),
        (
            "out 2000000 \"out\" \"Bass split\" F8",
            #"{"time":1.000,"event":"out","routing":"Bass split","port":"out","message":"clock","bytes":[248]}"#
        ),
        (
            "out 2000000 \"out\" \"\" FA",
            #"{"time":1.000,"event":"out","routing":null,"port":"out","message":"start","bytes":[250]}"#
        ),
        (
            "why 2000000 \"keys\" \"Piano: muted\" C0 05",
            #"{"time":1.000,"event":"dropped","reason":"Piano: muted","port":"keys","message":"program 5 channel 1","#
                + #""bytes":[192,5]}"#
        ),
        (
            "in 2001000 \"synth\" 42903C00 9C400000",
            #"{"time":1.001,"event":"in","port":"synth","#
                + #""message":"note C4 velocity 40000 channel 1 group 3","group":3,"#
                + #""words":[1116748800,2621440000]}"#
        ),
        (
            "in 500 \"footswitches\" \"switch A = 127\"",
            #"{"time":0.000,"event":"in","port":"footswitches","message":"switch A = 127"}"#
        ),
    ])
    func jsonIsOneObjectALine(_ line: String, _ says: String) throws {
        #expect(MonitorText().json(.line(try #require(MonitorLine(line))), since: 1_000_000) == says)
    }

    @Test func bytesAreShownOnRequest() throws {
        #expect(try shown("in 5 \"keys\" 90 3C 5A", MonitorText(form: .hex)) == "keys > 90 3C 5A")
        #expect(try shown("in 5 \"keys\" 90 3C 5A", MonitorText(form: .decimal)) == "keys > 144 60 90")
        let long = "in 5 \"keys\" F0" + String(repeating: " 01", count: 30) + " F7"
        let ump = "in 5 \"synth\" 40903C00 9C400000"
        #expect(try shown(ump, MonitorText(form: .hex)) == "synth > 40903C00 9C400000")
        #expect(try shown(ump, MonitorText(form: .decimal)) == "synth > 1083194368 2621440000")
        #expect(try shown(long) == "keys > SysEx F0" + String(repeating: " 01", count: 23) + " … 32 bytes")
    }

    @Test func notesAreNamedAsTheBoxNamesThem() throws {
        let text = MonitorText(language: .german, middleC: 3)
        #expect(try shown("in 5 \"keys\" 90 3B 01", text) == "keys > note H2 1 channel 1")
    }

    @Test func otherLinesAreNotMessages() {
        for line in [
            "", "ok", "in", "in x \"keys\" 90", "in 5 \"keys\"", "in 5 \"keys 90",
            "in 5 \"keys\" 9", "in 5 \"keys\" 40903C00", "in 5 \"keys\" 40903C00 C0000000 00000000",
        ] {
            #expect(MonitorLine(line) == nil, "\(line)")
        }
    }

    /// What comes out of lines, each `MILLISECONDS REST`, at a time in milliseconds.
    private func groups(_ queue: inout MonitorQueue, _ lines: [String], at now: UInt64) -> [String] {
        for line in lines {
            let (time, rest) = BoxConnection.split(line)
            let (way, behind) = BoxConnection.split(rest)
            queue.add(MonitorLine("\(way) \(UInt64(time)! * 1_000_000) \(behind)")!)
        }
        return queue.take(at: now * 1_000_000).map { group in
            switch group {
            case .line(let line): MonitorText().line(line)
            case .chord(let lines): MonitorText().chord(lines)
            }
        }
    }

    @Test func notesWithinTheWindowAreAChord() {
        var queue = MonitorQueue()
        let lines = [
            "0 in \"keys\" 90 3C 5A", "5 in \"pads\" 90 24 5A", "10 in \"keys\" 90 40 5A", "30 in \"keys\" 90 43 5A",
            "31 in \"keys\" 90 48 5A", "32 in \"keys\" 80 3C 40",
        ]
        #expect(groups(&queue, lines, at: 29) == [])
        #expect(groups(&queue, [], at: 30) == ["keys > chord C = C4 E4 G4 channel 1"])
        #expect(queue.nextAt == 35_000_000)
        #expect(
            groups(&queue, [], at: 100) == [
                "pads > note C2 90 channel 1", "keys > note C5 90 channel 1", "keys > note-off C4 64 channel 1",
            ])
        #expect(queue.nextAt == nil)
        // No name: they are together all the same. Other channels, ports and ways are others.
        let cluster = [
            "0 in \"keys\" 90 3C 5A", "0 in \"keys\" 90 3D 5A", "0 in \"keys\" 90 3E 5A", "0 in \"keys\" 91 3F 5A",
        ]
        #expect(
            groups(&queue, cluster, at: 30) == ["keys > chord C4 C#4 D4 channel 1", "keys > note D#4 90 channel 2"])
        queue.window = 0
        #expect(groups(&queue, Array(lines[0...3]), at: 100).count == 4)
    }

    @Test func twoNotesAreAChordToo() {
        var queue = MonitorQueue()
        let pairs = [
            "0 in \"keys\" 90 3C 5A", "30 in \"keys\" 90 43 5A", "100 in \"keys\" 90 3C 5A", "101 in \"keys\" 90 40 5A",
            "200 in \"keys\" 90 3C 5A", "231 in \"keys\" 90 43 5A",
        ]
        #expect(
            groups(&queue, pairs, at: 1000) == [
                "keys > chord C5 = C4 G4 channel 1", "keys > chord C4 E4 channel 1", "keys > note C4 90 channel 1",
                "keys > note G4 90 channel 1",
            ])
    }

    /// U12: notes of MIDI 2.0 are chords too, those of one group together.
    @Test func notesOfAGroupAreAChord() {
        var queue = MonitorQueue()
        let lines = [
            "0 in \"synth\" 42903C00 9C400000", "0 in \"synth\" 40904000 9C400000", "5 in \"synth\" 42904000 00000000",
            "9 in \"synth\" 42904300 FFFF0000", "9 in \"synth\" 42804300 FFFF0000", "9 in \"synth\" 00200000",
        ]
        #expect(
            groups(&queue, lines, at: 100) == [
                "synth > chord C = C4 E4 G4 channel 1 group 3", "synth > note E4 velocity 40000 channel 1",
                "synth > note-off G4 velocity 65535 channel 1 group 3",
            ])
    }

    /// U12: `--umps` shows the fields of each message, of MIDI 1.0 too.
    @Test func fieldsAreShownOnRequest() throws {
        var text = MonitorText()
        text.showsFields = true
        let line = try #require(MonitorLine("in 2000000 \"keys\" B0 07 64"))
        let shown = text.timed(.line(line), since: 0)
        #expect(
            shown.hasPrefix("2.000 keys > cc 7 volume 100 channel 1\n    type        word 0, bits 31..28    2  0010"))
        #expect(shown.hasSuffix("value       word 0, bits 6..0    100  1100100  0x64"))
        let json = #""packets":[{"type":2,"group":0,"status":11,"channel":0,"controller":7,"value":100}]}"#
        #expect(text.json(.line(line), since: 0).hasSuffix(json))
    }

    @Test func repeatedKeyIsNotAChord() {
        var queue = MonitorQueue()
        let roll = ["0 in \"keys\" 99 24 5A", "5 in \"keys\" 99 24 00", "10 in \"keys\" 99 24 5A"]
        #expect(
            groups(&queue, roll, at: 100) == [
                "keys > note C2 90 channel 10", "keys > note-off C2 0 channel 10", "keys > note C2 90 channel 10",
            ])
    }

    @Test func onlyWantedMessagesAreShown() {
        let lines = [
            "0 in \"keys\" F8", "0 in \"keys\" FE", "0 in \"keys\" FA", "0 in \"pads\" B0 01 02",
            "0 in \"keys\" F0 01 F7",
            "0 out \"out\" \"\" 80 3C 40", "0 in \"footswitches\" \"switch A = 127\"",
        ]
        var queue = MonitorQueue()
        #expect(groups(&queue, lines, at: 100).count == 5)
        queue.clock = true
        #expect(groups(&queue, lines, at: 100).count == 7)
        queue.notesAndControllers = true
        #expect(groups(&queue, lines, at: 100).count == 2)
        queue.aliases = ["out", "drums"]
        #expect(groups(&queue, lines, at: 100) == ["out < note-off C4 64 channel 1"])
    }

    @Test func piecesOfASysExAreJoined() {
        var queue = MonitorQueue()
        let lines = [
            "0 in \"keys\" F0 01 02", "0 in \"pads\" F0 05 06", "1 in \"keys\" 03 04", "2 in \"pads\" F7",
            "2 in \"keys\" 09 F7",
            "2 in \"drums\" 01 F7",
        ]
        #expect(groups(&queue, lines, at: 100) == ["keys > SysEx F0 01 02 03 04 09 F7", "pads > SysEx F0 05 06 F7"])
    }
}
