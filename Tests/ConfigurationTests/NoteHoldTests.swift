import Plan
import Testing

@testable import Configuration

/// `hold` of notes, and the action `release` (R28).
@Suite struct NoteHoldTests {
    private static let pedal = "{of: [{from: keys, controller: cc 64}]}"

    @Test(arguments: [
        Marked(.routing, "notes: {hold: §latch}", "toggle, chord, or { while: { of: [ … ] } }"),
        Marked(.routing, "notes: {hold: §togle}", "did you mean `toggle`?"),
        Marked(.routing, "notes: {hold: §true}", "toggle, chord, or"),
        Marked(.routing, "notes: {hold: §[toggle]}", "toggle, chord, or"),
        Marked(.routing, "notes: {hold: §{sostenuto: true}}", "`hold` needs `while`: the conditions"),
        Marked(.routing, "notes: {hold: §{§until: \(pedal)}}", "`hold` needs `while`", "not a key of `hold`"),
        Marked(.routing, "notes: {hold: {while: \(pedal), sostenuto: §1}}", "true or false"),
        Marked(.routing, "notes: {hold: {§while: {of: []}}}", "`while` has no condition"),
        Marked(.routing, "notes: {hold: {while: {of: [{from: keys, controller: §pedal}]}}}", "pedal and the number"),
        Marked(.routing, "notes: {hold: toggle, §length: 1 s}", "`length` and `hold` exclude each other"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §release Bass}", "alone or with the name"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §release \"A\" \"B\"}", "alone or with the name"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §release \"Q\"}", "`Q`; there are none"),
    ])
    func faultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    private func box(_ routings: [String]) -> String {
        "treadle: 1\nports: { keys: { match: k } }\npresets:\n- name: P\n  routings:\n"
            + routings.map { "  - { from: [keys], to: [keys], \($0) }\n" }.joined()
    }

    @Test func isCompiledWithTheHoldsOfRemaps() throws {
        let pedal = NoteHoldTests.pedal
        let text = box([
            "notes: { hold: toggle }", "notes: { hold: chord }", "notes: { length: 1 s }",
            "controllers: { remap: [{ from: cc 1, to: cc 2, hold: \(pedal) }] }, notes: { hold: { while: \(pedal) } }",
            "notes: { hold: { while: \(pedal), sostenuto: true } }",
        ])
        let configuration = try Configuration.load(text: text).get()
        withExtendedLifetime(configuration) {
            let preset = configuration.plan.pointee.presets[0]
            let rules = preset.routings.indices.map { preset.routings[$0].noteRules }
            #expect(
                rules.map { $0.hold } == [
                    .toggle, .chord, nil, .conditions(2, isSostenuto: false), .conditions(3, isSostenuto: true),
                ])
            #expect(rules.map { $0.length } == [0, 0, 1_000_000, 0, 0])
            #expect(preset.noteHolds == 0b1100 && preset.noteListeners & 1 != 0)
        }
    }

    /// Each hold by conditions counts, those of remaps too.
    @Test func oneHoldTooManyIsRefused() {
        let hold = "notes: { hold: { while: \(NoteHoldTests.pedal) } }"
        #expect(throws: Never.self) { try Configuration.load(text: box(Array(repeating: hold, count: 63))).get() }
        #expect(throws: (any Error).self) { try Configuration.load(text: box(Array(repeating: hold, count: 64))).get() }
    }
}
