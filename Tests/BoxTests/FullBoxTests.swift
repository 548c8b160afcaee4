import Configuration
import Plan
import StageSupport
import TestSupport
import Testing

@testable import Box
@testable import Engine

/// A box with as many presets as a box can have, of which 128 at most can have a number (P2).
@Suite struct FullBoxTests {
    /// Presets `P000` to `P255`, each of which sends another program on load; the first 128 on channel 1.
    private static let text: String = {
        let names = (0..<Limits.presets).map { "P" + String(String($0 + 1000).dropFirst()) }
        let presets = names.indices.map { index in
            "- { name: \(names[index]), routings: [{ from: [keys], to: [out], channel: \(index / 128 + 1), "
                + "on-load: [{ send: program \(index % 128) }] }] }\n"
        }
        return """
            treadle: 1
            ports: { keys: { match: k, direction: in }, out: { match: o, direction: out } }
            clock: { send-when-stopped: false }
            setlist: [\(names.joined(separator: ", "))]
            presets:

            """ + presets.joined()
    }()

    private func configuration() throws -> CompiledConfiguration {
        try Configuration.load(text: FullBoxTests.text).get()
    }

    /// Plays a script; its output as lines.
    private func play(_ script: RenderScript, _ configuration: CompiledConfiguration) throws -> [Substring] {
        #expect(script.problems.isEmpty, "\(script.problems)")
        let render = try #require(Render(configuration, preset: 0, from: script.beginning))
        defer { render.free() }
        return String(decoding: render.run(script), as: UTF8.self).split(separator: "\n")
    }

    @Test func theLastPresetIsLoadedByNameAndByNext() throws {
        let configuration = try configuration()
        let lines = """
            0 preset "P254"
            10 next-preset
            20 keys 90 3C 40
            30 next-preset
            40 keys 80 3C 40
            50 preset "P255"
            60 previous-preset

            """
        let played = try play(RenderScript(Array(lines.utf8), for: configuration), configuration)
        #expect(
            played == [
                "0.000 out C0 00", "0.000 out C1 7E", "10.000 out C1 7F", "20.000 out 91 3C 40", "30.000 out C0 00",
                "40.000 out 81 3C 40", "50.000 out C1 7F", "60.000 out C1 7E",
            ], "\(played)")
    }

    /// The recorded moment, a held note and an action name presets beyond 127.
    @Test func presetsBeyond127AreRecordedAndReplayed() throws {
        let configuration = try configuration()
        let recorder = try #require(Recorder(inputs: 1024, outputs: 1024))
        let stage = Stage(configuration, recorder: recorder)
        let give: ([UInt8], UInt64) -> Void = { bytes, at in
            bytes.withUnsafeBytes { stage.engine.receive($0, from: 0, at: at) }
        }
        stage.engine.perform(.load(200), at: 1_000_000)
        give([0x90, 60, 100], 2_000_000)
        var moments = RecordedMoments()
        moments.look(stage.engine, recorder, running: configuration.plan, at: 1_000_000_000)
        stage.engine.perform(.load(255), at: 1_001_000_000)
        give([0x90, 62, 100], 1_002_000_000)
        stage.engine.perform(.undo, at: 1_003_000_000)
        give([0x80, 60, 0, 0x80, 62, 0], 1_004_000_000)

        let recording = Recording(recorder, stage.engine, &moments, configuration)
        let written = String(decoding: recording.text, as: UTF8.self).split(separator: "\n")
        #expect(written.contains("# The replay is exact."), "\(written)")
        #expect(written.contains { $0.contains("@resume") && $0.hasSuffix(" 200 \"P200\"") }, "\(written)")
        #expect(written.contains { $0.hasSuffix(" preset \"P255\"") }, "\(written)")
        let other = try self.configuration()
        let played = try play(RenderScript(recording.text, for: other), other)
        let sent = written.filter { $0.hasPrefix("# ") && $0.contains(" out ") && !$0.contains(" why ") }
        #expect(sent.map { $0.dropFirst(2) } == played && played.count == 5, "\(played)")
    }
}
