import Testing

@testable import Configuration

/// `check --hints`: notes where something has a shorter form.
struct ShorterFormTests {
    private static let head = """
        treadle: 1
        name: Long
        ports: { keys: { match: k }, synth: { match: s } }
        presets: [{ name: P, number: 1 }, { name: Q, number: 2 }]

        """

    private func notes(
        _ text: String, files: [String: String] = [:], wantsHints: Bool = true
    ) throws -> [String] {
        let result = Configuration.load(text: text, files: files, wantsHints: wantsHints)
        return try result.get().diagnostics.list.filter { $0.severity == .note }.map { $0.text }
    }

    @Test func assignmentsThatDifferInTheirValueAreOne() throws {
        let text =
            ShorterFormTests.head + """
                assignments:
                - { from: keys, controller: program, do: { 0: preset 1 } }
                - { from: keys, controller: cc 20, do: { 0: panic } }
                - { controller: program, from: keys, do: { 1: preset 2 } }
                - { from: keys, controller: program, do: { 2: panic } }

                """
        let note =
            "box.yaml:8:3: note: 3 assignments, the first in line 6, differ in their value only; one says it: "
            + "`do: { 0: …, 1: …, 2: … }`"
        #expect(try notes(text) == [note])
        #expect(try notes(text, wantsHints: false).isEmpty)
    }

    /// Many values are not all listed.
    @Test func longListIsCut() throws {
        let lines = (0..<9).map { "- { from: keys, controller: program, do: { \($0): preset 1 } }\n" }
        let found = try notes(ShorterFormTests.head + "assignments:\n" + lines.joined())
        #expect(found.count == 1 && found[0].contains("9 assignments"), "\(found)")
        #expect(found[0].hasSuffix("`do: { 0: …, 1: …, 2: …, 3: …, … }`"), "\(found)")
    }

    @Test(arguments: [
        // Another channel, mode or source.
        ("cc 20, do: { 0: panic }", "cc 20, channel: 2, do: { 1: panic }"),
        ("cc 20, do: { 0: panic }", "cc 20, mode: latch, do: { 127: panic }"),
        ("cc 20, do: { 0: panic }", "cc 21, do: { 1: panic }"),
        // No value is named.
        ("program, set: preset", "program, set: preset"),
    ])
    func otherAssignmentsAreLeftAlone(_ one: String, _ other: String) throws {
        let lines = [one, other].map { "- { from: keys, controller: \($0) }\n" }.joined()
        #expect(try notes(ShorterFormTests.head + "assignments:\n" + lines).isEmpty)
    }

    private func preset(_ name: String, _ number: Int, _ routings: String...) -> String {
        "name: \(name)\nnumber: \(number)\nroutings:\n" + routings.map { "- \($0)\n" }.joined()
    }

    @Test func routingOfThreePresetsIsInserted() throws {
        let (clock, piano) = ("{ from: [clock], to: [synth] }", "{ from: [keys], to: [synth], channel: 2 }")
        let files = [
            "presets/a.yaml": preset("A", 11, clock, piano), "presets/b.yaml": preset("B", 12, piano),
            // The order of keys and the layout do not count.
            "presets/c.yaml": preset("C", 13, "{ channel: 2, to: [synth],   from: [keys] }", clock),
        ]
        let note =
            "presets/b.yaml:4:3: note: 3 presets have this routing, first in presets/a.yaml:5; a preset without a "
            + "number, which they `insert`, says it once"
        #expect(try notes(ShorterFormTests.head, files: files) == [note])
    }

    @Test func notesAreNoErrorsAndAreToldWithThem() throws {
        let text =
            ShorterFormTests.head + """
                assignments:
                - { from: keys, controller: program, do: { 0: preset 1 } }
                - { from: keys, controller: program, do: { 1: preset 9 } }

                """
        let list = try Configuration.load(text: text, wantsHints: true).get().diagnostics.list
        #expect(list.map { $0.severity } == [.note, .warning], "\(list.map { $0.text })")
        guard case .failure(let faulty) = Configuration.load(text: text + "nonsense: 1\n", wantsHints: true) else {
            Issue.record("nonsense is taken")
            return
        }
        #expect(faulty.list.contains { $0.severity == .note } && faulty.list.contains { $0.severity == .error })
    }
}
