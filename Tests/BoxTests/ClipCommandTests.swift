import Foundation
import HostSupport
import MIDI
import SMF
import Testing

@testable import Box

/// MIDI Clip Files and UMPs in the commands (U12).
@Suite struct ClipCommandTests {
    /// A clip that holds a note of MIDI 2.0 and the pedal of the first group, and 10 ms later a note of MIDI 1.0.
    private static var clip: [UInt8] {
        var writer = MIDIClipWriter(ticksOfQuarter: 96, tempo: 50_000_000)
        writer.start()
        writer.add(Message(0x4090_3C03, 0xC800_7900), at: 0)
        writer.add(Message(0x40B0_4000, 0xFFFF_FFFF), at: 0)
        writer.add(Message(0x2090_4064), at: 2)
        return writer.finish(at: 2)
    }

    @Test func aClipIsPlayedAndReleased() throws {
        let bench = try TalkTests.Bench()
        let folder = try TemporaryFolder()
        let path = folder.path + "/song.midi2"
        try Data(ClipCommandTests.clip).write(to: URL(fileURLWithPath: path))
        let end = try bench.run(["smf", path, "keys"])
        #expect(end.status == 0 && end.errors.isEmpty, "\(end)")
        let received = bench.output.receive(18)
        let messages = Set((0..<received.count / 3).map { Array(received[3 * $0..<3 * $0 + 3]) })
        // The port speaks MIDI 1.0: 51200 is 100 there. What the player holds at its end is released.
        let expected: Set<[UInt8]> = [
            [0x92, 72, 100], [0xB2, 64, 127], [0x92, 76, 100], [0xB2, 64, 0], [0x82, 72, 64], [0x82, 76, 64],
        ]
        #expect(messages == expected, "\(messages)")
    }

    @Test func filesAreListedAndConverted() throws {
        let folder = try TemporaryFolder()
        let (clip, song, back) = (folder.path + "/a.midi2", folder.path + "/a.mid", folder.path + "/b.midi2")
        try Data(ClipCommandTests.clip).write(to: URL(fileURLWithPath: clip))
        let listed = try Finished(["smf", "--list", clip])
        #expect(
            listed.output == """
                0.000 flex tempo 120
                0.000 note C4 velocity 51200 pitch 60.5 channel 1
                0.000 cc 64 = 0xFFFFFFFF (sustain, 100.0 %) channel 1
                10.417 note E4 100 channel 1

                """, "\(listed.output)")
        #expect(try Finished(["smf", clip, "-o", song]).status == 0)
        #expect(try Finished(["smf", "-o", back, song]).status == 0)
        let again = try Finished(["smf", "--list", back])
        #expect(
            again.output == """
                0.000 flex tempo 120
                0.000 note C4 100 channel 1
                0.000 cc 64 = 127 (sustain) channel 1
                10.417 note E4 100 channel 1

                """, "\(again.output)")
        for (words, status, says) in [
            (["smf", clip, "-o", folder.path + "/a.txt"], 2, "must end in .mid or .midi2"),
            (["smf", "--list", "-o", song, clip], 2, "exclude each other"),
            (["smf", clip], 2, "smf needs a FILE and an ALIAS, or --list or -o OTHER"),
            (["smf", "--list", folder.path + "/none.midi2"], 3, "No such file"),
        ] as [([String], Int32, String)] {
            let end = try Finished(words)
            #expect(end.status == status && end.errors.contains(says), "\(words): \(end)")
        }
        try Data(ClipCommandTests.clip.dropLast(4)).write(to: URL(fileURLWithPath: clip))
        let cut = try Finished(["smf", "--list", clip])
        #expect(cut.status == 1 && cut.errors.contains("a.midi2: byte 92: error: the file ends inside a packet"))
    }

    @Test func umpsAreSentToAPortOfMIDI1() throws {
        let bench = try TalkTests.Bench()
        let words = ["send", "out", "note C4 velocity 40000 for 20 ms", "cc 74 = 50 %", "flex tempo 120"]
        let end = try bench.run(words)
        #expect(end.status == 0 && end.errors.isEmpty, "\(end)")
        let received = bench.output.receive(9)
        let messages = Set((0..<received.count / 3).map { Array(received[3 * $0..<3 * $0 + 3]) })
        #expect(messages == [[0x90, 60, 78], [0xB0, 74, 64], [0x80, 60, 64]], "\(messages)")
    }

    @Test func aRecordingBecomesAClip() throws {
        let bench = try TalkTests.Bench()
        let folder = try TemporaryFolder()
        bench.input.send([0x90, 60, 100, 0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7, 0xFA])
        _ = bench.output.receive(12)
        let path = folder.path + "/keys.midi2"
        #expect(try bench.run(["recorder", "--clip", "keys", "-o", path]) == (0, ""))
        let came = try MIDIClip(Array(try Data(contentsOf: URL(fileURLWithPath: path)))).events.map { $0.ump }
        #expect(
            came == [
                Message(0xD010_0000, 50_000_000), Message(0x2090_3C64), Message(0x3016_0102, 0x0304_0506),
                Message(0x3031_0700), Message(0x10FA_0000),
            ])
        #expect(try bench.run(["recorder", "--clip", "out", "-o", path]) == (0, ""))
        let went = try MIDIClip(Array(try Data(contentsOf: URL(fileURLWithPath: path)))).events.map { $0.ump }
        #expect(went.contains(Message(0x2092_4864)) && went.count == 5)
        #expect(try bench.run(["recorder", "--clip", "keys"]).status == 2)
        #expect(try bench.run(["recorder", "--clip", "nobody", "-o", path]).status == 2)
    }
}
