import Configuration
import Foundation
import Plan
import StageSupport
import TestSupport
import Testing

@testable import Box
@testable import Engine

/// Random boxes and evenings, written for other programs to play (`make test-seeds`).
@Suite struct RecordedEveningTests {
    private static let folder = ProcessInfo.processInfo.environment["TREADLE_RECORDINGS"]
    /// Evenings of one box, each with a seed of its own.
    static let evenings = 10
    /// The first seed of each box.
    static let boxes = stride(from: 0, to: min(SplitMix.seeds.count, folder == nil ? 20 : .max), by: evenings)
        .map { SplitMix.seeds[$0] }

    /// A script is what the recorder has heard since the box was switched on.
    @Test(arguments: boxes)
    func eveningsAreWrittenForOtherPrograms(box: UInt64) throws {
        var random = SplitMix(state: box)
        let text = RecorderPropertyTests.box(&random)
        let configuration = try #require(try? Configuration.load(text: text).get(), "TREADLE_SEED=\(box)")
        if let folder = RecordedEveningTests.folder {
            try text.write(toFile: "\(folder)/\(box).yaml", atomically: false, encoding: .utf8)
        }
        for seed in box..<box + UInt64(RecordedEveningTests.evenings) {
            let script = try script(seed, CompiledConfiguration(besides: configuration))
            guard let folder = RecordedEveningTests.folder else { continue }
            try script.write(toFile: "\(folder)/\(box)-\(seed).txt", atomically: false, encoding: .utf8)
        }
    }

    private func script(_ seed: UInt64, _ configuration: CompiledConfiguration) throws -> String {
        var random = SplitMix(state: seed)
        let recorder = try #require(Recorder(inputs: 4096, outputs: 4096))
        let stage = Stage(configuration, recorder: recorder)
        let names = configuration.routingNames.count
        let sent = stage.run(RecorderPropertyTests.happenings(&random, names, evenings: 1))
        #expect(!sent.isEmpty, "TREADLE_SEED=\(seed)")
        var moments = RecordedMoments()
        let heard = Recording(recorder, stage.engine, &moments, configuration)
        let script = RecordedScript(heard.inputs, from: heard.origin, until: heard.end, configuration)
        let lines = script.lines.map { "\(RecordedScript.milliseconds($0.time)) \($0.text)\n" }.joined()
        let problems = RenderScript(Array(lines.utf8), for: configuration).problems
        #expect(problems.isEmpty, "TREADLE_SEED=\(seed)")
        return lines
    }
}
