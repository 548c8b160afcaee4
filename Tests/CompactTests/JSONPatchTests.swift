import Compact
import TestSupport
import Testing

/// Merge patches (RFC 7396).
struct JSONPatchTests {
    private func read(_ text: String) -> JSONValue { JSONReader.value(of: Array(text.utf8), depth: 16) ?? .null }

    private func written(_ value: JSONValue?) -> String {
        var json = JSON()
        if let value { json.value(value) }
        return json.text
    }

    /// Two values, and the patch from the first to the second; empty for none.
    @Test(arguments: [
        (#"{"a":1,"b":{"c":2,"d":[1]}}"#, #"{"a":1,"b":{"c":2,"d":[1]}}"#, ""),
        (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, ""),
        (#"{"a":1,"b":{"c":2,"d":3}}"#, #"{"a":1,"b":{"c":4,"d":3},"e":5}"#, #"{"b":{"c":4},"e":5}"#),
        (#"{"a":1,"b":{"c":2}}"#, #"{"b":{}}"#, #"{"b":{"c":null},"a":null}"#),
        (#"{"a":[1,{"b":2}]}"#, #"{"a":[1,{"b":3}]}"#, #"{"a":[1,{"b":3}]}"#),
        (#"{"a":1}"#, #"{"a":{"b":1}}"#, #"{"a":{"b":1}}"#), (#"{"a":{"b":1}}"#, #"{"a":1.5}"#, #"{"a":1.5}"#),
    ])
    func patchHasWhatDiffers(old: String, new: String, patch: String) {
        #expect(written(read(new).patch(from: read(old))) == patch)
        if !patch.isEmpty { #expect(read(new).patch(from: read(old).merged(with: read(patch))) == nil) }
    }

    /// The examples of RFC 7396, appendix A, but those with duplicates.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#), (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#), ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func patchIsMerged(old: String, patch: String, new: String) {
        #expect(written(read(old).merged(with: read(patch))) == new)
    }

    /// A patch makes the new value of the old one. `TREADLE_SEED=n` repeats one.
    @Test(arguments: SplitMix.seeds) func patchesMakeTheNewValue(seed: UInt64) {
        var random = SplitMix(state: seed)
        var (seen, now) = (object(&random, depth: 3), JSONValue.null)
        for _ in 0..<50 {
            now = object(&random, depth: 3)
            if let patch = now.patch(from: seen) { seen = seen.merged(with: patch) }
            #expect(now.patch(from: seen) == nil && seen.patch(from: now) == nil, "TREADLE_SEED=\(seed)")
        }
    }

    private func object(_ random: inout SplitMix, depth: Int) -> JSONValue {
        var members: [JSONMember] = []
        for name in ["a", "b", "c", "d"] where random.chance(70) {
            members.append(JSONMember(name: name, value: value(&random, depth: depth - 1)))
        }
        return .object(members)
    }

    private func value(_ random: inout SplitMix, depth: Int) -> JSONValue {
        switch random.below(depth == 0 ? 4 : 7) {
        case 0: .number(random.below(3))
        case 1: .bool(random.chance(50))
        case 2: .string(random.pick(["", "x"]))
        case 3: .decimal("1.5")
        case 4: .array((0..<random.below(3)).map { .number($0) })
        default: object(&random, depth: depth)
        }
    }
}
