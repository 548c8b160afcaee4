import Testing

@testable import Configuration

struct ControllerDiagnosticsTests {
    @Test(arguments: [
        Marked(.remap, "from: §[], to: cc 1", "a controller"),
        Marked(.remap, "from: §cx 1, to: cc 1", "did you mean `cc`?"),
        Marked(.remap, "from: §cc, to: cc 1", "a number 0..127 or a name"),
        Marked(.remap, "from: §cc 128, to: cc 1", "a number 0..127 or a name"),
        Marked(.remap, "from: §cc modulaton, to: cc 1", "did you mean `modulation`?"),
        Marked(.remap, "from: cc 1, to: §cc 1/1", "two different ones"),
        Marked(.remap, "from: cc 1, to: §cc 96 14-bit", "cc 0..95 14-bit"),
        Marked(.remap, "from: cc 1, to: §cc 1 7-bit", "cc N 14-bit"),
        Marked(.remap, "from: §pitch-bend 14-bit, to: cc 1", "pitch-bend 7-bit"),
        Marked(.remap, "from: §program 3, to: cc 1", "`program` alone"),
        Marked(.remap, "from: §motion w, to: cc 1", "motion x"),
        Marked(.remap, "from: §switch A shirt, to: cc 1", "short, long, double or single behind it"),
        Marked(.remap, "from: §switch C, to: cc 1", "the name of a footswitch"),
        Marked(.remap, "from: §switch A+C, to: cc 1", "names of footswitches"),
        Marked(.remap, "from: §switch A+A, to: cc 1", "two different ones"),
        Marked(.remap, "from: §key X1, to: cc 1", "key and a note"),
        Marked(.remap, "from: §rpn 0, to: cc 1", "rpn MSB/LSB"),
        Marked(.remap, "from: cc 1, to: §'message B0'", "in quotes"),
        Marked(.remap, "from: cc 1, to: §note-velocity", "an input only"),
        Marked(.remap, "from: cc 1, to: §switch A", "an input only"),
        Marked(.remap, "from: cc 1, to: §motion x", "an input only"),
        Marked(.remap, "from: cc 1, filter: §maybe, to: cc 2", "true or false"),
        Marked(.remap, "from: cc 1, §to: cc 2, filter: true", "exclude each other"),
        Marked(.remap, "from: cc 1, to: cc 2, §hold: {of: []}", "at least one condition"),
        Marked(
            .remap, "from: cc 1, to: cc 2, hold: {of: [{from: keys, controller: §switch A}]}", "this condition's source"
        ),
        Marked(.remap, "from: motion x, filter: §true", "cannot be filtered"),
        Marked(.remap, "from: note-value, filter: §true", "cannot be filtered"),
        Marked(.remap, "from: note-velocity, filter: §true", "cannot be filtered"),
        Marked(.remap, "from: key C1, filter: §true", "cannot be filtered"),
        Marked(.remap, "from: key C1, to: cc 2, mode: increment, decrement: §key 24", "another controller"),
        Marked(.remap, "from: key C1, to: cc 2, mode: increment, decrement: §note-value", "of the same type"),
        Marked(.remap, "from: note-value, to: cc 2, mode: increment, decrement: §note-value", "another controller"),
        Marked(.remap, "from: §note-value 3, to: cc 2", "`note-value` alone"),
        Marked(.remap, "from: cc 1, to: §key", "key and a note"),
        Marked(.remap, "from: cc 1, to: key C1, linear: {out: §0..128}", "within 0..127"),
        Marked(.remap, "from: switch A long, filter: §true", "cannot be filtered"),
        Marked(.remap, "from: cc 1, to: cc 2, linear: {in: §0..200}", "within 0..127"),
        Marked(.remap, "from: cc 1, to: cc 2, linear: {in: §9..1}", "the lower first"),
        Marked(.remap, "from: cc 1, to: pitch-bend, linear: {out: §0..16384}", "within 0..16383"),
        Marked(.remap, "from: cc 1, to: cc 2, linear: §1", "a mapping"),
        Marked(.remap, "from: cc 1, to: cc 2, channel: §17", "1..16"),
        Marked(.remap, "from: cc 1, to: cc 2, §bank: 1/0", "goes with `to: program`"),
        Marked(.remap, "from: cc 1, to: program, bank: §1", "a bank MSB/LSB"),
    ])
    func remapFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(
            .assignment, "from: keys, controller: cc 1, set: preset, linear: §{out: 1..2}",
            "only set: tempo and set: transpose have one"),
        Marked(
            .assignment, "from: keys, controller: cc 1, do: {§128: none}",
            "not a value of the controller; it must be 0..127"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {§99999999999: none}", "it must be 0..127"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §tap twice}", "the action alone"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §tempo 19}", "beats a minute 20..300"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §tempo fast}", "beats a minute 20..300"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §tempo 300.01}", "beats a minute 20..300"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §tempo +281}", "a step such as +1"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §tempo}", "beats a minute 20..300"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §clock-start now}", "the action alone"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §clock-begin}", "an action"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §undo 2}", "the action alone"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §led X on}", "the name of a footswitch"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §led A dim}", "on, off, blink or tempo"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §led A on}", "footswitch `A` has no `led`"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §save all}", "nothing after it"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §send out cc 7 = 1}", "a port in quotes"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §send \"ott\" cc 7 = 1}", "did you mean `out`"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §send \"out\"}", "program N, CONTROLLER"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §send \"out\" cc 7 = 128}", "cc 7 = 0..127"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §send \"out\" cc 7 = 1 channel 17}", "1..16"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §send \"out\" message \"90 3C\"}", "whole message"),
    ])
    func actionFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(.assignment, "from: §kesy, controller: cc 1, set: preset", "did you mean `keys`?"),
        Marked(.assignment, "from: keys, channel: §17, controller: cc 1, set: preset", "1..16, or all"),
        Marked(.assignment, "from: keys, controller: §switch A, set: preset", "from this assignment's source"),
        Marked(.assignment, "from: footswitches, controller: §cc 1, set: preset", "from this assignment's source"),
        Marked(.assignment, "from: keys, controller: cc 1, set: §presets", "did you mean `preset`?"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: none}, §set: preset", "exclude each other"),
        Marked(.assignment, "from: keys, controller: cc 1, do: §next-preset", "a mapping of values to actions"),
        Marked(.assignment, "from: keys, controller: cc 1, do: §{}", "a mapping of values to actions"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {§128: none}", "0..127"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: none, §01: panic}", "appears twice here"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §forward}", "an action"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §next-presett}", "did you mean `next-preset`?"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §panic now}", "the action alone"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §preset Verse}", "a name in quotes"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §preset \"Q\"}", "no preset is called `Q`"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §preset 9}", "no preset has the number 9"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §mute X}", "the name of a routing in quotes"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §mute \"X\"}", "no routing is called `X`"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: none}, §foo: 1", "not a key of an assignment"),
    ])
    func assignmentFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func assignmentNeedsItsKeys() {
        Marked(.box, "treadle: 1\nassignments: [§§§{}]\n", "needs `controller`", "`do` or `set`", "needs `from`")
            .check()
        Marked(.box, "treadle: 1\nassignments: [§1]\n", "an assignment is `1`").check()
    }

    /// H7: such a note would sound until a panic.
    @Test(arguments: [
        Marked(.remap, "from: note-velocity, to: §key C1", "never ends"),
        Marked(.remap, "from: cc 1, to: §key C1, linear: {out: 1..127}", "never ends"),
        Marked(.remap, "from: cc 1, to: §key C1, mode: increment, start: 1", "never ends"),
        Marked(.remap, "from: cc 1, to: §key C1, mode: latch, list: [5, 100]", "never ends"),
        Marked(.remap, "from: note-value, to: key C1"),
        Marked(.remap, "from: note-velocity, to: key C1, linear: {in: 1..127, out: 0..127}"),
        Marked(.remap, "from: note-velocity, to: note-value"),
        Marked(.remap, "from: cc 1, to: key C1, mode: latch"),
        Marked(.remap, "from: cc 1, to: key C1, curve: {softness: 20}"),
    ])
    func keyThatIsNeverReleasedIsWarnedOf(_ marked: Marked) { marked.check() }

    @Test func remapNeedsItsKeys() {
        let head = "treadle: 1\nports: {k: {match: k}}\npresets: [{name: P, routings: [{from: [k], to: [k], "
        Marked(.box, head + "controllers: {remap: [§{from: cc 1}]}}]}]\n", "needs `to`").check()
        Marked(.box, head + "controllers: {remap: [§{to: cc 1}]}}]}]\n", "needs `from`").check()
        Marked(.box, head + "controllers: {remap: [{from: §switch A, to: cc 1}]}}]}]\n", "a footswitch").check()
        Marked(.box, head + "controllers: {remap: [{from: §motion x, to: cc 1}]}}]}]\n", "never comes").check()
        Marked(.box, head + "on-load: [§{delay: 20 ms}]}]}]\n", "needs `send`").check()
    }
}
