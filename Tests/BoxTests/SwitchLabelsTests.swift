import Configuration
import Testing

@testable import Box

/// What the simulator shows beside each footswitch.
@Suite struct SwitchLabelsTests {
    private static let box = """
        treadle: 1
        ports: { keys: { match: k }, out: { match: o } }
        footswitches: { A: { line: "g:1" }, B: { line: "g:2" } }
        assignments:
        - { from: footswitches, controller: switch A, do: { 127: [tap, wait 20 ms, next-preset] } }
        - { from: footswitches, controller: switch B, do: { 127: tap } }
        presets:
        - { name: One }
        - name: Two
          assignments:
          - from: footswitches
            controller: switch A
            conditions: { of: [{ from: footswitches, controller: switch B }] }
            do: { 127: preset "One", 0: panic }
          - { from: footswitches, controller: switch B, also: true, do: { 127: undo } }

        """

    /// A5: of the preset in place of the box's, or beside it. Conditions of assignments are not those of a routing.
    @Test func eachPresetHasItsOwn() throws {
        let configuration = try Configuration.load(text: SwitchLabelsTests.box).get()
        #expect(SwitchLabels(configuration, preset: 0).labels == ["[tap, wait 20 ms, next-preset]", "tap"])
        #expect(SwitchLabels(configuration, preset: 1).labels == ["preset \"One\" / up: panic", "tap, undo"])
        #expect(SwitchLabels(configuration, preset: .none).labels == ["[tap, wait 20 ms, next-preset]", "tap"])
    }

    /// Programs are told each gesture apart.
    @Test func effectsNameTheirGestures() throws {
        let text = SwitchLabelsTests.box.replacing(
            "presets:\n",
            with: """
                - { from: footswitches, controller: switch A long, do: { 127: panic } }
                - { from: footswitches, controller: switch A+B, do: { 127: save } }
                menu: { step: A, choose: B }
                presets:

                """)
        let labels = SwitchLabels(try Configuration.load(text: text).get(), preset: 0)
        #expect(labels.effects[0].map { $0.gesture } == ["press", "long", "+B", "menu"])
        #expect(labels.effects[0].map { $0.text } == ["[tap, wait 20 ms, next-preset]", "panic", "save", "step"])
        #expect(labels.labels[1] == "tap, +A save, menu: choose")
    }
}
