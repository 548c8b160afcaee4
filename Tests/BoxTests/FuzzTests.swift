import CPlatform
import Foundation
import TestSupport
import Testing

@testable import Box

/// Malformed and hostile input is refused or taken, and nothing traps. Each kind begins with the files of its folder in
/// Tests/Fuzz/corpus and mutates them.
///
/// Tests/Fuzz/run runs it for longer: `TREADLE_FUZZ_SECONDS` for each kind, `TREADLE_SEED` for the first seed, and
/// `TREADLE_FUZZ_INPUT` for a file that holds the input that is being tried, so that a crash leaves it there.
@Suite(.serialized) struct FuzzTests {
    private static func setting(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private static let kinds: [FuzzKind] = {
        guard let only = setting("TREADLE_FUZZ_ONLY") else { return FuzzKind.allCases }
        return FuzzKind.allCases.filter { $0.rawValue == only }
    }()

    @Test(arguments: kinds)
    func inputsOfTheCorpusAreRefusedOrTaken(kind: FuzzKind) throws {
        let target = try FuzzTarget(kind)
        #expect(!target.corpus.isEmpty)
        for input in target.corpus { try FuzzTests.run(target, input) }
    }

    @Test(arguments: kinds)
    func mutatedInputsAreRefusedOrTaken(kind: FuzzKind) throws {
        let target = try FuzzTarget(kind)
        let mutator = FuzzMutator(target.corpus)
        let recording = RecordingMutator(target.corpus[target.corpus.count - 1])
        let end = FuzzTests.setting("TREADLE_FUZZ_SECONDS").flatMap { Double($0) }.map { Date() + $0 }
        var seed = FuzzTests.setting("TREADLE_SEED").flatMap { UInt64($0) } ?? 1
        var count = 0
        while end.map({ Date() < $0 }) ?? (count < 20) {
            var random = SplitMix(state: seed)
            let input = kind == .recording ? recording.mutated(&random) : mutator.mutated(&random)
            try FuzzTests.run(target, input)
            seed += 1
            count += 1
        }
        print("fuzz \(kind.rawValue): \(count) inputs, up to TREADLE_SEED=\(seed - 1)")
    }

    private static func run(_ target: FuzzTarget, _ input: [UInt8]) throws {
        if let path = setting("TREADLE_FUZZ_INPUT") { try Data(input).write(to: URL(fileURLWithPath: path)) }
        target.take(input)
    }
}
