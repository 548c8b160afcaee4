import TestSupport

/// A box of several presets over everything that is built.
///
/// Controllers that a remap leads to a pedal, a bend, a pressure or a key rest where they do: `cc 1`, `cc 3`, channel
/// pressure, program, the switch, keys, `cc 20/52` and both RPN at 0, `cc 21/53` and the NRPN in the centre, `cc 2` at
/// 64, the tilt straight down. Otherwise what hangs would be what was asked for. What is played by `note-value` rests
/// in the last preset, which routes nothing.
package struct RandomBox {
    /// Ports in the order of the box: three inputs, three outputs.
    package static let inputs = ["keys", "pad", "mute-box"]
    package static let outputs = ["out", "aux", "din"]
    package static let presets = 4
    package static let names = ["One", "Two", "Three"]

    package let text: String

    /// - Parameter groups: what `keys`, `pad` and `out` say of their groups (U6).
    package init(_ random: inout SplitMix, groups: [String] = ["", "", ""]) {
        var lines = [
            "treadle: 1", "ports:",
            "  keys: { match: k, direction: in\(groups[0]) }",
            "  pad: { match: p, direction: in\(groups[1]), notes-off-on-unplug: \(random.chance(50)) }",
            "  mute-box: { match: m, direction: in, active-sensing: \(random.pick(["drop", "pass"])) }",
            "  out: { match: o, direction: out\(random.pick(["", ", channel: 3"]))\(groups[2]) }",
            "  aux: { \(random.pick(["match: a", "network: Mac"])), direction: out }",
            "  din: { uart: /dev/ttyAMA3, direction: out }",
            "input-keyboard: { port: \(random.pick(["keys", "pad"])), channel: \(random.pick(["all", "1", "2"])) }",
            "footswitches:", "  A: { line: \"g:1\", led: \"g:3\", lit: { variable: amp, when: \">= 50\" } }",
            "  B: { line: \"g:2\" }",
            "motion: { chip: lis3dh, bus: /dev/i2c-1, address: 0x18, rate: 100, smoothing: 0 }",
            "clock: { send-when-stopped: false }", "transpose: \(random.pick([0, 0, 2, -48]))",
            "variables: { amp: { range: 0..60, start: 50 }, solo: {} }",
            random.pick([
                "setlist: { One: [P1, P0, P1], Two: [] }", "setlist: { One: [P0, P2, P0, P3], Two: [P3, P1] }",
            ]),
            "assignments:",
            "- { from: footswitches, controller: switch B, do: { 127: \(random.pick(["next-preset", "panic"])) } }",
            "- { from: pad, controller: program, set: preset }",
            "- { from: pad, controller: [cc 20, cc 21], mode: increment, do: { 0..20: none, 21: panic } }",
            "- { from: pad, controller: cc 66, settle: 30 ms, do: { 127: next-preset } }",
            "- { from: keys, controller: key 60, do: { 127: \(RandomBox.actions(&random)) } }",
            "- from: footswitches", "  controller: switch A",
            "  do: { 127: amp \(random.pick(["+7", "-20"])), 0: toggle solo }",
            "- { from: variables, controller: variable solo, do: { 1: set amp 49, 0: amp +1 } }",
            "- { from: variables, controller: variable amp, do: { 49: toggle solo, 50: next-preset } }",
            "- { from: pad, controller: 'message \"FA\"', do: { 127: previous-preset } }", "presets:",
        ]
        for number in 0..<RandomBox.presets {
            lines.append("- name: P\(number)")
            lines.append("  number: \(number)")
            if random.chance(20) { lines.append("  transpose: \(random.below(97) - 48)") }
            if random.chance(40) {
                let sent = random.pick(["cc 7 = 99", "key 62 = 100", "note-value = 63"])
                lines.append("  on-load: [{ to: aux, send: program 1 }, { to: out, send: \(sent), delay: 20 ms }]")
            }
            if random.chance(30) {
                let sent = random.pick(["cc 7 = 1", "key 62 = 0", "cc 64 = 0"])
                lines.append("  on-leave: [{ to: aux, send: \(sent), also-at-end: true }, wait 20 ms,")
                lines.append("    { to: out, send: program 2, delay: \(random.below(80)) ms }]")
            }
            if random.chance(30) {
                let also = random.pick(["", ", also: true"])
                let list = RandomBox.actions(&random)
                lines.append("  assignments:")
                lines.append("  - { from: keys, controller: key 60\(also), do: { 127: \(list), 0: tap } }")
                lines.append("  - { from: footswitches, controller: switch B, do: { 127: next-preset, 0: tempo +1 } }")
                lines.append("  - { from: variables, controller: variable amp, do: { 49: tap, 50..55: solo +1 } }")
            }
            var routings: [String] = []
            for _ in 0...random.below(3) { routings += RandomBox.routing(&random).map { "  " + $0 } }
            lines += RandomBox.parts(&random, of: RandomBox.names.filter { routings.contains("    name: \($0)") })
            lines.append("  routings:")
            lines += routings
        }
        lines.append("- { name: Q, routings: [] }")
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func some(_ values: [String], _ random: inout SplitMix) -> String {
        var chosen = values.filter { _ in random.chance(50) }
        if chosen.isEmpty { chosen = [random.pick(values)] }
        return "[\(chosen.joined(separator: ", "))]"
    }

    /// Actions that wait (A4), and end what they begin.
    private static func actions(_ random: inout SplitMix) -> String {
        let between = random.pick(["next-preset", "tap", "wait 20 ms", "next-part"])
        let (on, off) = random.pick([("cc 64 = 127", "cc 64 = 0"), ("key 66 = 100", "key 66 = 0")])
        let wait = "wait \(1 + random.below(80)) ms"
        return "[send \"out\" \(on), \(wait), \(between), send \"out\" \(off)]"
    }

    private static func parts(_ random: inout SplitMix, of names: [String]) -> [String] {
        if names.isEmpty || random.chance(40) { return [] }
        return ["  parts:"]
            + (0...random.below(3)).map { part in
                let (mute, bypass) = (some(names, &random), some(names, &random))
                let sent = random.pick(["program 7", "key 65 = 90", "note-value = 67"])
                let send = random.chance(30) ? "send: [{ to: out, send: \(sent), delay: 10 ms }], " : ""
                return "  - { name: Part \(part), \(send)"
                    + random.pick(["mute: \(mute) }", "bypass: \(bypass) }", "mute: \(mute), bypass: \(bypass) }"])
            }
    }

    private static func routing(_ random: inout SplitMix) -> [String] {
        let sources = random.chance(10) ? ["any"] : inputs + ["input keyboard"]
        var lines = ["- from: " + some(sources + ["footswitches", "motion", "variables"], &random)]
        lines.append("  to: " + (random.chance(10) ? "[any]" : some(outputs, &random)))
        if random.chance(60) { lines.append("  name: " + random.pick(names)) }
        if random.chance(50) { lines.append("  restrict: " + restriction(&random)) }
        if random.chance(40) { lines.append("  notes: " + notes(&random)) }
        if random.chance(15) { lines.append("  transpose: false") }
        if random.chance(30) { lines.append("  velocity: " + velocity(&random)) }
        if random.chance(15) { lines.append("  pressure: { filter: true }") }
        if random.chance(15) { lines.append("  system: { filter: { sysex: true } }") }
        if random.chance(30) { lines.append("  channel: \(1 + random.below(3))") }
        if random.chance(10) { lines.append("  mute: true") }
        if random.chance(10) { lines.append("  bypass: true") }
        if random.chance(20) {
            let sent = random.pick(["cc 7 = 100", "key 60 = 100", "note-value = 61", "'message \"90 3E 64\"'"])
            let others = "{ send: position of cc 66, delay: 9 ms }, { send: program 3 }"
            lines.append("  on-load: [{ send: \(sent), delay: \(random.below(50)) ms }, \(others)]")
            lines.append("  on-leave: [{ send: cc 8 = 0 }, { send: program 9, delay: \(random.below(100)) ms }]")
        }
        if random.chance(20) { lines.append("  positions: [cc 64, pitch-bend, cc 1, cc 20/52]") }
        if random.chance(50) { lines += controllers(&random) }
        return lines
    }

    private static func restriction(_ random: inout SplitMix) -> String {
        let channel = random.pick(["all", "1", "2", "1..2", "[2, 4..9]"])
        let low = random.below(64)
        let ranges = "notes: \(low)..\(low + random.below(64)), velocities: \(1 + random.below(40))..127"
        if random.chance(20) { return "{ channel: \(channel), only: [notes, cc 1, cc 64, pitch-bend, cc 20/52] }" }
        if random.chance(50) { return "{ channel: \(channel), \(ranges) }" }
        return "{ channel: \(channel), conditions: \(conditions(&random, depth: 1)) }"
    }

    /// Up to four deep, at most 30, over what the evening plays.
    private static func conditions(_ random: inout SplitMix, depth: Int) -> String {
        let of = (0...random.below(2)).map { _ in condition(&random, depth: depth) }.joined(separator: ", ")
        return "{ match: \(random.pick(["all", "any", "one"])), of: [\(of)] }"
    }

    private static func condition(_ random: inout SplitMix, depth: Int) -> String {
        var text = random.pick([
            "from: keys, controller: cc 1", "from: pad, controller: cc 64", "from: pad, controller: pitch-bend",
            "controller: note-value, notes: 56..62", "from: keys, controller: note-velocity",
            "from: pad, controller: key 60", "from: footswitches, controller: switch A", "controller: program",
            "from: motion, controller: motion y", "from: mute-box, controller: channel-pressure",
            "from: keys, controller: cc 20/52", "from: pad, controller: rpn 0/1",
            "from: keys, controller: nrpn 1/8 14-bit", "from: keys, controller: 'message \"F0 7D 0[CH] [MSB] F7\"'",
            "from: pad, controller: 'message \"9[CH] [**] [MSB]\"'",
            "from: keys, controller: mmc play device 5, decrement: mmc stop",
            "from: keys, controller: cc 1, settle: 20 ms", "from: pad, controller: cc 64, settle: 400 ms",
            "from: pad, controller: cc 1 relative sign", "from: variables, controller: variable amp",
        ])
        text += random.pick(["", ", channel: 1", ", channel: [1..2, 5]", ", when: \"<= 49\"", ", when: \">= 1\""])
        text +=
            text.contains("relative")
            ? ", mode: increment"
            : random.pick([
                "", "", ", mode: latch", ", mode: increment, by: 40, edge: both", ", mode: latch, rearm: 10",
            ])
        if depth < 4 && random.chance(40) {
            text += ", require: \(random.chance(50)), conditions: \(conditions(&random, depth: depth + 1))"
        }
        return "{ \(text) }"
    }

    private static func notes(_ random: inout SplitMix) -> String {
        switch random.below(8) {
        case 5: "{ hold: \(random.pick(["toggle", "chord"])) }"
        case 6: "{ hold: { while: \(conditions(&random, depth: 4)), sostenuto: \(random.chance(40)) } }"
        case 0: "{ shift: \(random.below(50) - 25) }"
        case 1: "{ map: { C4: D4, D4: D4, E4: none } }"
        case 2: "{ map-tones: { C: D, E: none, B: C }, shift: 1 }"
        case 3: "{ length: \(20 + random.below(300)) ms }"
        default: "{ filter: true }"
        }
    }

    private static func velocity(_ random: inout SplitMix) -> String {
        random.pick([
            "{ fixed: 90 }", "{ curve: { softness: 40 } }", "{ curve: { cutoff: 50 } }",
            "{ linear: { in: 20..100, out: 0..90 } }", "{ offset: -30, limit: 0..80 }",
            "{ curve: { cutoff: 50 }, limit: 40..90 }",
        ])
    }

    /// Free messages whose last value need not be 0.
    private static let passing = [
        "'message \"9[CH] [**] [MSB]\"'", "'message \"8[CH] 3C [MSB]\"'", "'message \"A[CH] [**] [MSB]\"'",
        "'message \"FA\"'", "'message \"F8\"'", "'message \"F0 F7\"'", "mmc play device 5", "mmc stop",
    ]

    private static let modes = ["", ", mode: latch", ", mode: increment", ", mode: latch, rearm: 20"]

    /// Controllers that send steps, which only mode increment counts.
    private static let relative = ["cc 1 relative", "cc 3 relative 64", "cc 64 relative sign", "cc 2 relative step"]

    private static func controllers(_ random: inout SplitMix) -> [String] {
        let resting = [
            "cc sustain", "cc sostenuto", "cc hold-2", "channel-pressure", "cc 10", "program", "cc 64/96", "key 60",
            "key 62", "note-value", "note-value", "'message \"B[CH] 40 [MSB] F0 7C [MSB] F7\"'",
            "'message \"9[CH] 3C [MSB] B1 42 [MSB]\"'", "'message \"9[CH] [MSB] 40\"'", "'message \"8[CH] 3C 21\"'",
            "mmc play",
        ]
        var lines = [
            "  controllers:", "    \(random.pick(["filter: true", "filter: false", "pick-up: true"]))", "    remap:",
        ]
        for _ in 0...random.below(4) {
            let input = random.pick([
                "cc 1", "cc 2", "cc 3", "channel-pressure", "program", "switch A", "switch A short", "switch A single",
                "motion y",
                "pitch-bend",
                "note-value", "note-velocity", "key 60", "key \(56 + random.below(12))", "cc 20/52", "cc 21/53",
                "rpn 0/1", "rpn 0/2 14-bit", "nrpn 1/8 14-bit", "'message \"F0 7D 0[CH] [MSB] F7\"'",
                "'message \"F0 7D 01 02 03 04 05 06 [MSB] F7\"'", "'message \"B[CH] 01 [MSB]\"'",
                random.pick(passing), random.pick(relative), "variable amp",
            ])
            let output =
                switch input {
                case "cc 2": "pitch-bend 7-bit"
                case "pitch-bend": random.pick(["pitch-bend", "cc 11", "pitch-bend 7-bit", "note-value"])
                case "cc 21/53", "nrpn 1/8 14-bit": random.pick(["pitch-bend", "cc 11", "rpn 0/5", "note-value"])
                // Their last value is no 0.
                case "note-value", "note-velocity", "variable amp": random.pick(["cc 11", "program", "note-value"])
                case _ where relative.contains(input): random.pick(["cc 11", "program", "note-value"])
                case _ where passing.contains(input):
                    random.pick([
                        "cc 11", "mmc locate 01:02:03:04", "note-value",
                        "'message \"F0 7D 0[CH] [MSB] 04 05 06 07 08 F7\"'",
                    ])
                default: random.pick(resting)
                }
            let channel = random.pick(["", "", "", ", channel: \(1 + random.below(3))", ", channel: all"])
            let short = ", mode: increment, list: [62, 60, 65]"
            let mode =
                relative.contains(input)
                ? ", mode: increment, wrap: \(random.chance(50))"
                : output == "note-value" ? random.pick(RandomBox.modes + [short]) : ""
            let gate =
                mode.isEmpty && !passing.contains(input) && ["cc 10", "cc 11"].contains(output)
                ? random.pick([
                    "", ", repeats: false", ", pick-up: \(input.hasPrefix("cc ") && !input.contains("relative"))",
                ])
                : ""
            let hold = random.chance(15) ? ", hold: \(conditions(&random, depth: 3))" : ""
            let settle =
                ["cc 1", "cc 2", "cc 3"].contains(input) && random.chance(40)
                ? ", settle: \(random.pick([1, 20, 400])) ms" : ""
            lines.append("    - { from: \(input), to: \(output)\(channel)\(mode)\(gate)\(hold)\(settle) }")
        }
        return lines
    }
}
