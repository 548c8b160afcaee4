import Configuration
import Plan
import StageSupport
import Testing

/// What of a part goes into what is saved, and over a reload (P9).
@Suite struct PartTests {
    /// Low is 0, High 1, Hidden 2, which is muted in the file.
    private static let text = """
        treadle: 1
        ports: { keys: { match: k, direction: in }, out: { match: o, direction: out } }
        presets:
        - name: P
          parts: [{ name: One, mute: [High, Hidden], bypass: [Low] }, { name: Two, mute: [Low] }]
          routings:
          - { name: Low, from: [keys], to: [out] }
          - { name: High, from: [keys], to: [out] }
          - { name: Hidden, from: [keys], to: [out], mute: true }

        """

    @Test func savingLeavesOutWhatThePartMutes() throws {
        let it = try Configuration.load(text: PartTests.text).get()
        let stage = Stage(it)
        func names(_ name: String) -> UInt16 { UInt16(it.routingNames.firstIndex(of: name) ?? 0) }
        func saved(_ actions: [Action]) -> SavedStates? {
            for action in actions + [.save] { stage.run(TimedHappening(at: 0, what: .action(action))) }
            return stage.engine.router.takeSaved()?.states
        }
        // As stored, though One mutes High and bypasses Low.
        #expect(saved([]) == SavedStates(muted: 4))
        #expect(!stage.engine.router.status.isModified)
        // By hand, what One says nothing of.
        #expect(saved([.mute(names("Low"), .on)]) == SavedStates(muted: 5))
        // What it says something of stays as stored, and the box as it is.
        #expect(saved([.mute(names("Hidden"), .off), .bypass(names("Low"), .off)]) == SavedStates(muted: 5))
        #expect(stage.engine.router.status.isModified)
        // Two says nothing of Hidden.
        #expect(saved([.nextPart, .mute(names("Hidden"), .off)]) == SavedStates(muted: 1))
    }

    @Test func anEqualPresetKeepsItsPart() throws {
        let stage = Stage(try Configuration.load(text: PartTests.text).get())
        let next = try Configuration.load(text: PartTests.text).get()
        stage.run(TimedHappening(at: 0, what: .action(.nextPart)))
        stage.engine.router.renew(next.plan, preset: 0, insteadOf: 0, keepsAssignments: true, at: 0)
        #expect(stage.engine.router.status.part == 1 && !stage.engine.router.status.isModified)
        stage.adopt(next, at: 0)
        #expect(stage.engine.router.status.part == 0)
    }
}
