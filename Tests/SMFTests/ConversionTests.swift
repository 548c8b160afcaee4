import MIDI
import SMF
import Testing

/// Conversions between MIDI Clip Files and Standard MIDI Files (U12).
@Suite struct ConversionTests {
    /// Each event as `TICK WORDS`.
    private func text(_ clip: MIDIClip) -> [String] {
        clip.events.map { event in
            let words = (0..<event.ump.wordCount).map { index in
                let digits = String(event.ump.word(index), radix: 16, uppercase: true)
                return String(repeating: "0", count: 8 - digits.count) + digits
            }
            return "\(event.tick) \(words.joined(separator: " "))"
        }
    }

    @Test func aClipOfAFileHasItsTicksAndTempos() throws {
        let song = file(
            format: 1, "00 FF 51 03 0F 42 40 00 FF 2F 00", "60 91 3C 64 00 F0 02 43 12 30 F7 02 01 F7 00 FF 2F 00",
            "60 B0 07 64 60 FF 2F 00")
        let clip = MIDIClip(try MIDIFile(song))
        #expect(clip.ticksOfQuarter == 96 && clip.end == 192)
        #expect(
            text(clip) == [
                // 60 BPM in ten nanoseconds a quarter note.
                "0 D0100000 05F5E100 00000000 00000000", "96 20913C64", "96 20B00764", "144 30034312 01000000",
            ])
        // The same times as the file itself.
        #expect(clip.timeline.length == (try MIDIFile(song)).timeline.length)
        #expect(try MIDIClip(clip.bytes).events == clip.events)
    }

    @Test func aFileByFramesAndPiecesGetTicksOfTime() throws {
        let frames = try MIDIFile(file(division: "E7 28", "81 48 90 3C 64 00 FF 2F 00"))
        // 200 ms are 4000 ticks of 50 µs.
        #expect(text(MIDIClip(frames)) == ["4000 20903C64"])
        let pieces = try MIDIFile(
            file(format: 2, "00 FF 51 03 0F 42 40 00 90 3C 64 60 FF 2F 00", "60 91 3C 64 00 FF 2F 00"))
        #expect(text(MIDIClip(pieces)) == ["0 20903C64", "30000 20913C64"])
        #expect(MIDIClip(pieces).timeline.length == pieces.timeline.length)
    }

    @Test func aFileOfAClipHasATrackForEachGroup() throws {
        var writer = MIDIClipWriter(ticksOfQuarter: 96)
        writer.start()
        let umps: [(UInt64, Message)] = [
            (0, Message(0xD010_0000, 100_000_000)), (96, Message(0x4291_3C03, 0xC800_7900)),
            (96, Message(0x4020_0005, 0x8000_0000)), (96, Message(0xD010_0001, 0x0302_0800)),
            (100, Message(0x3016_4312, 0x0102_0304)), (100, Message(0x3031_0500)), (100, Message(0x4060_3C00, 1)),
        ]
        for (tick, ump) in umps { writer.add(ump, at: tick) }
        let clip = try MIDIClip(writer.finish(at: 192))
        let song = try MIDIFile(clip.file(named: "clip"))
        #expect(song.format == .together && song.division == .ticksOfQuarter(96) && song.tracks.count == 3)
        guard case .tempo(1_000_000) = song.tracks[0].events.first?.kind else {
            Issue.record("no tempo")
            return
        }
        let first = song.tracks[1].events
        #expect(first.map { $0.tick } == [96, 96, 96, 96, 100])
        #expect(
            first.map { song.wire($0) } == [
                [0xB0, 101, 0], [0xB0, 100, 5], [0xB0, 6, 64], [0xB0, 38, 0],
                [0xF0, 0x43, 0x12, 1, 2, 3, 4, 5, 0xF7],
            ])
        #expect(song.tracks[2].events.map { song.wire($0) } == [[0x91, 60, 100]])
        #expect(song.tracks.map { $0.end } == [0, 192, 192])
        #expect(song.timeline.length == clip.timeline.length)
    }

    /// A Standard MIDI File has at most 32,767 ticks a quarter note, so longer ones are halved.
    @Test func aClipOfManyTicksKeepsItsTimes() throws {
        var writer = MIDIClipWriter(ticksOfQuarter: 50_000)
        writer.add(Message(0x2090_3C64), at: 100_000)
        writer.start()
        writer.add(Message(0x2080_3C40), at: 200_000)
        let clip = try MIDIClip(writer.finish(at: 300_000))
        let song = try MIDIFile(clip.file(named: "clip"))
        #expect(song.division == .ticksOfQuarter(25_000))
        #expect(song.timeline.events.map { $0.at } == clip.timeline.events.map { $0.at })
        #expect(song.timeline.length == clip.timeline.length)
    }
}
