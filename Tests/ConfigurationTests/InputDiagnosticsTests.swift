import Testing

@testable import Configuration

/// I10: errors of `pedals` and `knobs`, and of their controllers.
@Suite struct InputDiagnosticsTests {
    @Test(arguments: [
        Marked(.box, "treadle: 1\npedals: §[]\n", "a mapping of numbers 1..8"),
        Marked(.box, "treadle: 1\npedals: {§volume: {}}\n", "a number 1..8"),
        Marked(.box, "treadle: 1\npedals: {§0: {}}\n", "a number 1..8"),
        Marked(.box, "treadle: 1\npedals: {§9: {}}\n", "over the limit `pedals`"),
        Marked(.box, "treadle: 1\npedals: {1: {chip: §ads1114}}\n", "did you mean `ads1115`?"),
        Marked(.box, "treadle: 1\npedals: {1: {address: §0x47, input: §4}}\n", "0x48..0x4B", "0..3"),
        Marked(.box, "treadle: 1\npedals: {1: {range: §100..299}}\n", "at least 200 millivolts"),
        Marked(.box, "treadle: 1\npedals: {1: {range: §0..5001}}\n", "-5000..5000"),
        Marked(
            .box, "treadle: 1\npedals: {1: {heel: §41, toe: §-1, hysteresis: §101}}\n", "0..40", "0..40", "0..100"),
        Marked(.box, "treadle: 1\npedals: {1: {}, §5: {}}\n", "at the same input"),
        Marked(.box, "treadle: 1\npedals: {1: {}, §2: {chip: ads1015}}\n", "name one chip differently"),
        Marked(.box, "treadle: 1\npedals: {1: {§smoothing: 1}}\n", "not a key of pedal 1"),
        Marked(.box, "treadle: 1\nknobs: {1: §{a: \"gpiochip0:5\"}}\n", "knob 1 needs `b`"),
        Marked(
            .box, "treadle: 1\nfootswitches: {A: {line: \"g:5\"}}\nknobs: {1: {a: §\"g:5\", b: \"g:6\"}}\n",
            "the line of footswitch `A`"),
        Marked(
            .box, "treadle: 1\nknobs: {1: {a: \"g:5\", b: \"g:6\", changes: §3, fast: §17}}\n", "4 or 2", "1..16"),
        Marked(.box, "treadle: 1\nexpanders: {m: {chip: §mcp23008, address: §0x28}}\n", "did you mean", "0x20..0x27"),
        Marked(.box, "treadle: 1\nexpanders: {§a b: {chip: mcp23017}}\n", "one word without `:`"),
        Marked(.box, "treadle: 1\nexpanders: {m: {chip: mcp23017}, §n: {chip: pcf8575}}\n", "has the same address"),
        Marked(
            .box,
            "treadle: 1\nexpanders: {m: {chip: mcp23017}}\nfootswitches: {A: {line: §\"m:16\", led: §\"m:1\"}}\n"
                + "knobs: {1: {a: §\"m:2\", b: \"g:1\"}}\n",
            "a line 0..15", "for footswitches only", "for footswitches only"),
        Marked(.box, "treadle: 1\nports: {§pedals: {match: x}, §knobs: {match: y}}\n", "is reserved", "is reserved"),
        Marked(
            .box,
            "treadle: 1\nfootswitches: {A: {line: \"g:1\"}, B: {line: \"g:2\"}}\n"
                + "menu: §{step: A, choose: B, knob: 1}\n",
            "`knobs` has none"),
    ])
    func faultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    private static func remap(_ controller: String, from source: String = "pedals", to: String = "cc 1") -> String {
        """
        treadle: 1
        ports: {out: {match: "o"}}
        pedals: {2: {}}
        knobs: {1: {a: "g:5", b: "g:6"}}
        presets: [{name: P, routings: [{from: [\(source)], to: [out], controllers: {remap: [{from: \(controller), to: \
        \(to)}]}}]}]

        """
    }

    @Test(arguments: [
        Marked(.box, remap("§pedal 1"), "the number of a pedal; there is 2"),
        Marked(.box, remap("§pedal"), "the number of a pedal"),
        Marked(.box, remap("§knob 2", from: "knobs"), "the number of a knob; there is 1"),
        Marked(.box, remap("§knob 1 up", from: "knobs"), "left or right"),
        Marked(.box, remap("pedal 2", to: "§pedal 2"), "a controller"),
        Marked(.box, remap("§knob 1"), "never comes from the sources"),
        Marked(.box, remap("§pedal 2", from: "knobs"), "never comes from the sources"),
    ])
    func controllerThatIsNotThereIsReported(_ marked: Marked) { marked.check() }
}
