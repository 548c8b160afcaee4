import Testing

@testable import Configuration

struct PresetDiagnosticsTests {
    @Test(arguments: [
        Marked(.box, "treadle: 1\npresets:\n- §{number: 1}\n", "a preset needs `name`"),
        Marked(.preset, "name: §\"\"", "what the display shows"),
        Marked(.preset, "name: P, number: §128", "0..127"),
        Marked(.preset, "name: P, number: §0x10", "0..127"),
        Marked(.preset, "name: P, tempo: §301", "20..300"),
        Marked(.preset, "name: P, insert: §Q", "a list of names of presets"),
        Marked(.preset, "name: P, insert: [§Q, §[]]", "no preset is called `Q`", "names of presets"),
        Marked(.preset, "name: P, insert: [§P]", "in a circle"),
        Marked(.preset, "name: P, on-load: §none", "a list of messages"),
        Marked(.preset, "name: P, on-load: [§program 1]", "such as { to: module, send: program 12 }"),
        Marked(.preset, "name: P, on-load: [§{send: program 1}]", "needs `to`: the alias of a port"),
        Marked(.preset, "name: P, on-load: [{to: §modul, send: program 1}]", "did you mean `module`?"),
        Marked(.preset, "name: P, on-load: [{to: §[out], send: program 1}]", "the alias of a port"),
        Marked(.routing, "on-load: [{§to: out, send: program 1}]", "`to` is not a key of an on-load message"),
        Marked(.preset, "name: P, parts: §none", "a list of parts"),
        Marked(.preset, "name: P, parts: [§Verse]", "such as { name: Verse, mute: [Strings] }"),
        Marked(.preset, "name: P, parts: [§{mute: []}]", "a part needs `name`"),
        Marked(.preset, "name: P, parts: [{name: §\"\"}]", "what the display shows"),
        Marked(.preset, "name: P, parts: [{name: A, mute: §Bass}]", "a list of names of routings, such as [Strings]"),
        Marked(.preset, "name: P, parts: [{name: A, bypass: [§[]]}]", "names of routings"),
        Marked(
            .preset,
            "name: P, parts: [{name: A, mute: [§Bas], bypass: [Bass]}], routings: [{name: Bass, from: [keys], to: "
                + "[out]}]",
            "no routing is called `Bas`; did you mean `Bass`?"),
        Marked(.preset, "name: P, routings: §none", "a list of routings"),
        Marked(.preset, "name: P, routings: [§1]", "a routing is `1`"),
        Marked(.preset, "name: P, routings: [§{from: [keys]}]", "needs `to`"),
        Marked(.preset, "name: P, §nmae: Q", "did you mean `name`?"),
        Marked(
            .preset, "name: P, number: 1}\n- {name: §P, number: §1",
            "already exists, at box.yaml:5:10", "already used"),
        Marked(.preset, "name: A, insert: [§B]}\n- {name: B, insert: [§A]", "in a circle", "in a circle"),
        Marked(.preset, "name: P, routings: [{from: keys, to: out}]"),
        Marked(.preset, "name: P, routings: [{from: §-keys, to: §{}}]", "a list of 1..8", "a list of 1..8"),
        Marked(.preset, "name: P, routings: [{from: §\"keys, module\", to: §kys}]", "a list of 1..8", "did you mean"),
        Marked(.remap, "from: cc 1, to: cc 2, channel: all"),
        Marked(.remap, "from: cc 1, to: cc 2, channel: §17", "a channel 1..16, or all"),
        Marked(.onLoad, "send: program 12 bank 85/0, channel: all"),
        Marked(.onLoad, "send: §program 12 bank 85", "such as program 12 bank 85/0"),
        Marked(.onLoad, "send: §program 12 bank 128/0", "such as program 12 bank 85/0"),
        Marked(.onLoad, "send: §program 12 banks 1/0", "such as program 12 bank 85/0"),
        Marked(.onLoad, "send: §note-value = 60, channel: all", "one channel"),
        Marked(.onLoad, "send: program 1, channel: §0", "a channel 1..16, or all"),
        Marked(.assignment, "from: footswitches, controller: [switch A, switch B long], do: {127: tap}"),
        Marked(.assignment, "from: keys, controller: [cc 1, §program], do: {127: tap}", "of the same type"),
        Marked(.assignment, "from: keys, controller: [cc 1, §cc 1, §cc 128], do: {1: tap}", "already", "0..127"),
        Marked(.assignment, "from: keys, controller: §[], do: {127: tap}", "a controller, such as cc 11"),
        Marked(
            .assignment, "from: keys, controller: [§switch A, §switch B], do: {127: tap}", "assignment's source",
            "assignment's source"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {0..31: panic, 32: tap, 33..127: save}"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {0..31: panic, §31..40: tap}", "overlaps another"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {5: panic, §0..9: tap}", "overlaps another"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {§31..0: panic}", "the lower value first"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {§0..128: panic}", "or a range of these such as 0..31"),
        Marked(.assignment, "from: keys, controller: note-value, do: {C4..B4: panic}"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: send \"out\" program 1 bank 2/3 channel all}"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §send \"out\" cc 7 = 1 channel 17}", "channel all"),
        Marked(.preset, "name: P, routings: [{from: §[], to: §[]}]", "`from` is empty", "`to` is empty"),
        Marked(.preset, "name: P, routings: [{from: [§kesy], to: [§modul]}]", "did you mean `keys`?", "`module`?"),
        Marked(
            .preset, "name: P, routings: [{from: [§input keyboard], to: [§motion]}]",
            "`input-keyboard`", "source only"),
        Marked(.preset, "name: P, routings: [{from: [keys], to: [out, §out]}]", "named twice"),
        Marked(.preset, "name: P, routings: [{from: [keys], to: [out, §any]}]", "`any` stands alone"),
        Marked(.preset, "name: P, routings: [{from: [§[]], to: [§{}]}]", "the alias of a port", "the alias of a port"),
    ])
    func presetFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(.routing, "name: §[]", "a name"),
        Marked(.routing, "§nam: x", "did you mean `name`?"),
        Marked(.routing, "restrict: §1", "a mapping"),
        Marked(.routing, "restrict: {channel: §17}", "a channel 1..16, or all"),
        Marked(.routing, "restrict: {channel: §0..3}", "or several, such as 2..9 or [1, 3..5]"),
        Marked(.routing, "restrict: {channel: §9..17}", "a channel 1..16, or all"),
        Marked(.routing, "restrict: {channel: §9..2}", "a channel 1..16, or all"),
        Marked(.routing, "restrict: {channel: §[]}", "or several, such as 2..9 or [1, 3..5]"),
        Marked(.routing, "restrict: {channel: [1, §17, §all, §5..4, §[2]]}", "a channel 1..16 or a range of them"),
        Marked(.routing, "restrict: {channel: [1..4, §3]}", "channel 3 is in this list already"),
        Marked(.routing, "restrict: {channel: 1..16}"),
        Marked(.routing, "restrict: {only: [notes, cc 64, cc 11/43, cc 1 14-bit, time-code]}"),
        Marked(.routing, "restrict: {only: notes}"),
        Marked(.routing, "restrict: {only: §[]}", "a list of what passes, such as [notes, cc 64]"),
        Marked(.routing, "restrict: {only: [§note]}", "did you mean `notes`?"),
        Marked(.routing, "restrict: {only: [§cc 128]}", "a number 0..127 or a name"),
        Marked(.routing, "restrict: {only: [§rpn 0/1, §{}]}", "notes, pressure, program", "or cc and a number"),
        Marked(.routing, "restrict: {only: [§clock, notes]}, clock: {filter: true}", "a filter of the routing drops"),
        Marked(.routing, "restrict: {only: [cc 1]}, controllers: {remap: [{from: §cc 2, to: cc 3}]}", "keeps it out"),
        Marked(.routing, "restrict: {only: [cc 1]}, controllers: {remap: [{from: §key C4, to: cc 3}]}", "keeps it"),
        Marked(
            .routing,
            "restrict: {only: [cc 1]}, "
                + "controllers: {remap: [{from: cc 1, to: cc 3, mode: increment, decrement: §cc 2}]}",
            "keeps it out"),
        Marked(.assignment, "from: keys, channel: [2, §17], controller: cc 1, set: preset", "a range of them"),
        Marked(.condition, "from: keys, channel: §3..1, controller: cc 1", "or all, or several"),
        Marked(.routing, "channel: §1..3", "a channel 1..16, or keep"),
        Marked(.routing, "restrict: {notes: §C4}", "a range lo..hi"),
        Marked(.routing, "restrict: {notes: §C4..B3}", "the lower note first"),
        Marked(.routing, "restrict: {notes: §C4..H4}", "a note C-1..G9"),
        Marked(.routing, "restrict: {notes: §0..128}", "0..127"),
        Marked(.routing, "restrict: {velocities: §1..128}", "0..127"),
        Marked(.routing, "restrict: {velocities: §9..1}", "the lower first"),
        Marked(.routing, "notes: {filter: §no}", "true or false"),
        Marked(.routing, "notes: {shift: §-128}", "semitones -127..127"),
        Marked(.routing, "notes: {length: §19.9 ms}", "a time from 20 ms to 10 s"),
        Marked(.routing, "notes: {length: §10.1 s}", "a time from 20 ms to 10 s"),
        Marked(.routing, "notes: {length: §100}", "the unit is missing"),
        Marked(.routing, "notes: {map: {§H4: C4, C4: §X}}", "is not a note", "or none"),
        Marked(.routing, "notes: {map: {C4: D4, §60: D4}}", "already mapped"),
        Marked(.routing, "notes: {map: §[1, 2]}", "has 2 values; it needs 128"),
        Marked(.routing, "notes: {map: §lists/none.txt}", "cannot be read: No such file"),
        Marked(.routing, "notes: {map-tones: {§C4: D, C: §D4}}", "is not a tone", "without octave"),
        Marked(.routing, "notes: {map-tones: {C#: D, §Db: E}}", "already mapped"),
        Marked(.routing, "notes: {map-tones: §[]}", "a mapping of tones"),
        Marked(.routing, "notes: {map: {C4: D4}, §map-tones: {C: D}}", "exclude each other"),
        Marked(.routing, "velocity: §{}", "needs one of fixed, list, curve, linear, offset or limit"),
        Marked(.routing, "velocity: {fixed: 1, §offset: 3}", "`offset` and `fixed` exclude each other"),
        Marked(.routing, "velocity: {§limit: 1..3, fixed: 1}", "`limit` and `fixed` exclude each other"),
        Marked(.routing, "velocity: {curve: {cutoff: 3}, §linear: {}}", "`linear` and `curve` exclude each other"),
        Marked(.routing, "velocity: {offset: §128}", "-127..127"),
        Marked(.routing, "velocity: {offset: §-128}", "-127..127"),
        Marked(.routing, "velocity: {limit: §20}", "a range lo..hi within 0..127"),
        Marked(.routing, "velocity: {limit: §20..128}", "a range lo..hi within 0..127"),
        Marked(.routing, "velocity: {limit: §110..20}", "the lower first"),
        Marked(.routing, "velocity: {linear: §90}", "such as { in: 1..127, out: 40..110 }"),
        Marked(.routing, "velocity: {linear: {in: §127..1}}", "the lower first"),
        Marked(.routing, "velocity: {linear: {out: §1..128}}", "within 0..127"),
        Marked(.routing, "velocity: {linear: {§to: 1..12}}", "there are `in` and `out`"),
        Marked(.routing, "velocity: {fixed: §128}", "0..127"),
        Marked(.routing, "velocity: {fixed: 1, §curve: {cutoff: 3}}", "`curve` and `fixed` exclude each other"),
        Marked(.routing, "velocity: {list: [1, §200]}", "0..127"),
        Marked(.routing, "velocity: {curve: §{}}", "needs one of softness"),
        Marked(.routing, "velocity: {curve: {softness: §101}}", "-100..100"),
        Marked(.routing, "velocity: {curve: {dynamics: §-101}}", "-100..100"),
        Marked(.routing, "velocity: {curve: {cutoff: §100}}", "0..99"),
        Marked(.routing, "velocity: {curve: {free: §[0, 127]}}", "has 2 points"),
        Marked(.routing, "velocity: {curve: {free: [0, §5, [90, 90], 127]}}", "a point"),
        Marked(.routing, "velocity: {curve: {free: §[0, [90, 5], [40, 90], 127]}}", "from left to right"),
        Marked(.routing, "velocity: {curve: {cutoff: 1, §softness: 1}}", "exclude each other"),
        Marked(.routing, "controllers: {filter: §0}", "true or false"),
        Marked(.routing, "controllers: {remap: §{}}", "a list of controller remaps"),
        Marked(.routing, "pressure: {filter: §2}", "true or false"),
        Marked(.routing, "pressure: {§fliter: true}", "did you mean `filter`?"),
        Marked(.routing, "clock: {divide: §25}", "1..24"),
        Marked(.routing, "clock: {multiply: §9}", "1..8"),
        Marked(.routing, "clock: {divide: §0}", "1..24"),
        Marked(.routing, "clock: {multiply: §0}", "1..8"),
        Marked(.routing, "clock: {§divider: 2}", "did you mean `divide`?"),
        Marked(.routing, "system: {filter: §true}", "a mapping"),
        Marked(.routing, "system: {filter: {§sysx: true}}", "did you mean `sysex`?"),
        Marked(.routing, "system: {filter: {start-stop: §1, song-position: §1, sysex: §1, time-code: §1}}", "true or"),
        Marked(.routing, "system: {start-as-continue: §1}", "true or false"),
        Marked(.routing, "channel: §0", "a channel 1..16, or keep"),
        Marked(.routing, "channel: §all", "a channel 1..16, or keep"),
        Marked(.routing, "bypass: §off", "true or false"),
        Marked(.routing, "mute: §on", "true or false"),
        Marked(.routing, "on-load: §program 1", "a list of messages"),
    ])
    func routingFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(.onLoad, "send: §program 128", "program 0..127"),
        Marked(.onLoad, "send: §cc 7", "CONTROLLER = VALUE"),
        Marked(.onLoad, "send: §cc 7 = 128", "cc 7 = 0..127"),
        Marked(.onLoad, "send: §key C1 = 128", "key C1 = 0..127"),
        Marked(.onLoad, "send: §note-value = -1", "note-value = 0..127"),
        Marked(.onLoad, "send: §note-velocity = 1", "an input only"),
        Marked(.onLoad, "send: §switch A = 127", "an input only"),
        Marked(.onLoad, "send: §hello = 3", "a controller"),
        Marked(.onLoad, "send: §'message \"F0 7E\"'", "ends in F7"),
        Marked(.onLoad, "send: §'message \"7E\"'", "status byte"),
        Marked(.onLoad, "send: §'message \"B0 7\"'", "`7` is not one"),
        Marked(.onLoad, "send: §'message \"B0 07 [MSB]\"'", "= 0..127, because it has a place"),
        Marked(.onLoad, "send: §'message \"B0 [LSB] [MSB]\" = 16384'", "= 0..16383"),
        Marked(.onLoad, "send: §message B0", "message and its bytes in quotes"),
        Marked(.onLoad, "send: program 1, delay: §20", "the unit is missing"),
        Marked(.onLoad, "send: program 1, channel: §keep", "1..16"),
    ])
    func onLoadFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func sixtyFifthRoutingIsOverTheLimit() {
        var text = "name: P, routings: ["
        for index in 0..<65 { text += (index == 64 ? "§" : "") + "{from: [keys], to: [out]}, " }
        Marked(.preset, text + "]", "the limit `routings`: 65, and at most 64").check()
    }

    @Test func insertedRoutingsCountTowardsTheLimit() {
        let many = String(repeating: "{from: [keys], to: [out]}, ", count: 33)
        Marked(
            .preset, "name: P, insert: [§Q], routings: [\(many)]}\n- {name: Q, routings: [\(many)]",
            "the limit `routings`: 66"
        ).check()
    }

    @Test func routingAgainstThePortDirectionIsWarnedOf() {
        let text = """
            treadle: 1
            ports: {a: {match: a, direction: in}, b: {match: b, direction: out}}
            presets: [{name: P, routings: [{from: [b], to: [a]}]}]
            """
        let reported = diagnostics(text)
        #expect(reported.map { $0.severity } == [.warning, .warning])
    }
}
