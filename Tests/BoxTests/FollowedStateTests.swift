import Compact
import TestSupport
import Testing

@testable import Box

/// What a program that follows the state is told.
@Suite struct FollowedStateTests {
    /// All changes put into the first state give the newest one, whatever a slow reader was not told.
    /// `TREADLE_SEED=n` repeats one.
    @Test(arguments: SplitMix.seeds) func changesMakeTheNewestState(seed: UInt64) {
        var random = SplitMix(state: seed)
        var newest = FollowedStateTests.state(&random, 1)
        var followed = FollowedState(newest, revision: 1)
        var (seen, skipped) = (newest, 0)
        for revision in 2..<60 {
            newest = FollowedStateTests.state(&random, revision)
            if revision < 59 && random.chance(40) {
                skipped += 1
                continue
            }
            guard let patch = newest.patch(from: followed.state) else {
                Issue.record("TREADLE_SEED=\(seed): no patch to revision \(revision)")
                return
            }
            seen = seen.merged(with: followed.follow(newest, revision: revision, patch))
        }
        #expect(seen["revision"] == .number(59) && (seen["skipped"]?.int ?? 0) == skipped, "TREADLE_SEED=\(seed)")
        if skipped > 0 {
            newest = newest.merged(with: .object([JSONMember(name: "skipped", value: .number(skipped))]))
        }
        #expect(newest.patch(from: seen) == nil, "TREADLE_SEED=\(seed)")
    }

    private static func state(_ random: inout SplitMix, _ revision: Int) -> JSONValue {
        var state = StateObject()
        state.add("revision", revision)
        for name in ["preset", "display", "clock"] where random.chance(80) {
            var object = StateObject()
            object.add("name", random.pick(["Verse", "Chorus", nil]))
            object.add("number", random.pick([1, 2, nil]))
            object.add("flag", random.chance(50))
            state.add(name, object.value)
        }
        state.add("held", StateObject.list(Array(0..<random.below(3))) { $0.add("note", $1) })
        return state.value
    }

    @Test func aLineIsOneObject() {
        var object = StateObject()
        object.add("text", "a\nb \"c\"")
        object.add("none", nil as Int?)
        let line = String(decoding: FollowedState.line("change", object.value), as: UTF8.self)
        #expect(line == "change {\"text\":\"a\\u000Ab \\\"c\\\"\"}\n")
    }

    @Test(arguments: [
        (420, "0.42"), (0, "0"), (1000, "1"), (132_500, "132.5"), (98_050, "98.05"), (5, "0.005"), (30_000, "30"),
    ])
    func thousandthsAreNumbers(thousandths: Int, text: String) {
        var json = JSON()
        json.value(StateObject.number(thousandths: thousandths))
        #expect(json.text == text)
    }
}
