import Configuration
import Foundation
import Plan
import StageSupport
import TestSupport
import Testing

@testable import Box
@testable import Engine

/// Random boxes and long evenings, of which a small ring keeps the end: what is written out plays again to the same.
/// `TREADLE_SEED=n` repeats one; `TREADLE_SEEDS=n` tries so many.
@Suite struct RecorderPropertyTests {
    static let seeds = Array(SplitMix.seeds.prefix(20))

    /// Evenings one after the other, with clock, taps, steps back and stores in between. Nothing else happens at the
    /// instant at which a driver begins to refuse: a recording does not know which of its messages came first, and says
    /// that it is not exact.
    static func happenings(_ random: inout SplitMix, _ routingNames: Int, evenings: Int = 5) -> [TimedHappening] {
        var all: [TimedHappening] = []
        for _ in 0..<evenings {
            let start = (all.last?.at ?? 0) + UInt64(random.below(900_000_000))
            for happening in RandomScript(&random, routingNames: routingNames).happenings {
                let at = start + happening.at
                if case .block = happening.what {
                    all.append(TimedHappening(at: at, what: happening.what))
                    continue
                }
                if random.chance(8) { all.append(TimedHappening(at: at, what: .action(action(&random)))) }
                all.append(TimedHappening(at: at, what: happening.what))
            }
        }
        return all
    }

    private static func action(_ random: inout SplitMix) -> Action {
        random.pick([
            .clock(.start), .clock(.stop), .clock(.continue), .clock(.pause), .clock(.tap), .clock(.tap), .undo, .save,
            .clock(.tempo(UInt32(4000 + random.below(20000)))), .clock(.tempoBy(-250)), .clock(.togglePause),
            .transpose(Int8(random.below(49))), .transposeBy(Int8(random.below(5)) - 2),
            .release(.max),
            .loadNumber(Int32(random.below(6))), .clock(.tapAgo(UInt32(random.below(1_000_000)))),
        ])
    }

    /// The box of the seed, which also sends clock.
    static func box(_ random: inout SplitMix) -> String {
        RandomBox(&random).text.replacing(
            "  routings:\n",
            with: "  routings:\n  - { from: [clock, keys], to: [out], clock: { divide: 7, multiply: 2 } }\n")
    }

    /// A recording of the box of a seed, and the text of that box.
    static func recording(_ random: inout SplitMix) throws -> (text: [UInt8], box: String) {
        let text = box(&random)
        let configuration = try Configuration.load(text: text).get()
        let recorder = try #require(Recorder(inputs: 4096, outputs: 4096))
        let stage = Stage(configuration, recorder: recorder)
        var moments = RecordedMoments()
        for happening in happenings(&random, configuration.routingNames.count) {
            moments.look(stage.engine, recorder, running: configuration.plan, at: happening.at)
            stage.run(happening)
        }
        return (Recording(recorder, stage.engine, &moments, configuration).text, text)
    }

    /// An edited recording is refused or played, and nothing traps.
    /// `TREADLE_SEED=n` repeats one.
    @Test(arguments: seeds.prefix(4))
    func editedRecordingsAreRefusedOrPlayed(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let (text, box) = try RecorderPropertyTests.recording(&random)
        let configuration = try Configuration.load(text: box).get()
        let mutator = RecordingMutator(text)
        #expect(RecordingMutator.play(text, configuration))
        for _ in 0..<100 {
            RecordingMutator.play(mutator.mutated(&random), CompiledConfiguration(besides: configuration))
        }
    }

    @Test(arguments: seeds)
    func recordingReplaysToTheSameOutput(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let text = RecorderPropertyTests.box(&random)
        let configuration = try #require(try? Configuration.load(text: text).get(), "TREADLE_SEED=\(seed)")
        let recorder = try #require(Recorder(inputs: 4096, outputs: 4096))
        let stage = Stage(configuration, recorder: recorder)
        var moments = RecordedMoments()
        for happening in RecorderPropertyTests.happenings(&random, configuration.routingNames.count) {
            moments.look(stage.engine, recorder, running: configuration.plan, at: happening.at)
            stage.run(happening)
        }
        let recording = Recording(recorder, stage.engine, &moments, configuration)
        let written = String(decoding: recording.text, as: UTF8.self)
        #expect(recording.moment.map { $0.input > 0 } == true, "TREADLE_SEED=\(seed): the ring has not wrapped")
        #expect(written.contains("# The replay is exact.\n"), "TREADLE_SEED=\(seed)")

        // The text alone is replayed: the output must equal its comments.
        let other = try Configuration.load(text: text).get()
        let script = RenderScript(recording.text, for: other)
        #expect(script.problems.isEmpty, "TREADLE_SEED=\(seed): \(script.problems.first.map { "\($0)" } ?? "")")
        let render = try #require(Render(other, preset: 0, from: script.beginning), "TREADLE_SEED=\(seed)")
        defer { render.free() }
        let played = String(decoding: render.run(script), as: UTF8.self).split(separator: "\n")
        let said = written.split(separator: "\n").filter { line in
            line.hasPrefix("# ") && !line.contains(" why ") && !line.contains(" preset \"")
                && line.dropFirst(2).first?.isNumber == true && !line.contains(" ms, up to")
        }
        #expect(said.map { $0.dropFirst(2) } == played, "TREADLE_SEED=\(seed)")
    }
}
