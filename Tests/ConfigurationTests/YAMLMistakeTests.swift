import Testing

@testable import Configuration

/// Common mistakes of form are told in words for players, at the place of the mistake.
@Suite struct YAMLMistakeTests {
    private func check(_ text: String, _ expected: String) {
        #expect(reported(text) == [expected])
        // Line breaks of Windows change nothing.
        #expect(
            reported(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")) == [
                expected
            ])
    }

    private func reported(_ text: String) -> [String] {
        let log = DiagnosticLog()
        _ = YAMLTree(Array(text.utf8), file: log.file("f"), log: log)
        return log.sorted().list.map { "\($0.line):\($0.column) \($0.message)" }
    }

    @Test(arguments: [
        ("ports:\n\tkeys: { match: k }\n", "2:1 a tab indents this line; indent with blanks"),
        ("presets:\n  - name: A\n  \tnumber: 1\n", "3:3 a tab indents this line; indent with blanks"),
        ("a: \"x\"\n\tb: 1\n", "2:1 a tab indents this line; indent with blanks"),
        ("a: {\n\tb: 1\n\tc: 2 }\n", "3:1 a tab indents this line; indent with blanks"),
        ("a:\n-\tb: 2\n", "2:2 a tab stands here; write a blank"),
    ])
    func tab(_ text: String, _ expected: String) { check(text, expected) }

    @Test(arguments: [
        ("treadle: 1\n name: A\n", 2, 2, "`name`", 1, "`treadle` in line 1"),
        ("treadle: 1\n# x\n\n name: A\n", 4, 2, "`name`", 1, "`treadle` in line 1"),
        ("  treadle: 1\nports: {}\n", 2, 1, "`ports`", 3, "`treadle` in line 1"),
        ("ports:\n  keys: { match: a }\n    din: { uart: b }\n", 3, 5, "`din`", 3, "`keys` in line 2"),
        ("ports:\n    keys: { match: a }\n  din: { uart: b }\n", 3, 3, "`din`", 5, "`keys` in line 2"),
        ("presets:\n- name: A\n   number: 1\n", 3, 4, "`number`", 3, "`name` in line 2"),
        ("presets:\n  - name: A\n  number: 1\n", 3, 3, "`number`", 5, "`name` in line 2"),
        ("presets:\n  - name: A\n - name: B\n", 3, 2, "`-`", 3, "`-` in line 2"),
        ("presets:\n- name: A\n  routings:\n  - from: [k]\n   to: [o]\n", 5, 4, "`to`", 5, "`from` in line 4"),
    ])
    func indentation(_ text: String, _ line: Int, _ column: Int, _ what: String, _ right: Int, _ like: String) {
        check(text, "\(line):\(column) \(what) stands in the wrong column; indent it to column \(right), like \(like)")
    }

    @Test(arguments: [
        ("a: 1\n- b\n", "2:1 `-` stands in the wrong column: an item of a list (`-`) cannot stand among keys"),
        ("- b\na: 1\n", "2:1 `a` stands in the wrong column: a key cannot stand among items (`-`)"),
        ("from: - keys\n", "1:7 a list begins in a line of its own, or stands in brackets: `[a, b]`"),
        ("{ from: - keys }\n", "1:9 a list begins in a line of its own, or stands in brackets: `[a, b]`"),
        ("presets:\n  - name: A\n  -name: B\n", "3:3 a blank is missing behind this dash; write `- name`"),
    ])
    func listAmongKeys(_ text: String, _ expected: String) { check(text, expected) }

    @Test(arguments: [
        ("keys:{ match: \"K*\" }\n", 1, 5, "keys"), ("treadle:1\nports: {}\n", 1, 8, "treadle"),
        ("ports:\n  keys:{ match: \"K*\" }\n  din: { uart: x }\n", 2, 7, "keys"),
        ("treadle: 1\nname:Foo\nports: {}\n", 2, 5, "name"), ("treadle: 1\nname:Foo\n", 2, 5, "name"),
        ("match:\"x\"\nb: 1\n", 1, 6, "match"), ("match :x\nb: 1\n", 1, 7, "match"),
        ("{ from: [k], to:[o] }\n", 1, 16, "to"), ("a: { keys:{ match: x } }\n", 1, 10, "keys"),
    ])
    func blankBehindColon(_ text: String, _ line: Int, _ column: Int, _ key: String) {
        check(text, "\(line):\(column) a blank is missing behind this colon; write `\(key): …`")
    }

    @Test(arguments: [
        ("treadle: 1\nports\n  keys: {}\n", 2, "ports"), ("treadle = 1\nports: {}\n", 1, "treadle"),
        ("a: 1\nname Foo\nports: {}\n", 2, "name"), ("a: 1\nb\n", 2, "b"),
    ])
    func colon(_ text: String, _ line: Int, _ key: String) {
        check(text, "\(line):1 a colon is missing behind `\(key)`; write `\(key): …`")
    }

    @Test(arguments: [
        ("ports:\n  keys: { match: \"K*\"\n  din: { uart: x }\n", "2:9 this `{` is not closed; a `}` is missing"),
        ("ports:\n  keys: { match: \"K*\"\n", "2:9 this `{` is not closed; a `}` is missing"),
        ("- from: [keys, din\n  to: [out]\n", "1:9 this `[` is not closed; a `]` is missing"),
        ("- { name: A,\n    routings: [{ a: b }\n    tempo: 3 }\n", "2:15 this `[` is not closed; a `]` is missing"),
        ("presets: [{ name: A }, { name: B }\nb: 1\n", "1:10 this `[` is not closed; a `]` is missing"),
        ("- { from: [keys, to: [out] }\n", "1:11 this `[` is not closed; write a `]` before the `}`"),
        ("presets: [{ name: A }, { name: B ]\n", "1:24 this `{` is not closed; write a `}` before the `]`"),
        ("p:\n  a: {\n  c: [\n}\n", "3:6 this `[` is not closed; write a `]` before the `}`"),
        ("k: [\n", "1:4 this `[` is not closed; a `]` is missing"),
        ("k: { match: k # x }\nb: 1\n", "1:15 everything behind `#` is a comment, and `{` is not closed before it"),
        ("a: { b: 1 } }\nb: 1\n", "1:13 this `}` closes nothing; take it out"),
        ("a: [a] b\nc: 1\n", "1:8 `b` stands behind the closing `]`; take it out, or use quotes"),
    ])
    func bracket(_ text: String, _ expected: String) { check(text, expected) }

    @Test(arguments: [
        ("a: { b: 1 c: 2 }\n", "1:11 a comma is missing before `c`, or the text needs quotes"),
        ("a: { b: \"x\" c: 2 }\n", "1:13 a comma is missing before `c`"),
        ("a: [\"x\" \"y\"]\n", "1:9 a comma is missing before `\"y\"`"),
        ("a: {\n  b: It's\n  c: 2\n}\nd: 1\n", "3:3 a comma is missing before `c`"),
        ("- { name: A\n    tempo: 3 }\n", "2:5 a comma is missing before `tempo`"),
        ("a: [a, , b]\n", "1:8 a value is missing before `,`"),
    ])
    func comma(_ text: String, _ expected: String) { check(text, expected) }

    @Test(arguments: [
        ("name: \"Foo\nports: {}\n", "1:7 this quote is not closed; the text needs a second `\"` at its end"),
        ("name: 'Foo\nother: 'Bar'\n", "1:7 this quote is not closed; the text needs a second `'` at its end"),
        ("a: { name: \"Foo }\nb: \"x\"\n", "1:12 this quote is not closed; the text needs a second `\"` at its end"),
        ("{ a: 'x, b: 'c' }\n", "1:6 this quote is not closed; the text needs a second `'` at its end"),
        (
            "name: 'It's'\nports: {}\n",
            "1:11 the text in quotes ends before `s'`; put all of it in quotes, and write a quote within as `''`"
        ),
        (
            "name: \"Foo\" bar\nports: {}\n",
            "1:13 the text in quotes ends before `bar`; put all of it in quotes, and write a quote within as `\\\"`"
        ),
        ("name: “Foo: Bar”\n", "1:7 curly quotes do not enclose a text; use straight quotes (\")"),
        ("name: \"C:\\Users\"\n", "1:10 `\\` has a meaning within double quotes; write `\\\\`, or use single quotes"),
    ])
    func quote(_ text: String, _ expected: String) { check(text, expected) }

    @Test(arguments: [
        ("match: *\nb: 1\n", 8, "*", "*"), ("k: { match: *Key*, a: b }\n", 13, "*", "*Key*"),
        ("name: @home # x\nb: 1\n", 7, "@", "@home"), ("{ name: %home }\n", 9, "%", "%home"),
        ("name: `home`\n", 7, "`", "`home`"), ("when: >= 64\n", 7, ">", ">= 64"), ("{ when: > 64 }\n", 9, ">", "> 64"),
        ("name: & b\n", 7, "&", "& b"), ("name: ?\n", 7, "?", "?"), ("name: ]x\n", 7, "]", "]x"),
        ("é: @ö\n", 4, "@", "@ö"),
    ])
    func firstCharacter(_ text: String, _ column: Int, _ character: String, _ value: String) {
        check(text, "1:\(column) a text cannot begin with `\(character)` here; put it in quotes: `\"\(value)\"`")
    }

    @Test(arguments: [
        ("name: Foo: Bar\nb: 1\n", 10, "Foo: Bar"), ("{ name: Foo: Bar, b: 1 }\n", 12, "Foo: Bar"),
        ("- send: cc 7: 3\n", 13, "cc 7: 3"), ("name: It's: x # y\n", 11, "It's: x"), ("é: ö: ü\n", 5, "ö: ü"),
    ])
    func colonInText(_ text: String, _ column: Int, _ value: String) {
        check(text, "1:\(column) a colon with a blank behind it ends a key; put the text in quotes: `\"\(value)\"`")
    }

    /// These are valid YAML that means something else.
    @Test func blankIsMissingInKey() {
        Marked(.preset, "name: P, §tempo:120", "; a blank is missing behind the colon: `tempo: 120`").check()
        let box = "treadle: 1\npresets:\n  §-name: A\n  §-name: B\n"
        Marked(
            .box, box, "it must be a list of presets; a blank is missing behind the dash",
            "appears twice here; the first is in line 3; a blank is missing behind the dash"
        ).check()
        Marked(
            .preset, "name: P, routings: [{to: [out], from: §-keys}]", "; a blank is missing behind the dash"
        ).check()
        Marked(.port, "match: §*Key 49", "there is no anchor `&Key` before this alias `*Key`; a text needs quotes")
            .check()
    }

    @Test func curlyQuotesAreTheCause() {
        let cause = "; its curly quotes are part of the text, use straight quotes (\")"
        Marked(
            .preset, "name: P, routings: [{from: [§§“keys”], to: [out]}]", "no port is called `“keys”`\(cause)",
            "the quotes around"
        ).check()
        Marked(.preset, "name: P, insert: [§§‘Q’]", "no preset is called `‘Q’`\(cause)", "the quotes around").check()
    }

    /// Several mistakes of a file are told together, by line, and nothing that only follows from one of them.
    @Test func severalMistakesAreToldTogether() {
        let text = """
            treadle: 1
            name:Board
            ports:
              keys: { match: "Key*", direction: in
              synth: { match: MX }
            presets:
            - name: "Verse
              number: 1
              routings:
              - from:[keys]
                to: [synth]
            - name: Chorus
            \tnumber: 2
              routings
              - { from: [keys], to: [synth] }
            clock:internal
            """
        #expect(
            reported(text) == [
                "2:5 a blank is missing behind this colon; write `name: …`",
                "4:9 this `{` is not closed; a `}` is missing",
                "7:9 this quote is not closed; the text needs a second `\"` at its end",
                "13:1 a tab indents this line; indent with blanks",
                "16:6 a blank is missing behind this colon; write `clock: …`",
            ])
    }

    @Test func atMostEightMistakesAreTold() {
        let text = String(repeating: "a:b\n", count: 5) + "ports: {}\n" + String(repeating: "c:d\n", count: 20)
        #expect(reported(text).count <= ReadingLimits.syntaxErrors)
        let long = text + "#" + String(repeating: "x", count: ReadingLimits.syntaxErrorBytes)
        #expect(reported(long).count == 1)
    }

    /// Between braces a comma ends a value.
    @Test(arguments: [
        (
            "do: { 127: send \"a\" cc 7 = 100, channel 3 }\n",
            "1:33 the comma before `channel 3` ends the value `send \"a\" cc 7 = 100`; put the whole value in quotes "
                + "(`'send \"a\" cc 7 = 100, channel 3'`), or write each entry in a line of its own"
        ),
        (
            "- { send: cc 7 = 100, channel 3, to: b }\n",
            "1:23 the comma before `channel 3` ends the value `cc 7 = 100`; put the whole value in quotes "
                + "(`'cc 7 = 100, channel 3'`), or write each entry in a line of its own"
        ),
        ("ports: { keys, synth: { match: x } }\n", "1:10 a colon and a value are missing behind `keys`"),
        (
            "ports: { a: { match: x }, keys }\n",
            "1:27 a colon and a value are missing behind `keys`"
        ),
    ])
    func commaInBraces(_ text: String, _ expected: String) { check(text, expected) }

    @Test func emptyValuesWithAColonAreNoSuchMistake() {
        #expect(reported("a: { b: , c: 1 }\nd:\ne: { \"f\": , g: ~, h: }\n").isEmpty)
    }

    /// Whatever is written, the file is refused at a place that it has.
    @Test func anyTextIsRefusedInBounds() {
        let good = "a: { b: \"x\", c: [é, 'z'] }\nd:\n  - e: 1\n    f: * # g\n\t- \"h\n"
        let bytes = Array(good.utf8)
        for first in bytes.indices {
            for last in first...bytes.count {
                let log = DiagnosticLog()
                _ = YAMLTree(Array(bytes[..<first] + bytes[last...]), file: log.file("f"), log: log)
                #expect(log.list.allSatisfy { (1...7).contains($0.line) && (1...40).contains($0.column) })
            }
        }
    }
}
