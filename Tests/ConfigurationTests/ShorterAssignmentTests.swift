import Testing

@testable import Configuration

/// `check --hints` about assignments: lists of actions and of controllers, relative controllers.
struct ShorterAssignmentTests {
    private static let head = """
        treadle: 1
        ports: { keys: { match: k }, synth: { match: s } }
        footswitches: { A: { line: "g:1" }, B: { line: "g:2" } }
        presets: [{ name: P, number: 1 }]
        assignments:

        """

    /// Returns the notes about assignments; the first one is in line 6.
    private func notes(_ assignments: String...) throws -> [String] {
        let text = ShorterAssignmentTests.head + assignments.map { "- { \($0) }\n" }.joined()
        let list = try Configuration.load(text: text, wantsHints: true).get().diagnostics.list
        return list.filter { $0.severity == .note }.map { $0.text }
    }

    @Test func actionsOfOneValueAreAList() throws {
        let found = try notes(
            "from: keys, controller: cc 20, do: { 127: panic, 0: none }",
            "from: keys, controller: cc 21, do: { 127: tap }",
            "from: keys, controller: cc 20, do: { 127: 'send \"synth\" message \"F0 7D 0[CH] F7\"', 0: tap }",
            "controller: cc 20, from: keys, do: { 127: preset 1 }")
        let actions = "panic, 'send \"synth\" message \"F0 7D 0[CH] F7\"', preset 1"
        #expect(
            found.filter { $0.contains("same value") } == [
                "box.yaml:8:3: note: 3 assignments, the first in line 6, act at the same value; one has a list of "
                    + "actions: `do: { 127: [\(actions)] }`"
            ], "\(found)")
        #expect(try notes("from: keys, controller: cc 20, do: { 127: [panic, preset 1], 0: tap }").isEmpty)
    }

    @Test(arguments: [
        // A wait would delay the action of the other one.
        ("from: keys, controller: cc 20, do: { 127: [panic, wait 1 s, tap] }", "tap"),
        // Another channel, mode or value.
        ("from: keys, channel: 2, controller: cc 20, do: { 127: panic }", "tap"),
        ("from: keys, controller: cc 20, mode: latch, do: { 127: panic }", "tap"),
        ("from: keys, controller: cc 20, do: { 127: none }", "tap"),
    ])
    func otherActionsAreLeftAlone(_ one: String, _ action: String) throws {
        #expect(try notes(one, "from: keys, controller: cc 20, do: { 127: \(action) }").isEmpty)
    }

    /// What stands between two assignments and acts at the same messages would come in another order.
    @Test func orderOfActionsIsKept() throws {
        let (cc, raw) = ("controller: cc 20", "controller: 'message \"B[CH] 14 [MSB]\"'")
        let found = try notes(
            "from: keys, \(cc), do: { 127: panic }", "from: keys, \(raw), do: { 127: tap }",
            "from: keys, \(cc), do: { 127: preset 1 }")
        #expect(found.isEmpty, "\(found)")
    }

    @Test func controllersAreAList() throws {
        let note =
            "box.yaml:7:3: note: 2 assignments, the first in line 6, differ in their controller only; one says it: "
            + "`controller: [switch A, switch B]`"
        let (a, b) = ("from: footswitches, controller: switch A", "from: footswitches, controller: switch B")
        #expect(try notes("\(a), do: { 127: tap, 0: panic }", "\(b), do: { 0: panic, 127: tap }") == [note])
        #expect(try notes("from: footswitches, controller: [switch A, switch B], do: { 127: tap }").isEmpty)
        // Those of a list count together, and are of one kind.
        #expect(try notes("\(a), mode: latch, do: { 127: tap }", "\(b), mode: latch, do: { 127: tap }").isEmpty)
        #expect(try notes("\(a), do: { 127: tap }", "\(b), do: { 127: panic }").isEmpty)
        #expect(try notes("\(a), do: { 127: tap }", "\(b) long, do: { 127: tap }").isEmpty)
        #expect(
            try notes(
                "from: keys, controller: cc 20, do: { 127: tap }", "from: keys, controller: program, do: { 127: tap }"
            ).isEmpty)
    }

    @Test(arguments: [
        ("B[CH] 14 01", "B[CH] 14 7F", "cc 20 relative"), ("B[CH] 72 41", "B[CH] 72 3F", "cc 114 relative 64"),
        ("B[CH] 14 01", "B[CH] 14 41", "cc 20 relative sign"),
        ("B3 14 01", "B3 14 00", "cc 20 relative step, channel: 4"),
        ("B[CH] 14 01", "B[CH] 15 7F", ""), ("B0 14 01", "B1 14 7F", ""), ("B[CH] 14 01", "B[CH] 14 7E", ""),
        ("C[CH] 14", "C[CH] 15", ""),
    ])
    func stepMessagesAreRelative(_ up: String, _ down: String, _ short: String) throws {
        let found = try notes(
            "from: keys, controller: 'message \"\(up)\"', decrement: 'message \"\(down)\"', mode: increment, "
                + "do: { 0: preset 1, 1: tap }")
        let note =
            "box.yaml:6:29: note: these are the steps of an endless knob; `controller: \(short)` says both, without "
            + "`decrement`, and counts fast turns too"
        #expect(found == (short.isEmpty ? [] : [note]))
        if short.isEmpty { return }
        #expect(try notes("from: keys, controller: \(short), mode: increment, do: { 0: preset 1, 1: tap }").isEmpty)
    }
}
