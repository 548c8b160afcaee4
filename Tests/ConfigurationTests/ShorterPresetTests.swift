import Testing

@testable import Configuration

/// `check --hints` about several presets, and about assignments of presets (A5).
struct ShorterPresetTests {
    private static let head = """
        treadle: 1
        ports: { keys: { match: k }, synth: { match: s } }
        footswitches: { A: { line: "g:1" }, B: { line: "g:2" } }

        """

    private func notes(_ text: String, files: [String: String] = [:]) throws -> [String] {
        let result = Configuration.load(text: ShorterPresetTests.head + text, files: files, wantsHints: true)
        return try result.get().diagnostics.list.filter { $0.severity == .note }.map { $0.text }
    }

    private static func preset(_ name: String, _ own: String = "", routings: Int, _ routing: String = "") -> String {
        let lines = (1..<routings + 1).map { "- { from: [keys], to: [synth], channel: \($0) }\n" }
        return "name: \(name)\n\(own)routings:\n\(lines.joined())\(routing)"
    }

    @Test func presetsThatDifferInSwitchesOnlyInsertTheRest() throws {
        func switches(_ number: Int) -> String {
            "- { from: [footswitches], to: [synth], controllers: { remap: [{ from: switch A, to: cc \(number) }] } }\n"
        }
        let own = "assignments: [{ from: footswitches, controller: switch B, do: { 127: tap } }]\ntempo: 90\n"
        let files = [
            "presets/a.yaml": ShorterPresetTests.preset("A", routings: 5, switches(20)),
            "presets/b.yaml": ShorterPresetTests.preset("B", own, routings: 5, switches(21)),
        ]
        let note =
            "presets/b.yaml:1:1: note: 2 presets, the first in presets/a.yaml:1, have the same routings, those of "
            + "footswitches aside; a preset without a number, such as `Common`, has them once, and each of these says "
            + "`insert: [Common]`, and by `assignments:` what a switch does in it (A5)"
        #expect(try notes("", files: files) == [note])
        let short = [
            "presets/a.yaml": "name: A\ninsert: [Common]\n", "presets/b.yaml": "name: B\n\(own)insert: [Common]\n",
            "presets/c.yaml": ShorterPresetTests.preset("Common", routings: 5),
        ]
        #expect(try notes("", files: short).isEmpty)
    }

    @Test func otherPresetsAreLeftAlone() throws {
        func found(_ first: String, _ second: String) throws -> [String] {
            try notes("", files: ["presets/a.yaml": first, "presets/b.yaml": second])
        }
        let five = ShorterPresetTests.preset("A", routings: 5)
        // Another routing, few routings, and a place that is learnt in the preset itself.
        #expect(try found(five, ShorterPresetTests.preset("B", routings: 6)).isEmpty)
        #expect(
            try found(ShorterPresetTests.preset("A", routings: 3), ShorterPresetTests.preset("B", routings: 3)).isEmpty)
        let learnable = "learnable: { Channel: routings.1.channel }\n"
        #expect(try found(five, ShorterPresetTests.preset("B", learnable, routings: 5)).isEmpty)
    }

    /// Of three presets the whole is told once, not each routing.
    @Test func threeEqualPresetsAreToldOnce() throws {
        let names = ["A", "B", "C"]
        let texts = names.map { ("presets/\($0).yaml", ShorterPresetTests.preset($0, routings: 4)) }
        let found = try notes("", files: Dictionary(uniqueKeysWithValues: texts))
        #expect(found.count == 1 && found[0].contains("3 presets, the first in presets/A.yaml:1"), "\(found)")
    }

    private static let tap = "{ from: footswitches, controller: switch B, do: { 127: tap } }"

    private func presets(_ count: Int, _ assignment: String = ShorterPresetTests.tap) -> String {
        "presets:\n" + (1...count).map { "- { name: P\($0), assignments: [\(assignment)] }\n" }.joined()
    }

    @Test func assignmentOfAllPresetsIsTheBoxs() throws {
        let typed = "`assignments: [\(ShorterPresetTests.tap)]`"
        let note =
            "box.yaml:6:29: note: all 2 presets have this assignment, first in box.yaml:5; the box says it once: "
            + typed
        #expect(try notes(presets(2)) == [note])
        // What begins anew with a load, or takes the place of one of the box, stays in the presets.
        #expect(try notes(presets(2, "{ from: keys, controller: cc 20, mode: latch, do: { 127: tap } }")).isEmpty)
        let box = "assignments: [{ from: footswitches, controller: switch B, do: { 127: panic } }]\n"
        #expect(try notes(presets(2) + box).isEmpty)
        #expect(try notes(presets(2) + "- { name: Q }\n").isEmpty)
        let inserted =
            "box.yaml:6:29: note: 3 presets have this assignment, first in box.yaml:5; a preset without a number, "
            + "which they `insert`, says it once: " + typed
        #expect(try notes(presets(3) + box) == [inserted])
    }

    /// The hints about assignments of the box are for those of presets too.
    @Test func assignmentsOfAPresetAreReadLikeTheBoxs() throws {
        let found = try notes(
            """
            presets:
            - name: P
              assignments:
              - { from: footswitches, controller: switch A, do: { 127: tap } }
              - { from: footswitches, controller: switch B, do: { 127: tap } }
              - { from: keys, controller: program, do: { 0: tap } }
              - { from: keys, controller: program, do: { 1: panic } }

            """)
        #expect(found.count == 2 && found[0].contains("differ in their controller only"), "\(found)")
        #expect(found.last?.contains("differ in their value only") == true, "\(found)")
    }

    private func bound(_ condition: String, _ more: String = "") throws -> [String] {
        try notes(
            """
            presets: [{ name: P, number: 1 }, { name: Q, number: 2 }]
            assignments:
            - { from: keys, channel: 16, controller: program, set: preset }
            - from: footswitches
              controller: switch B
              do: { 127: [tap, 'send "synth" cc 7 = 9'] }
              conditions: { of: [\(condition)] }
            \(more)

            """)
    }

    @Test func assignmentForTheProgramOfAPresetIsThePresets() throws {
        let condition = "{ from: keys, channel: 16, controller: program, when: 2..2 }"
        func note(_ also: String) -> String {
            "box.yaml:7:3: note: this assignment is for preset 2 alone, by the program of the condition; preset \"Q\" "
                + "says so itself, however it was loaded (A5): `assignments: [{ from: footswitches, controller: "
                + "switch B, do: { 127: [tap, send \"synth\" cc 7 = 9] }\(also) }]`"
        }
        #expect(try bound(condition) == [note("")])
        // One of the box for the same switch goes on beside it.
        #expect(
            try bound(condition, "- { from: footswitches, controller: switch B, do: { 0: panic } }")
                == [note(", also: true")])
    }

    @Test(arguments: [
        // Another channel, several programs, a program that loads no preset, and a second condition.
        "{ from: keys, channel: 15, controller: program, when: 2..2 }",
        "{ from: keys, channel: 16, controller: program, when: 1..2 }",
        "{ from: keys, channel: 16, controller: program, when: '>= 2' }",
        "{ from: keys, channel: 16, controller: program, when: 9..9 }",
        "{ from: keys, channel: 16, controller: program, when: 2..2 }, { from: keys, controller: cc 20 }",
    ])
    func otherConditionsAreLeftAlone(_ condition: String) throws { #expect(try bound(condition).isEmpty) }
}
