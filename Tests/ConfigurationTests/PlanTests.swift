import Panel
import Plan
import Testing

@testable import Configuration

struct PlanTests {
    @Test func presetsAreAlphabeticalAndSteppedByNumber() throws {
        let it = try loaded(
            """
            treadle: 1
            presets: [{name: zebra, number: 1}, {name: Mango, number: 120, tempo: 99.5}, {name: apple}]
            """)
        let plan = it.plan.pointee
        #expect(it.presetNames == ["apple", "Mango", "zebra"])
        #expect((0..<3).map { plan.presets[$0].number } == [-1, 120, 1])
        #expect((0..<Int(plan.numberedCount)).map { plan.numbered[$0] } == [2, 1])
        #expect(plan.startPreset == 2)
        #expect(plan.presets[1].tempo == 9950 && plan.presets[0].tempo == 0)
        #expect(plan.presets[0].name.count == 5 && plan.presets[0].name.scalars[0] == 97)
    }

    /// P4: the case matters only between otherwise equal names.
    @Test func capitalsCountAsSmallLetters() {
        let names = ["b", "a", "B", "Z1", "z", "ab", "Ab", "aB", "", "A", "é"]
        #expect(names.sorted(by: alphabetically) == ["", "A", "a", "Ab", "aB", "ab", "B", "b", "z", "Z1", "é"])
    }

    @Test(arguments: [
        ("last", "2", StartPreset.last), ("Beta", "Beta", .name("Beta")), ("\"2\"", "2", .name("2")),
        ("on", "on", .name("on")),
    ])
    func boxStartsWith(_ start: String, _ name: String, _ expected: StartPreset) throws {
        // P6: no preset has a number, so `last` falls back to the first by name.
        let it = try loaded(
            "treadle: 1\nstart-preset: \(start)\npresets: [{name: on}, {name: Beta}, {name: Alpha}, {name: \"2\"}]\n")
        #expect(it.box.startPreset == expected)
        #expect(it.name(of: it.plan.pointee.startPreset) == name)
    }

    @Test func boxWithoutPresetsRunsOneThatRoutesNothing() throws {
        let it = try loaded("treadle: 1\n")
        #expect(it.plan.pointee.presets.count == 1)
        #expect(it.plan.pointee.presets[0].routings.count == 0)
        #expect(it.plan.pointee.numberedCount == 0)
        #expect(it.presetNames.count == 1)
    }

    @Test func insertedRoutingsFollowItsOwnAndEachPresetCountsOnce() throws {
        // P4: A inserts B and C, which both insert D.
        let it = try loaded(
            """
            treadle: 1
            ports: {k: {match: k}}
            presets:
            - {name: A, insert: [B, C], routings: [{name: a, from: [k], to: [k]}]}
            - {name: B, insert: [D], routings: [{name: b, from: [k], to: [k], on-load: [{send: program 1}]}]}
            - {name: C, insert: [D], routings: [{name: c, from: [k], to: [k]}]}
            - {name: D, routings: [{name: d, from: [k], to: [k]}]}
            """)
        let preset = it.plan.pointee.presets[0]
        let names = preset.routings.indices.map { it.routingNames[Int(preset.routings[$0].nameNumber)] }
        #expect(names == ["a", "b", "d", "c"])
        #expect(preset.onLoadCount == 1 && preset.onLoad[0].routing == 1)
    }

    @Test func assignmentsAreCompiled() throws {
        let it = try loaded(
            """
            treadle: 1
            ports: {keys: {match: k}}
            input-keyboard: {port: keys, channel: 2}
            footswitches: {A: {line: "g:1"}, B: {line: "g:2"}}
            assignments:
            - {from: footswitches, controller: switch B+A, do: {127: panic, 0: none}}
            - {from: input keyboard, channel: all, controller: pitch-bend 7-bit, do: {64: preset "Q", 1: preset 5}}
            - {from: keys, channel: 16, controller: program, set: preset}
            - {from: keys, controller: note-value, do: {60: toggle-mute "Bass split"}}
            presets: [{name: P, number: 5, routings: [{name: Bass split, from: [keys], to: [keys]}]}, {name: Q}]
            """)
        let assignments = it.plan.pointee.assignments
        func choices(_ index: Int) -> [Action] {
            (0..<Int(assignments[index].choiceCount)).map { assignments[index].choices[$0].action }
        }
        #expect(it.plan.pointee.assignmentCount == 4)
        #expect(assignments[0].source == Source.footswitches)
        #expect(assignments[0].slot == UInt16(ControlInput.contact + 80))
        #expect(choices(0) == [.panic, .none])
        #expect(assignments[1].channels == 2 && assignments[1].coarseInput)
        #expect(choices(1) == [.load(1), .loadNumber(5)])
        #expect(assignments[2].sets == .preset && assignments[2].channels == 0x8000)
        #expect(assignments[3].slot == UInt16(ControlInput.noteValue))
        #expect(choices(3) == [.mute(0, .toggle)])
    }

    @Test func portsAreNumberedInTheOrderOfTheFile() throws {
        let it = try loaded(
            """
            treadle: 1
            name: Stage
            clock: {tempo: 132.25, send-when-stopped: false}
            ports:
              keys: {match: "Key*", direction: in, active-sensing: pass, clock-in: false}
              drums: {usb: "1-1.3", port: 2}
              pads: {serial-number: A1B2}
              din: {uart: /dev/ttyAMA3, running-status: true, notes-off-on-unplug: false}
              daw: {virtual: out}
            """)
        #expect(
            it.box.ports.map { $0.place } == [
                .match("Key*"), .usb(socket: "1-1.3", port: 2), .serialNumber("A1B2", port: 1), .uart("/dev/ttyAMA3"),
                .virtual,
            ])
        #expect(it.box.ports.map { $0.isWire } == [false, false, false, true, false])
        let ports = it.plan.pointee.ports
        #expect(ports[0].receives && !ports[0].sends && ports[0].passesActiveSensing && !ports[0].clockIn)
        #expect(ports[1].receives && ports[1].sends && ports[1].clockIn)
        #expect(ports[3].runningStatus && !ports[3].releasesOnUnplug)
        #expect(!ports[4].receives && ports[4].sends && ports[4].name.count == 3)
        #expect(!ports[5].receives && !ports[5].sends)
        #expect(it.plan.pointee.tempo == 13225 && !it.box.clock.sendWhenStopped)
    }

    @Test func footswitchesAndPanelHaveDefaults() throws {
        let it = try loaded(
            """
            treadle: 1
            footswitches: {A: {line: "gpiochip0:17"}, B: {line: "g:2", active: high, pull: none, long: 1.5 s, led: \
            "g:3"}}
            motion: {chip: adxl345, smoothing: 0.25}
            display: none
            """)
        let (a, b) = (it.box.footswitches[0], it.box.footswitches[1])
        #expect(a.line == GPIOLine(chip: "gpiochip0", line: 17) && a.activeLow && a.pull == .up && a.led == nil)
        #expect([a.debounce, a.long, a.double] == [5_000_000, 500_000_000, 300_000_000])
        #expect(
            !b.activeLow && b.pull == .none && b.long == 1_500_000_000
                && b.led == .line(GPIOLine(chip: "g", line: 3)))
        #expect(it.box.motion?.address == 0x53 && it.box.motion?.smoothing == 250)
        #expect(it.box.display == nil)
    }

    @Test func limitsAgreeWithThePanel() {
        #expect(ControlInput.contacts == PanelLimits.controls && Limits.footswitches == PanelLimits.switches)
    }

    @Test func summaryCountsPortsPresetsAndRoutings() throws {
        let text = try loaded(box("{from: [keys], to: [out]}")).summary
        #expect(text.hasPrefix("Treadle: 4 ports, 1 preset, 0 assignments\n"))
        #expect(text.contains("preset P: 1 routing\n"))
    }
}
