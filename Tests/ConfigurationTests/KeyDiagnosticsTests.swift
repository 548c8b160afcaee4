import Testing

@testable import Configuration

/// Every key of the language, with a value of the wrong type; unknown and duplicate keys in every mapping; other values
/// in place of a mapping. Ranges and keys that exclude each other are tested with the key's own part.
struct KeyDiagnosticsTests {
    /// Keys whose value is a word or number; `%` stands for the value.
    private static let scalars: [(Marked.Frame, [String])] = [
        (
            .box,
            [
                "treadle: %\n", "treadle: 1\nname: %\n", "treadle: 1\nmiddle-c: %\n", "treadle: 1\nnote-names: %\n",
                "treadle: 1\ntranspose: %\n",
                "treadle: 1\nstart-preset: %\n", "treadle: 1\nmotion: {chip: %}\n",
                "treadle: 1\nmotion: {chip: lis3dh, bus: %}\n", "treadle: 1\nmotion: {chip: lis3dh, address: %}\n",
                "treadle: 1\nmotion: {chip: lis3dh, rate: %}\n", "treadle: 1\nmotion: {chip: lis3dh, smoothing: %}\n",
                "treadle: 1\nnetwork: {name: %}\n", "treadle: 1\nnetwork: {address: %}\n",
                "treadle: 1\nnetwork: {rtp-midi: {port: %}}\n", "treadle: 1\nnetwork: {rtp-midi: {accept: %}}\n",
                "treadle: 1\nvariables: {a: {range: %}}\n", "treadle: 1\nvariables: {a: {start: %}}\n",
                "treadle: 1\nvariables: {a: {keep: %}}\n", "treadle: 1\ndisplay: {chip: %}\n",
                "treadle: 1\ndisplay: {chip: hd44780, bus: %}\n",
                "treadle: 1\ndisplay: {chip: hd44780, address: %}\n",
                "treadle: 1\ndisplay: {chip: hd44780, columns: %}\n",
                "treadle: 1\ndisplay: {chip: hd44780, rows: %}\n",
                "treadle: 1\nports: {k: {match: k}}\ninput-keyboard: {port: k, channel: %}\n",
            ]
        ),
        (
            .port,
            [
                "match: %", "usb: %", "usb: a, port: %", "serial-number: %", "serial-number: a, port: %", "uart: %",
                "virtual: %", "network: %", "network: a, initiate: %", "network: a, buffer: %",
                "match: a, direction: %", "match: a, channel: %", "match: a, active-sensing: %",
                "match: a, clock-in: %", "match: a, notes-off-on-unplug: %",
                "match: a, low-half-first: %", "match: a, running-status: %",
            ]
        ),
        (.clock, ["tempo: %", "source: %", "taps: %", "tap-timeout: %", "send-when-stopped: %"]),
        (
            .footswitch,
            [
                "line: %", "line: \"g:1\", active: %", "line: \"g:1\", pull: %", "line: \"g:1\", debounce: %",
                "line: \"g:1\", long: %", "line: \"g:1\", double: %", "line: \"g:1\", led: %",
                "line: \"g:1\", led: \"g:2\", lit: {variable: %}",
            ]
        ),
        (.preset, ["name: %", "name: P, number: %", "name: P, tempo: %", "name: P, transpose: %"]),
        (
            .routing,
            [
                "name: %", "restrict: {channel: %}", "restrict: {notes: %}", "restrict: {velocities: %}",
                "notes: {filter: %}", "notes: {shift: %}", "notes: {length: %}", "notes: {map: {C4: %}}",
                "notes: {map-tones: {C: %}}", "transpose: %",
                "velocity: {fixed: %}", "velocity: {curve: {softness: %}}", "velocity: {curve: {dynamics: %}}",
                "velocity: {linear: {in: %}}", "velocity: {linear: {out: %}}", "velocity: {offset: %}",
                "velocity: {limit: %}",
                "velocity: {curve: {cutoff: %}}", "controllers: {filter: %}", "controllers: {pick-up: %}",
                "pressure: {filter: %}",
                "clock: {filter: %}", "clock: {divide: %}", "clock: {multiply: %}", "system: {filter: {start-stop: %}}",
                "system: {filter: {song-position: %}}", "system: {filter: {sysex: %}}",
                "system: {filter: {time-code: %}}", "system: {start-as-continue: %}", "channel: %", "bypass: %",
                "mute: %", "restrict: {conditions: {match: %}}",
            ]
        ),
        (
            .remap,
            [
                "from: %, to: cc 2", "from: cc 1, to: %", "from: cc 1, filter: %, to: cc 2",
                "from: cc 1, to: cc 2, mode: %", "from: cc 1, to: cc 2, mode: latch, trigger: %",
                "from: cc 1, to: cc 2, mode: latch, edge: %", "from: cc 1, to: cc 2, mode: increment, by: %",
                "from: cc 1, to: cc 2, mode: increment, start: %", "from: cc 1, to: cc 2, mode: increment, end: %",
                "from: cc 1, to: cc 2, mode: increment, wrap: %",
                "from: cc 1, to: cc 2, mode: latch, rearm: %", "from: cc 1, to: cc 2, pick-up: %",
                "from: cc 1, to: cc 2, repeats: %", "from: cc 1, to: cc 2, settle: %",
                "from: cc 1, to: cc 2, mode: increment, decrement: %", "from: cc 1, to: cc 2, channel: %",
                "from: cc 1, to: program, bank: %", "from: cc 1, to: cc 2, linear: {in: %}",
                "from: cc 1, to: cc 2, linear: {out: %}",
            ]
        ),
        (
            .condition,
            [
                "from: keys, controller: %", "from: keys, controller: cc 1, channel: %",
                "from: keys, controller: cc 1, mode: %", "from: keys, controller: cc 1, trigger: %",
                "from: keys, controller: cc 1, edge: %", "from: keys, controller: cc 1, by: %",
                "from: keys, controller: cc 1, start: %", "from: keys, controller: cc 1, end: %",
                "from: keys, controller: cc 1, mode: latch, rearm: %", "from: keys, controller: cc 1, settle: %",
                "from: keys, controller: cc 1, wrap: %", "from: keys, controller: cc 1, decrement: %",
                "from: keys, controller: cc 1, require: %", "from: keys, controller: note-value, notes: %",
                "from: keys, controller: note-value, velocities: %",
            ]
        ),
        (
            .assignment,
            [
                "from: keys, controller: %, set: preset", "from: keys, controller: cc 1, channel: %, set: preset",
                "from: keys, controller: cc 1, set: %", "from: keys, controller: cc 1, do: {1: %}",
                "from: keys, controller: cc 1, set: tempo, linear: {in: %}",
                "from: keys, controller: cc 1, set: tempo, linear: {out: %}",
                "from: keys, controller: cc 1, set: transpose, linear: {in: %}",
                "from: keys, controller: cc 1, set: transpose, linear: {out: %}",
                "from: keys, controller: cc 1, set: preset, mode: %",
                "from: keys, controller: cc 1, set: preset, mode: latch, trigger: %",
                "from: keys, controller: cc 1, set: preset, mode: latch, edge: %",
                "from: keys, controller: cc 1, set: preset, mode: increment, by: %",
                "from: keys, controller: cc 1, set: preset, mode: increment, start: %",
                "from: keys, controller: cc 1, set: preset, mode: increment, end: %",
                "from: keys, controller: cc 1, set: preset, mode: latch, rearm: %",
                "from: keys, controller: cc 1, set: preset, settle: %",
                "from: keys, controller: cc 1, set: preset, mode: increment, wrap: %",
                "from: keys, controller: cc 1, set: preset, mode: increment, decrement: %",
            ]
        ),
        (.onLoad, ["send: %", "send: program 1, delay: %", "send: program 1, channel: %"]),
        (
            .preset,
            ["name: P, on-load: [{to: out, send: %}]", "name: P, on-load: [{to: out, send: program 1, delay: %}]"]
        ),
    ]

    @Test(arguments: [
        ("§[]", "is a list; it must be "), ("§{a: 1}", "is a mapping; it must be "), ("§\"\"", "is ``; it must be "),
    ])
    func valueOfTheWrongTypeIsReportedAtTheValue(_ value: String, _ part: String) {
        for (frame, texts) in KeyDiagnosticsTests.scalars {
            for text in texts {
                // The key before `%` has the wrong value.
                let key = text.prefix(upTo: text.firstIndex(of: "%") ?? text.endIndex).split { " {,\n".contains($0) }
                    .last
                let reported = "`\(key.map { $0.dropLast() } ?? "")` " + part
                Marked(frame, text.replacing("%", with: value), reported).check()
            }
        }
    }

    /// Mappings: the text before an entry, the entry, and the text after it.
    private static let mappings: [(Marked.Frame, String, String, String)] = [
        (.box, "treadle: 1\nports: {k: {match: k}}\ninput-keyboard: {", "port: k", "}\n"),
        (.box, "treadle: 1\nmotion: {", "chip: lis3dh", "}\n"), (.box, "treadle: 1\ndisplay: {", "chip: none", "}\n"),
        (.box, "treadle: 1\nnetwork: {", "address: dhcp", "}\n"),
        (.box, "treadle: 1\nnetwork: {rtp-midi: {", "port: 5004", "}}\n"), (.port, "", "network: a", ""),
        (.port, "", "match: a", ""), (.clock, "", "tempo: 100", ""), (.footswitch, "", "line: \"g:1\"", ""),
        (.preset, "", "name: P", ""), (.preset, "name: P, parts: [{", "name: A", "}]"),
        (.preset, "name: P, on-load: [{to: out, ", "send: program 1", "}]"),
        (.routing, "", "mute: true", ""), (.routing, "restrict: {", "channel: 1", "}"),
        (.routing, "notes: {", "shift: 1", "}"), (.routing, "velocity: {", "fixed: 9", "}"),
        (.routing, "velocity: {linear: {", "in: 1..9", "}}"), (.routing, "velocity: {", "offset: 9", "}"),
        (.routing, "velocity: {curve: {", "cutoff: 9", "}}"), (.routing, "controllers: {", "filter: true", "}"),
        (.routing, "pressure: {", "filter: true", "}"), (.routing, "clock: {", "divide: 2", "}"),
        (.routing, "system: {", "start-as-continue: true", "}"), (.routing, "system: {filter: {", "sysex: true", "}}"),
        (.routing, "restrict: {conditions: {", "match: any", "}}"), (.remap, "from: cc 1, ", "to: cc 2", ""),
        (.remap, "from: cc 1, to: cc 2, linear: {", "in: 0..1", "}"),
        (.condition, "from: keys, ", "controller: cc 1", ""),
        (.assignment, "from: keys, controller: cc 1, ", "set: preset", ""), (.onLoad, "", "send: program 1", ""),
    ]

    @Test func unknownOrDuplicateKeyIsReportedAtTheKey() {
        for (frame, before, entry, behind) in KeyDiagnosticsTests.mappings {
            Marked(frame, before + entry + ", §nonsense: 1" + behind, "`nonsense` is not a key of").check()
            Marked(frame, before + entry + ", §" + entry + behind, "appears twice here; the first is in line").check()
        }
    }

    @Test(arguments: [
        Marked(.box, "treadle: 1\nports: {k: §x}\n", "port `k` is `x`", "{ match: \"Keystation*\" }"),
        Marked(.box, "treadle: 1\ninput-keyboard: §keys\n", "the input keyboard is `keys`; it must be a mapping"),
        Marked(.box, "treadle: 1\nclock: §120\n", "such as { tempo: 120 }"),
        Marked(.box, "treadle: 1\nfootswitches: {A: §17}\n", "such as { line: \"gpiochip0:17\" }"),
        Marked(.box, "treadle: 1\nfootswitches: §[]\n", "a mapping of names"),
        Marked(.box, "treadle: 1\nvariables: {a: §[]}\n", "variable `a` is a list; it must be a mapping"),
        Marked(.box, "treadle: 1\nmotion: §lis3dh\n", "such as { chip: lis3dh }"),
        Marked(.box, "treadle: 1\ndisplay: §hd44780\n", "such as { chip: hd44780 }"),
        Marked(.box, "treadle: 1\npresets: [§Verse]\n", "a preset is `Verse`; it must be a mapping"),
        Marked(.routing, "notes: §-12", "such as { shift: -12 }"),
        Marked(.routing, "velocity: §90", "such as { fixed: 90 }"),
        Marked(.routing, "velocity: {curve: §30}", "such as { softness: 30 }"),
        Marked(.routing, "controllers: §[]", "`controllers` is a list; it must be a mapping"),
        Marked(.routing, "controllers: {remap: [§cc 1]}", "such as { from: cc 1, to: cc 74 }"),
        Marked(.routing, "pressure: §true", "such as { filter: true }"),
        Marked(.routing, "clock: §4", "such as { divide: 4 }"),
        Marked(.routing, "system: §sysex", "such as { filter: { sysex: true } }"),
        Marked(.routing, "restrict: {conditions: {of: [§sustain]}}", "such as { controller: cc sustain }"),
        Marked(.routing, "on-load: [§program 12]", "such as { send: program 12 }"),
    ])
    func valueInPlaceOfAMappingGetsAnExample(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(.routing, "notes: {shift: §1.5}", "semitones -127..127, without decimals"),
        Marked(.preset, "name: P, number: §1.5", "0..127, without decimals"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, by: §-0.5", "-127..127, without decimals"),
        Marked(.routing, "clock: {divide: §2.0}", "1..24, without decimals"),
        Marked(.port, "usb: a, port: §33", "1..32"),
        Marked(.box, "treadle: 1\nmiddle-c: §4.5\n", "3..5, without decimals"),
    ])
    func numbersAreWhole(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(
            .box, "treadle: 1\nports: {§motion: {match: x}, §footswitches: {match: x}}\n",
            "is reserved", "is reserved"),
        Marked(.box, "treadle: 1\nports: {§\"\": {match: x}}\n", "cannot be empty"),
        Marked(.box, "treadle: 1\nports: {k: {match: a}, §k: {match: b}}\n", "appears twice here"),
        Marked(
            .box, "treadle: 1\nfootswitches: {§A+B: {line: \"g:1\"}, §\"\": {line: \"g:2\"}}\n",
            "one word", "one word"),
        Marked(.footswitch, "line: §\":5\"", "a GPIO line"), Marked(.footswitch, "line: §\"g:1024\"", "a GPIO line"),
        Marked(.box, "treadle: 1\nstart-preset: §\"5\"\npresets: [{name: A}]\n", "no preset has the number 5"),
        Marked(.routing, "channel: §17", "a channel 1..16, or keep"),
        Marked(.onLoad, "send: §foo = 3", "`send` is `foo = 3`; before its `=` there must be a controller"),
        Marked(.onLoad, "send: §cc modulaton = 3", "before its `=` there must be cc", "did you mean `modulation`?"),
        Marked(.preset, "name: A, insert: [§B]}\n- {name: B, insert: [§C]}\n- {name: C, insert: [§A]", "in a circle"),
        Marked(.preset, "name: A, insert: [§Comon]}\n- {name: Common", "did you mean `Common`?"),
        Marked(.preset, "name: P, routings: [§{to: [out]}]", "a routing needs `from`"),
        Marked(.routing, "notes: {§transpose: 12}", "there are `filter`, `shift`, `length`, `hold`, `map` and"),
        Marked(
            .preset, "name: P, routings: [{from: [§synth], to: [§synth]}]", "`synth`; there are",
            "`keys`, `module` and `out`"),
        Marked(.assignment, "from: footswitches, controller: §switch D, set: preset", "there are `A` and `B`"),
        Marked(.assignment, "from: footswitches, controller: §A, set: preset", "did you mean `switch A`?"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §preset \"Q\"}", "there is `P`"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §mute \"Q\"}", "`Q`; there are none"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §next preset}", "did you mean `next-preset`?"),
        Marked(.remap, "from: §modulation, to: §expression", "mean `cc modulation`?", "mean `cc expression`?"),
        Marked(.remap, "from: §wheel, to: cc 1", "a controller, such as cc 11"),
        Marked(.remap, "from: §pitch bend, to: §cc7", "mean `pitch-bend`?", "mean `cc 7`?"),
        Marked(.remap, "from: §aftertouch, to: cc 1", "mean `channel-pressure`?"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, list: §[127]", "`list` has 1 value;"),
    ])
    func otherFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    /// Keys that belong elsewhere are refused with the place where they belong.
    @Test(arguments: [
        Marked(.box, "treadle: 1\n§wifi: {name: Home}\n", "`wifi` is not a key here; it is a key of `network`"),
        Marked(.box, "treadle: 1\n§web: {port: 80}\n", "`web` is not a key here; `network: { http: {} }` switches"),
        Marked(.box, "treadle: 1\nnetwork: {§bluetooth: on, §web: on}\n", "`bluetooth` is not", "`web` is not"),
        Marked(.port, "match: a, §wifi: Home", "`wifi` is not a key here; it is a key of `network`"),
        Marked(.box, "treadle: 1\n§wi-fi: {name: Home}\n", "`wi-fi` is not a key of the box file"),
    ])
    func keyThatBelongsElsewhereIsRefusedByName(_ marked: Marked) { marked.check() }

    private func lines(_ count: Int, _ value: String = "1") -> String { String(repeating: value + "\n", count: count) }

    /// Lists of notes, velocities, controllers and `when`: too short, too long, missing, or with an invalid line.
    @Test func faultOfAListIsReportedForEveryKeyThatTakesOne() {
        let keys: [(Marked.Frame, String)] = [
            (.routing, "notes: {map: §l.txt}"), (.routing, "velocity: {list: §l.txt}"),
            (.remap, "from: cc 1, to: cc 2, list: §l.txt"), (.condition, "from: keys, controller: cc 1, when: §l.txt"),
        ]
        for (frame, text) in keys {
            Marked(frame, text, "has 127 lines; it needs 128").check(files: ["l.txt": lines(127)])
            Marked(frame, text, "has 129 lines; values beyond 128 are cut off").check(files: ["l.txt": lines(129)])
            Marked(frame, text, "the list `l.txt` cannot be read: No such file").check()
            Marked(frame, text.replacing("§", with: "")).check(
                reporting: "l.txt:3:1", "`x` is not a whole number", files: ["l.txt": "1\n1\nx\n" + lines(125)])
            Marked(frame, text.replacing("l.txt", with: "[1, 1]"), "has 2 values; it needs 128").check()
            Marked(frame, text.replacing("§l.txt", with: "[1, §x]"), "`x`; it must be a number").check()
        }
    }

    @Test func numberOutsideItsRangeIsReportedInTheListFile() {
        for (frame, text, range) in [
            (.routing, "velocity: {list: l.txt}", "0..127"), (.remap, "from: cc 1, to: cc 2, list: l.txt", "0..127"),
            (.remap, "from: cc 1, to: pitch-bend, list: l.txt", "0..16383"),
            (.condition, "from: keys, controller: cc 1, when: l.txt", "0..1"),
        ] as [(Marked.Frame, String, String)] {
            Marked(frame, text).check(
                reporting: "l.txt:2:1", "`20000`; it must be a number \(range)",
                files: ["l.txt": "1\n20000\n" + lines(126)])
        }
    }
}
