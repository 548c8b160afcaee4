import Testing

@testable import Web

/// The timeline of the flight recorder, from its text (W11).
@Suite struct RecordingPictureTests {
    private static let text = """
        # Treadle 0.1.0, flight recorder of Stage board
        # Length 2000.000000 ms. Times count from the first line.
        # Replay: treadle render BOX.yaml THIS. Comments show the messages that were sent or dropped, and why.
        # The replay is exact.
        0.000000 @resume 0.1.0 6C01A2F4 121337 9627572123456 0 "Verse"
        0.000000 @state 31 1 2EE0
        100.000000 keys 90 30 50
        # 100.000 why Piano: outside its notes
        # 100.250 my out 92 3C 50
        120.000000 keys 32
        121.000000 keys 28 F8 30 00
        # 300.000 my out 82 3C 40
        400.000000 @went keys in
        400.000000 @went keys out
        500.000000 "load" 90 10 20
        600.000000 preset "Chorus"
        # 600.000 preset "Chorus"
        650.000000 switch A down
        # 650.000 preset "12" mix"
        # 650.000 why Piano: muted
        # 650.001 my out 92 3D 50
        # 660.000 my out 82 3D 40
        700.000000 tempo 90
        800.000000 panic
        # 900.000 why out: no room to wait
        1000.000000 @words keys 40903C00 C0000000
        1100.000000 keys 20803C40
        2000.000000 end

        """

    private func picture(
        _ text: String, _ range: ClosedRange<UInt64> = 0...10_000_000_000,
        ports: [String] = ["keys", "my out", "tempo", "load"]
    ) -> RecordingPicture {
        var picture = RecordingPicture(range, ports: ports)
        for line in text.utf8.split(separator: 10) { picture.read(Array(line)[...]) }
        picture.finish()
        return picture
    }

    @Test func notesAndMarksAreRead() {
        let json = String(decoding: picture(RecordingPictureTests.text).json, as: UTF8.self)
        #expect(
            json == #"{"length":2000,"replay":"exact","lanes":["keys","my out","load"],"#
                + #""notes":[["keys",48,80,100,121],["my out",60,80,100.25,300],["keys",50,40,121,2000],"#
                + #"["load",16,32,500,2000],["my out",61,80,650.001,660],["keys",60,96,1000,1100]],"#
                + #""marks":[{"time":0,"kind":"preset","text":"Verse"},"#
                + #"{"time":400,"kind":"port","text":"keys went"},"#
                + #"{"time":600,"kind":"preset","text":"Chorus"},"#
                + #"{"time":650,"kind":"preset","text":"12\" mix"},"#
                + #"{"time":800,"kind":"panic","text":"panic"},"#
                + #"{"time":900,"kind":"drop","text":"out: no room to wait"}]}"#)
    }

    /// A recording without a replay tells of no load but by commands.
    @Test func withoutAReplayCommandsAreMarked() {
        let text = """
            # The replay is not exact: the state of the box at the beginning is not recorded
            1.000000 switch A down
            2.000000 preset "Chorus"
            3.000000 preset 12
            4.000000 next-preset
            5.000000 "preset" 90 10 20
            """
        let marks = picture(text, ports: ["preset"]).marks
        #expect(marks.map { $0.text } == ["Chorus", "preset 12", "next-preset"])
        #expect(marks.allSatisfy { $0.kind == "preset" } && marks.map { $0.time } == [2_000_000, 3_000_000, 4_000_000])
    }

    /// A note that sounds in the part is in it, with its whole length.
    @Test func aPartHasWhatSoundsInIt() {
        let part = picture(RecordingPictureTests.text, 110_000_000...350_000_000)
        #expect(part.notes.map { $0.note } == [48, 60, 50] && part.notes[0].start == 100_000_000)
        #expect(part.marks == [] && !part.isTruncated)
    }

    @Test func theReplaysDifferenceIsTold() {
        let inexact = "# The replay is not exact: it differs from the sent messages from 1204.330211 on."
        #expect(picture(inexact).replay == "1204.330211")
        #expect(picture("# The replay is not exact: the state of the box at the beginning").replay == nil)
    }

    @Test func moreNotesAreLeftOut() {
        var text = ""
        for note in 0..<LiveLimits.recordedNotes + 1 { text += "\(note).5 keys 90 3C 40 80 3C 40\n" }
        let all = picture(text, 0...1_000_000_000_000)
        #expect(all.notes.count == LiveLimits.recordedNotes && all.isTruncated)
        #expect(String(decoding: all.json, as: UTF8.self).hasSuffix(#","truncated":true}"#))
        let most = picture(String(text.dropLast(text.split(separator: "\n").last!.count + 1)), 0...1_000_000_000_000)
        #expect(most.notes.count == LiveLimits.recordedNotes && !most.isTruncated)
    }

    @Test(arguments: [
        "", "#", "# ", "x", "1", "-1 keys 90 3C 40", "1.0 keys", "1.0 \"keys 90 3C 40", "1.0 @words keys",
    ])
    func otherLinesAreSkipped(_ line: String) {
        let read = picture(line)
        #expect(read.notes.isEmpty && read.marks.isEmpty)
    }
}
