import SMF
import Testing

@Suite struct MIDIFileWriterTests {
    @Test func aWrittenFileIsReadBack() throws {
        var writer = MIDIFileWriter("Box")
        let long = [0xF0] + (0..<300).map { UInt8($0 & 0x7F) } + [0xF7]
        // 25 µs are half a tick and round up. An event earlier than the one before it gets the same time.
        let first: [(time: UInt64, bytes: [UInt8])] = [
            (0, [0x90, 60, 100]), (24_999, [0xC0, 1]), (25_000, [0xE0, 0, 64]), (10_000_000_000, long),
            (9_000_000_000, [0xF2, 1, 2]), (3_600_000_000_000, [0xD5, 7]),
        ]
        writer.addTrack("keys in", first)
        writer.addTrack("out out", [])
        let file = try MIDIFile(writer.bytes)
        #expect(file.format == .together && file.division == .ticksOfQuarter(10_000) && file.tracks.count == 3)
        guard case .tempo(500_000) = file.tracks[0].events.first?.kind else { Issue.record("no tempo"); return }
        #expect(file.tracks[1].events.map { $0.tick } == [0, 0, 1, 200_000, 200_000, 72_000_000])
        #expect(file.tracks[1].events.map { file.wire($0) } == first.map { $0.bytes })
        #expect(file.tracks[2].events.isEmpty)
        let (events, _) = file.timeline
        #expect(events.last?.at == 3_600_000_000_000)
        #expect(String(decoding: writer.bytes, as: UTF8.self).contains("keys in"))
    }

    /// A distance between two events has at most 28 bits, which is 3 h 43 min: a longer one is divided.
    @Test func longSilencesKeepTheirLength() throws {
        var writer = MIDIFileWriter("Box")
        let hours = [0, 1, 9, 13].map { UInt64($0) * 3_600_000_000_000 }
        writer.addTrack("keys in", hours.map { ($0, [0x90, 60, 100]) })
        #expect(try MIDIFile(writer.bytes).timeline.events.map { $0.at } == hours)
    }
}
