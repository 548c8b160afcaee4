import MIDI
import SMF
import Testing

/// M2-116-U, "MIDI Clip File Specification". Times are computed by hand: a quarter note is 500,000 µs at 120 BPM.
@Suite struct MIDIClipTests {
    /// A clip of words in hex behind the eight letters.
    private static func clip(_ words: String) -> [UInt8] {
        Array("SMF2CLIP".utf8)
            + words.split(separator: " ").flatMap { word -> [UInt8] in
                let value = UInt32(word, radix: 16)!
                return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
            }
    }

    /// Microseconds and words of each event, then the length; or the error.
    private func played(_ bytes: [UInt8]) -> [String] {
        do throws(MIDIFile.Problem) {
            let (events, length) = try MIDIClip(bytes).timeline
            return events.map { event in
                let words = (0..<event.ump.wordCount).map {
                    String(event.ump.word($0), radix: 16, uppercase: true)
                }
                return "\(event.at / 1000) \(words.joined(separator: " "))"
            } + ["\(length / 1000)"]
        } catch {
            return ["byte \(error.offset): \(error.message)"]
        }
    }

    /// 96 ticks a quarter note, then Start of Clip.
    private static let head = "00400000 00300060 00400000 F0200000 00000000 00000000 00000000 "
    private static let end = " F0210000 00000000 00000000 00000000"

    static let rows: [(name: String, words: String, played: [String])] = [
        (
            "packets of both protocols at their ticks",
            head + "00400000 40903C00 C0000000 00400060 20803C40 00400030" + end,
            ["0 40903C00 C0000000", "500000 20803C40", "750000"]
        ),
        (
            "a tempo of the configuration header, and one of the music at its tick",
            "00400000 00300060 00400000 D0100000 05F5E100 00000000 00000000 00400000 F0200000 00000000 00000000 "
                + "00000000 "
                + "00400060 20903C40 00400000 D0100000 017D7840 00000000 00000000 00400060 20803C40 00400000" + end,
            [
                "0 D0100000 5F5E100 0 0", "1000000 20903C40", "1000000 D0100000 17D7840 0 0", "1250000 20803C40",
                "1250000",
            ]
        ),
        (
            "clockstamps add up, other utility messages do nothing, reserved types are skipped",
            head + "00400030 00000000 00101234 00400030 20903C40 00400000 60000000 C0000000 1 2 00400000" + end,
            ["500000 20903C40", "500000"]
        ),
        (
            "ticks of the configuration header do not count",
            "00400000 00300060 00400060 20C00500 00400060 F0200000 00000000 00000000 00000000 00400060 20903C40 "
                + "00400000"
                + end,
            ["0 20C00500", "500000 20903C40", "500000"]
        ),
        ("what follows End of Clip is skipped", head + "00400000" + end + " 12345678", ["0"]),
    ]

    @Test(arguments: rows.indices)
    func isPlayed(_ row: Int) {
        let (name, words, expected) = MIDIClipTests.rows[row]
        #expect(played(MIDIClipTests.clip(words)) == expected, "\(name)")
    }

    static let faults: [(file: [UInt8], says: String)] = [
        ([], "byte 0: not a MIDI Clip File"), (Array("SMF2CLI".utf8), "byte 0: not a MIDI Clip File"),
        (clip(""), "byte 8: the clip has no End of Clip"),
        (clip("00400000") + [0, 1], "byte 12: the file ends inside a word"),
        (clip("00400000 00300000"), "byte 12: a quarter note has 0 ticks"),
        (clip("00400000 20903C40"), "byte 12: the clip does not begin with its ticks"),
        (clip("00300060 00300060"), "byte 12: the ticks a quarter note are declared twice"),
        (clip("00300060 F0210000 0 0 0"), "byte 12: End of Clip without Start of Clip"),
        (clip(head + "F0200000 0 0 0"), "byte 36: a second Start of Clip"),
        (clip(head + "40903C00"), "byte 36: the file ends inside a packet of 2 words"),
        (clip(head + "20903C40"), "byte 40: the clip has no End of Clip"),
    ]

    @Test(arguments: faults.indices)
    func anErrorHasAMessageAndAnOffset(_ row: Int) {
        let (file, says) = MIDIClipTests.faults[row]
        #expect(played(file)[0].hasPrefix(says), "\(played(file))")
    }

    @Test func aClipOverALimitIsRefused() {
        let stamps = [UInt8](repeating: 0, count: 0) + MIDIClipTests.clip(MIDIClipTests.head)
        var long = stamps
        for _ in 0..<4097 { long += [0, 0x4F, 0xFF, 0xFF] }
        #expect(played(long)[0].contains("longer than 4294967296 ticks"))
        var many = stamps
        for _ in 0...MIDIFile.mostEvents { many += [0x20, 0x90, 0x3C, 0x40] }
        #expect(played(many)[0].contains("over the limit `events`: "))
        #expect(
            played([UInt8](repeating: 0, count: MIDIFile.mostBytes + 1))[0].contains("over the limit `fileBytes`: "))
    }

    /// Clips cut anywhere, and clips with any byte changed, are read or refused, and nothing traps.
    @Test func brokenClipsAreReadOrRefused() {
        let whole = MIDIClipTests.clip(MIDIClipTests.rows[1].words)
        for length in 0..<whole.count { #expect(!played(Array(whole[..<length])).isEmpty) }
        for index in whole.indices {
            for value in [0, 1, 0x40, 0x7F, 0x80, 0xD0, 0xF0, 0xFF] as [UInt8] {
                var changed = whole
                changed[index] = value
                #expect(!played(changed).isEmpty)
            }
        }
    }

    @Test func aWrittenClipIsReadBack() throws {
        var writer = MIDIClipWriter(ticksOfQuarter: 480, tempo: 60_000_000)
        writer.start()
        let events = [
            MIDIClip.Event(tick: 0, ump: Message(0x4090_3C03, 0x9C40_7900)),
            MIDIClip.Event(tick: 0, ump: Message(0x5001_0000)),
            // Further than one clockstamp holds.
            MIDIClip.Event(tick: 3_000_000, ump: Message(0x2080_3C40)),
        ]
        for event in events { writer.add(event.ump, at: event.tick) }
        let clip = try MIDIClip(writer.finish(at: 3_000_480))
        #expect(clip.ticksOfQuarter == 480 && clip.end == 3_000_480)
        #expect(clip.events == [MIDIClip.Event(tick: 0, ump: Message(0xD010_0000, 60_000_000))] + events)
        // 100 BPM.
        #expect(clip.timeline.length == 3_000_480 * 600_000_000 / 480)
        #expect(try MIDIClip(clip.bytes).events == clip.events)
    }
}
