import Settings
import Testing

@testable import Configuration

struct YAMLTests {
    private func parse(_ text: String) -> (YAMLTree?, [String]) {
        let log = DiagnosticLog()
        let tree = YAMLTree(Array(text.utf8), file: log.file("f"), log: log)
        return (tree, log.sorted().list.map { $0.text })
    }

    @Test(arguments: [
        ("a: [1, 2\n", "f:1:4: error: this `[` is not closed"),
        ("a: 1\n b: 2\n", "f:2:2: error: `b` stands in the wrong column"),
        ("a: \"x\n", "f:1:4: error: this quote is not closed"),
        ("a: &x &y z\n", "f:1:7: error: did not find expected key (while parsing a block mapping)"),
        ("a: 1\na: 2\n", "f:2:1: error: `a` appears twice here; the first is in line 1"),
        ("\"a\": 1\n'a': 2\n", "f:2:1: error: `a` appears twice here"),
        ("é: {é: 1, é: 2}\n", "f:1:11: error: `é` appears twice here"),
        ("a: *b\n", "f:1:4: error: there is no anchor `&b` before"),
        ("a: &b [*b]\n", "f:1:8: error: there is no anchor `&b` before"),
        ("a: !!str 1\n", "f:1:4: error: tags"),
        ("? [1]\n: 2\n", "f:1:3: error: a key is a list"),
        ("a: 1\n---\nb: 2\n", "f:2:1: error: a second document"),
        ("<<: 1\n", "f:1:5: error: `<<` is `1`"),
        ("# nothing\n", "f:1:1: error: the file is empty"),
        ("", "f:1:1: error: the file is empty"),
    ])
    func faultIsReportedAtItsPlace(_ text: String, _ message: String) {
        let (_, reported) = parse(text)
        #expect(reported.count == 1)
        #expect(reported.first?.hasPrefix(message) == true, "\(reported)")
    }

    @Test func invalidUTF8IsReportedAtItsPlace() {
        let log = DiagnosticLog()
        #expect(YAMLTree([0x61, 0x3A, 0x0A, 0xC3, 0xA9, 0xFF, 0x0A], file: log.file("f"), log: log) == nil)
        #expect(log.sorted().text.hasPrefix("f:2:2: error: not UTF-8 text"))
        #expect(
            parse("a: 1\nb: \u{1}\n").1 == [
                "f:2:4: error: this character cannot be read; delete it: control characters are not allowed"
            ])
    }

    /// From 16 keys on, duplicates are found by a dictionary instead of a search.
    @Test func duplicatesAmongManyKeysAreFound() {
        for count in [15, 16, 17, 40] {
            var text = ""
            for key in 1...count { text += "k\(key): 1\n" }
            let reported = parse(text + "k3: 2\nk\(count): 2\n").1
            #expect(
                reported == [
                    "f:\(count + 1):1: error: `k3` appears twice here; the first is in line 3",
                    "f:\(count + 2):1: error: `k\(count)` appears twice here; the first is in line \(count)",
                ])
        }
    }

    @Test func byteOrderMarkIsNotCounted() {
        let (tree, reported) = parse("\u{FEFF}a: 1\n")
        #expect(reported == [])
        #expect(tree?.root.place.column == 1)
    }

    @Test func jsonIsRead() throws {
        let configuration = try loaded(
            """
            {"treadle": 1, "ports": {"keys": {"match": "K*"}}, "start-preset": "last",
             "presets": [{"name": "A", "number": 3, "routings": [{"from": ["keys"], "to": ["keys"], "mute": true}]}]}
            """)
        #expect(configuration.presetNames == ["A"])
        #expect(configuration.plan.pointee.presets[0].routings[0].muted)
    }

    @Test func anchorsAndMergeKeysAreResolved() throws {
        let configuration = try loaded(
            """
            treadle: 1
            ports: {keys: &port {match: K, channel: 2}, more: {<<: *port, channel: 3}}
            presets:
            - {name: A, routings: [&r {from: [keys], to: [more], mute: true}, {<<: [*r], mute: false}]}
            """)
        #expect(configuration.box.ports[1].place == .match("K"))
        #expect(configuration.box.ports[1].channel == 2)
        let preset = configuration.plan.pointee.presets[0]
        #expect(preset.routings[0].muted && !preset.routings[1].muted)
        #expect(preset.routings[1].channel == 2)
    }

    @Test func fileWithTooManyAliasedValuesIsRefused() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let alias = "*a\(level - 1)"
            text += "a\(level): &a\(level) [\(Array(repeating: alias, count: 10).joined(separator: ", "))]\n"
        }
        let (tree, reported) = parse(text)
        #expect(tree == nil)
        #expect(reported.count == 1 && reported[0].contains("over the limit `aliasedValues`"))
    }

    @Test func deepNestingIsRefused() {
        let (tree, reported) = parse(String(repeating: "[", count: 5000))
        #expect(tree == nil)
        #expect(reported == ["f:1:50: error: over the limit `levels`: more than 48, and at most 48 are possible"])
    }
}
