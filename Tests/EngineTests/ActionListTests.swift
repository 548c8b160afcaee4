import Configuration
import StageSupport
import Testing

/// Lists of actions over a reload (A4), and what the display shows of switches (D2).
@Suite struct ActionListTests {
    private static func box(program: Int) -> String {
        """
        treadle: 1
        ports: { out: { match: o, direction: out } }
        display: { chip: hd44780, columns: 20, rows: 4 }
        footswitches: { A: { line: "g:1" }, B: { line: "g:2" }, C: { line: "g:3" }, D: { line: "g:4" } }
        clock: { send-when-stopped: false }
        assignments:
        - from: footswitches
          controller: switch A
          do: { 127: [send "out" key C4 = 100, wait 100 ms, send "out" program \(program), send "out" key C4 = 0] }
        - { from: footswitches, controller: switch B, do: { 127: preset "Two" } }
        presets:
        - { name: One, number: 1 }
        - name: Two
          assignments:
          - { from: footswitches, controller: switch A, do: { 127: [wait 5 ms, preset 1] } }
          - { from: footswitches, controller: switch B, do: { 127: none, 0: mute "Way" } }
          routings:
          - name: Way
            from: [footswitches]
            to: [out]
            controllers: { remap: [{ from: switch C, to: cc 1 }] }

        """
    }

    private func load(program: Int) throws -> CompiledConfiguration {
        try Configuration.load(text: ActionListTests.box(program: program)).get()
    }

    private let press = TimedHappening(at: 1_000_000_000, what: .contact(0, true))
    private let later = TimedHappening(at: 2_000_000_000, what: .contact(0, false))

    private func bytes(_ sent: [Stage.Sent]) -> [[UInt8]] { sent.map { $0.bytes } }

    @Test func aReloadThatChangesNothingLeavesAListThatWaits() throws {
        let stage = Stage(try load(program: 1))
        stage.run(press)
        stage.renew(try load(program: 1), at: 1_050_000_000)
        #expect(bytes(stage.run([later])) == [[0x90, 60, 100], [0xC0, 1], [0x80, 60, 0x40]])
    }

    @Test func anotherConfigurationEndsAListThatWaits() throws {
        let stage = Stage(try load(program: 1))
        stage.run(press)
        stage.adopt(try load(program: 2), at: 1_050_000_000)
        #expect(bytes(stage.run([later])) == [[0x90, 60, 100], [0x80, 60, 0x40]])
    }

    /// From a load with a footswitch down until all are up.
    @Test func switchesAreShownWhileOneIsHeldAfterALoad() throws {
        let stage = Stage(try load(program: 1))
        var labels: [String] {
            let state = stage.engine.displayState
            return (0..<state.switchCount).map { index in
                let text = state.switches[index]
                return String(String.UnicodeScalarView((0..<text.count).compactMap { Unicode.Scalar(text[$0]) }))
            }
        }
        func contact(_ index: Int, _ down: Bool, at milliseconds: UInt64) {
            stage.run(TimedHappening(at: milliseconds * 1_000_000, what: .contact(index, down)))
        }
        contact(3, true, at: 100)
        #expect(labels.isEmpty)
        contact(1, true, at: 200)
        #expect(labels == ["A One", "B mute Way", "C Way"])
        contact(1, false, at: 300)
        #expect(!labels.isEmpty)
        contact(3, false, at: 400)
        #expect(labels.isEmpty)
        // A list loads while its switch is held.
        contact(0, true, at: 500)
        contact(3, true, at: 550)
        #expect(labels.first == "A out key ")
        contact(0, false, at: 600)
        contact(3, false, at: 650)
        #expect(stage.engine.router.status.preset == 0 && labels.isEmpty)
    }
}
