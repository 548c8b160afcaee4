import Testing

@testable import Configuration

/// V1, V2, V3: errors of `variables`, of their controllers and of the actions that change them.
@Suite struct VariableDiagnosticsTests {
    @Test(arguments: [
        Marked(.box, "treadle: 1\nvariables: §[]\n", "a mapping of names"),
        Marked(
            .box, "treadle: 1\nvariables: {§a b: {}, §a+b: {}, §tempo: {}, §toggle: {}}\n", "one word", "without `+`",
            "the word of an action", "the word of an action"),
        Marked(.box, "treadle: 1\nvariables: {§\"a#1\": {}, §'a\"b': {}}\n", "no `#` and no quote", "no quote"),
        Marked(.box, "treadle: 1\nvariables: {amp: §3}\n", "a mapping of keys and values, such as { range: 0..2 }"),
        Marked(.box, "treadle: 1\nvariables: {amp: {range: §0..128}}\n", "0..127"),
        Marked(.box, "treadle: 1\nvariables: {amp: {range: §2..0}}\n", "the lower first"),
        Marked(.box, "treadle: 1\nvariables: {amp: {range: §3..3}}\n", "at least two values"),
        Marked(.box, "treadle: 1\nvariables: {amp: {range: 1..3, start: §0}}\n", "a value of the variable 1..3"),
        Marked(.box, "treadle: 1\nvariables: {amp: {§values: 0..2}}\n", "not a key of variable `amp`"),
        Marked(.box, "treadle: 1\nports: {§variables: {match: x}}\n", "is reserved"),
    ])
    func faultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func settingsMayBeLeftOut() {
        #expect(diagnostics("treadle: 1\nvariables: {amp: , solo: {}, level: {range: 5..9}}\n").isEmpty)
    }

    private static func remap(_ remap: String, from source: String = "variables") -> String {
        """
        treadle: 1
        ports: {out: {match: "o"}}
        variables: {amp: {range: 1..3}, solo: {}}
        presets: [{name: P, routings: [{from: [\(source)], to: [out], controllers: {remap: [{\(remap)}]}}]}]

        """
    }

    @Test(arguments: [
        Marked(.box, remap("from: §variable, to: cc 1"), "the name of a variable"),
        Marked(.box, remap("from: §variable amps, to: cc 1"), "did you mean `amp`?"),
        Marked(.box, remap("from: §amp, to: cc 1"), "a controller"),
        Marked(.box, remap("from: variable amp, to: §variable solo"), "this is an input only"),
        Marked(.box, remap("from: variable amp, filter: §true"), "is not a controller message"),
        Marked(.box, remap("from: variable amp, to: cc 1, list: §[1, 2]"), "has 2 values; it needs 3"),
        Marked(.box, remap("from: §variable amp, to: cc 1", from: "footswitches"), "never comes from the sources"),
        Marked(
            .box,
            "treadle: 1\nports: {out: {match: o}}\npresets: [{name: P, routings: [{from: [variables], "
                + "to: [out], controllers: {remap: [{from: §variable amp, to: cc 1}]}}]}]\n",
            "the box file has no `variables`"),
    ])
    func remapsAreChecked(_ marked: Marked) { marked.check() }

    private static func assignment(_ assignment: String) -> String {
        """
        treadle: 1
        footswitches: {A: {line: "g:1"}}
        variables: {amp: {range: 1..3}, solo: {}}
        assignments: [{\(assignment)}]

        """
    }

    private static func action(_ action: String) -> String {
        assignment("from: footswitches, controller: switch A, do: {127: \(action)}")
    }

    @Test(arguments: [
        Marked(.box, action("§set"), "set, the name of a variable and a value"),
        Marked(.box, action("§set amp"), "set, the name of a variable and a value"),
        Marked(.box, action("§set gain 1"), "the name of a variable"),
        Marked(.box, action("§set amp 0"), "a value 1..3, or a step such as +1"),
        Marked(.box, action("§set amp 4"), "a value 1..3, or a step such as +1"),
        Marked(.box, action("§set amp +3"), "a step +1..+2 or -1..-2"),
        Marked(.box, action("§amp +0"), "a step +1..+2 or -1..-2"),
        Marked(.box, action("§amp -3"), "a step +1..+2 or -1..-2"),
        Marked(.box, action("§amp 2"), "`set amp` and a value"),
        Marked(.box, action("§amp"), "`set amp` and a value"),
        Marked(.box, action("§toggle"), "toggle and the name of a variable"),
        Marked(.box, action("§toggle sola"), "did you mean `solo`?"),
        Marked(.box, action("§solos +1"), "an action"),
        Marked(
            .box, assignment("from: footswitches, controller: §variable amp, do: {1: tap}"),
            "comes from this assignment's source"),
        Marked(.box, assignment("from: variables, controller: variable amp, do: {§0: tap, §4: tap}"), "1..3", "1..3"),
        Marked(
            .box, assignment("from: variables, controller: variable amp, do: {1: §set amp 3, 2: set solo 1}"),
            "a change of `amp` cannot change it again"),
        Marked(
            .box,
            assignment("from: variables, controller: variable amp, do: {1: [tap, §set amp 3, wait 1 s, amp +1]}"),
            "a change of `amp` cannot change it again"),
        Marked(
            .box, assignment("from: variables, controller: variable amp, do: {1..2: tap, §3..4: tap, §2: tap}"),
            "1..3, or a range of these such as 1..3", "overlaps another entry here"),
    ])
    func actionsAreChecked(_ marked: Marked) { marked.check() }

    private static func lit(_ lit: String, led: String = ", led: \"g:2\"") -> String {
        "treadle: 1\nvariables: {amp: {range: 1..3}}\nfootswitches: {A: {line: \"g:1\"\(led), \(lit)}}\n"
    }

    @Test(arguments: [
        Marked(.box, lit("lit: §amp"), "a mapping of keys and values, such as { variable: amp, value: 1 }"),
        Marked(.box, lit("lit: §{value: 1}"), "`lit` needs `variable`"),
        Marked(.box, lit("lit: {variable: §amps, value: 1}"), "did you mean `amp`?"),
        Marked(.box, lit("lit: {variable: amp, value: §4}"), "a value of the variable 1..3"),
        Marked(.box, lit("lit: {variable: amp, when: §\">= 4\"}"), "n 1..3"),
        Marked(.box, lit("lit: {variable: amp, value: 1, §when: 2}"), "exclude each other"),
        Marked(.box, lit("lit: {variable: amp, §values: 1}"), "not a key of `lit`"),
        Marked(.box, lit("§lit: {variable: amp}", led: ""), "has no `led`"),
    ])
    func litIsChecked(_ marked: Marked) { marked.check() }

    private static func condition(_ when: String) -> String {
        assignment(
            "from: footswitches, controller: switch A, do: {127: tap}, "
                + "conditions: {of: [{from: variables, controller: variable amp, when: \(when)}]}")
    }

    @Test(arguments: [
        Marked(.box, condition("§\">= 4\""), "n 1..3"), Marked(.box, condition("§0"), "n 1..3"),
        Marked(.box, condition("§3..2"), "n 1..3"), Marked(.box, condition("§{}"), "a list of 3 values 0 or 1"),
        Marked(.box, condition("§[0, 1]"), "it needs 3"),
    ])
    func conditionsAreChecked(_ marked: Marked) { marked.check() }

    @Test(arguments: ["2", "\">= 3\"", "\"<=1\"", "1..2", "[0, 1, 0]"])
    func conditionsNameValuesOfTheRange(_ when: String) {
        #expect(diagnostics(VariableDiagnosticsTests.condition(when)).isEmpty)
    }
}
