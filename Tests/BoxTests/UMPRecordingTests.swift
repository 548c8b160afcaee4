import Configuration
import MIDI
import Plan
import SMF
import Testing

@testable import Box
@testable import Engine

/// The flight recorder of ports with several groups (U6, U12). The places are `a`: 0, 2 and `b`: 1, 3.
@Suite struct UMPRecordingTests {
    private static let box = """
        treadle: 1
        ports:
          a: { match: a, protocol: midi-2.0, groups: 2 }
          b: { match: b, protocol: midi-2.0, groups: 2 }
        clock: { send-when-stopped: false }
        presets: [{ name: A, number: 1, routings: [{ from: [a], to: [b] }] }]

        """

    private final class Held {
        let recorder: Recorder

        init(recorder: Recorder) { self.recorder = recorder }
    }

    /// What an evening leaves in the recorder.
    private func recording(_ evening: (Engine) -> Void) throws -> Recording {
        let configuration = try Configuration.load(text: Self.box).get()
        let recorder = try #require(Recorder(inputs: 1024, outputs: 1024))
        let held = Held(recorder: recorder)
        let made = Engine(
            configuration, context: Unmanaged.passUnretained(held).toOpaque(), transmit: { _, _, _, _, _ in 1 },
            transmitUMP: { context, place, ump, time in
                let held = Unmanaged<Held>.fromOpaque(context!).takeUnretainedValue()
                held.recorder.sent(ump: ump, to: UInt8(place), at: time)
                return 1
            })
        let engine = try #require(made)
        defer { engine.free() }
        engine.recorder = recorder
        for place in PortIndex(0)..<4 {
            engine.inputCame(place)
            engine.outputCame(place, byteTime: 0, lead: 0, speaks: .ump2, at: 0)
        }
        engine.perform(.load(configuration.plan.pointee.startPreset), at: 0)
        var moments = RecordedMoments()
        moments.look(engine, recorder, running: configuration.plan, at: 1_000_000_000)
        evening(engine)
        return withExtendedLifetime(held) { Recording(recorder, engine, &moments, configuration) }
    }

    private func play(_ engine: Engine) {
        func give(_ words: [UInt32], _ time: UInt64) {
            words.withUnsafeBufferPointer { engine.receive(umps: $0, from: 0, at: time) }
        }
        give([0x4190_3C00, 0xFFFF_0000], 1_000_000)
        give([0x4090_3E00, 0x8000_0000, 0x4161_3C00, 0x9000_0000], 2_000_000)
        engine.inject(Injection(.noteOn(channel: 0, key: 64, velocity: 1), .play, port: 2), at: 3_000_000)
        give([0x4180_3C00, 0x1234_0000], 4_000_000)
    }

    @Test func umpsOfGroupsAreReplayedExactly() throws {
        let text = String(decoding: try recording(play).text, as: UTF8.self)
        #expect(text.contains("# The replay is exact.\n"), "\(text)")
        #expect(text.contains("\n1.000000 \"a:1\" 41903C00 FFFF0000\n# 1.000 b 41903C00 FFFF0000\n"), "\(text)")
        #expect(text.contains("\n3.000000 @play \"a:2\" 90 40 01\n# 3.000 b 41904000 02000000\n"), "\(text)")
    }

    /// A place behind all ports belongs to the port whose group it is.
    @Test func groupsAreTracksOfTheirPort() throws {
        let recording = try recording(play)
        let file = try MIDIFile(recording.file)
        let tracks = file.tracks.map { $0.events.map { file.wire($0) } }
        let played: [[UInt8]] = [[0x90, 60, 127], [0x90, 62, 64], [0x90, 64, 1], [0x80, 60, 9]]
        #expect(tracks.count == 3 && tracks[1] == played && Array(tracks[2].prefix(4)) == played, "\(tracks)")
        let clip = try MIDIClip(recording.clip(of: 0))
        #expect(clip.events.contains { $0.ump.word0 == 0x4190_3C00 && $0.ump.word1 == 0xFFFF_0000 })
    }
}
