import Testing

@testable import Configuration

/// R19: warnings of messages that are sent twice, and of feedback.
struct DoublesTests {
    private static let head = """
        treadle: 1
        ports:
          keys: {match: k}
          pad: {match: p}
          out: {match: o}
          aux: {match: a}
          module: {match: m, channel: 3}
          daw: {virtual: both}
          seq: {virtual: both}
          tap: {virtual: out}
        input-keyboard: {port: keys, channel: 2}
        footswitches: {A: {line: "g:1"}}
        presets:

        """

    private func reported(_ routings: [String]) -> [String] {
        let text = DoublesTests.head + "- name: P\n  routings:\n" + routings.map { "  - {\($0)}\n" }.joined()
        return diagnostics(text).map { "\($0.line) \($0.severity == .warning ? "" : "error ")\($0.message)" }
    }

    @Test(arguments: [
        ("name: One, from: [keys], to: [out]", "name: Two, from: [pad, keys], to: [aux, out]", "notes"),
        ("from: [keys], to: [out]", "from: [input keyboard], to: [out], restrict: {channel: 2}", "notes"),
        ("from: [keys], to: [module]", "from: [keys], to: [module], channel: 3", "notes"),
        (
            "from: [keys], to: [out], restrict: {notes: 0..60}", "from: [keys], to: [out], restrict: {notes: 60..127}",
            "notes"
        ),
        ("from: [keys], to: [out], notes: {filter: true}", "from: [keys], to: [out], bypass: true", "controllers"),
        (
            "from: [keys], to: [out], notes: {map: {C4: D4}}",
            "from: [keys], to: [out], notes: {map: {E4: none}}, velocity: {curve: {softness: 10}}", "notes"
        ),
        (
            "from: [keys], to: [out], notes: {filter: true}, channel: 2", "from: [keys], to: [out], channel: 2",
            "controllers"
        ),
        ("from: [any], to: [out]", "from: [keys], to: [any]", "notes"),
        ("from: [clock], to: [out]", "from: [clock], to: [out]", "clock"),
        ("from: [clock], to: [out], clock: {divide: 2}", "from: [clock], to: [out]", "start and stop"),
        (
            "from: [footswitches], to: [out], controllers: {remap: [{from: switch A, to: cc 64}]}",
            "from: [footswitches], to: [out], controllers: {remap: [{from: switch A, to: cc 64}]}, channel: 1",
            "the output of a remap"
        ),
    ])
    func doubledMessagesAreWarnedOf(_ one: String, _ two: String, _ what: String) {
        let reported = reported([one, two])
        #expect(reported.count == 1 && reported[0].contains("both send \(what) from"))
        #expect(reported.first?.hasPrefix("17 ") == true)
    }

    @Test(arguments: [
        // Sources, destinations, channels, notes, velocities or message kinds have nothing in common.
        ("from: [keys], to: [out]", "from: [pad], to: [out]"),
        ("from: [keys], to: [out]", "from: [keys], to: [aux]"),
        ("from: [keys], to: [out], restrict: {channel: 1}", "from: [keys], to: [out], restrict: {channel: 2}"),
        ("from: [keys], to: [out], restrict: {channel: 1}", "from: [input keyboard], to: [out]"),
        ("from: [keys], to: [out], restrict: {notes: 0..59}", "from: [keys], to: [out], restrict: {notes: 60..127}"),
        (
            "from: [keys], to: [out], restrict: {velocities: 1..63}",
            "from: [keys], to: [out], restrict: {velocities: 64..127}"
        ),
        ("from: [keys], to: [out], channel: 1", "from: [keys], to: [out], channel: 2"),
        ("from: [keys], to: [out]", "from: [keys], to: [out], notes: {shift: 12}"),
        ("from: [keys], to: [out], velocity: {fixed: 1}", "from: [keys], to: [out], velocity: {fixed: 2}"),
        ("from: [keys], to: [out], notes: {filter: true}", "from: [keys], to: [out], controllers: {filter: true}"),
        // Mutes and conditions decide which of the two runs.
        ("from: [keys], to: [out]", "from: [keys], to: [out], mute: true"),
        (
            "from: [keys], to: [out]",
            "from: [keys], to: [out], restrict: {conditions: {of: [{from: pad, controller: cc 1}]}}"
        ),
        (
            "from: [footswitches], to: [out], controllers: {remap: [{from: switch A, to: cc 64}]}",
            "from: [footswitches], to: [out], controllers: {remap: [{from: switch A, to: cc 66}]}"
        ),
        (
            "from: [clock], to: [out], system: {filter: {start-stop: true}}",
            "from: [clock], to: [out], clock: {filter: true}"
        ),
    ])
    func separateRoutingsAreNotWarnedOf(_ one: String, _ two: String) {
        #expect(reported([one, two]) == [])
    }

    @Test func warningNamesBothRoutingsAndTheirPlaces() {
        #expect(
            reported(["name: One, from: [keys], to: [out]", "from: [keys], to: [out]"]) == [
                "17 `One`, at box.yaml:16:5, and routing 2 both send notes from `keys` to `out`, which gets them twice"
            ])
    }

    /// P4: a double with an inserted routing is reported at the `insert`, a double within the inserted preset in that
    /// preset.
    @Test func insertedRoutingsAreComparedToo() {
        let text =
            DoublesTests.head + """
                - name: P
                  insert: [Q]
                  routings: [{name: One, from: [keys], to: [out]}]
                - name: Q
                  routings:
                  - {name: Two, from: [keys], to: [out]}
                  - {name: Three, from: [pad], to: [out]}
                  - {name: Four, from: [pad], to: [out]}
                """
        let reported = diagnostics(text)
        #expect(reported.map { "\($0.line):\($0.column)" } == ["15:12", "21:5"])
        #expect(reported[0].message.hasPrefix("`One`, at box.yaml:16:14, and `Two` both send notes"))
        #expect(reported[1].message.hasPrefix("`Three`, at box.yaml:20:5, and `Four` both send notes"))
    }

    @Test(arguments: [
        (["from: [daw], to: [daw]"], "16 routing 1 makes feedback through `daw`: messages sent there may come back"),
        (
            ["from: [any], to: [any]"],
            "16 routing 1 makes feedback through `daw` and `seq`: messages sent there may come back"
        ),
        (
            ["name: There, from: [daw], to: [out, seq]", "name: Back, from: [keys, seq], to: [daw]"],
            "17 `Back` and `There` make feedback through `daw` and `seq`: messages sent there may come back"
        ),
        (["from: [daw], to: [seq]"], ""), (["from: [daw], to: [tap]"], ""),
        // A hardware port closes no path.
        (["from: [daw], to: [keys]", "from: [keys], to: [daw]"], ""), (["from: [keys], to: [keys]"], ""),
        (["from: [daw], to: [daw], mute: true"], ""),
    ])
    func ringsOfVirtualPortsAreWarnedOf(_ routings: [String], _ warning: String) {
        #expect(reported(routings) == (warning.isEmpty ? [] : [warning]))
    }

    @Test func warningsAreCounted() throws {
        let text = DoublesTests.head + "- {name: P, routings: [{from: [daw], to: [daw]}]}\n"
        #expect(try loaded(text).summary.hasPrefix("Treadle: 8 ports, 1 preset, 0 assignments, 1 warning\n"))
    }
}
