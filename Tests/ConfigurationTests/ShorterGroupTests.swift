import Testing

@testable import Configuration

/// `check --hints` about switches of which one is on: a variable says which one (V2, V3, V4).
struct ShorterGroupTests {
    private static let head = """
        treadle: 1
        ports: { synth: { match: s }, fx: { match: f, channel: 3 } }
        footswitches: { A: { line: "g:1", led: "g:4" }, B: { line: "g:2", led: "g:5" }, C: { line: "g:3", led: "g:6" } }
        presets: [{ name: P, number: 1 }]
        assignments:

        """

    /// Returns the notes that name a variable; the first assignment is in line 6.
    private func notes(_ assignments: [String], replacing old: String = "", by new: String = "") throws -> [String] {
        var text = ShorterGroupTests.head + assignments.map { "- { \($0) }\n" }.joined()
        if let range = text.firstRange(of: old), !old.isEmpty { text.replaceSubrange(range, with: new) }
        let list = try Configuration.load(text: text, wantsHints: true).get().diagnostics.list
        return list.filter { $0.severity == .note && $0.message.contains("variable") }.map { $0.text }
    }

    private static func press(_ name: String, _ actions: String) -> String {
        "from: footswitches, controller: switch \(name), do: { 127: [\(actions)] }"
    }

    private static let lists = [
        press("A", "tap, led A on, led B off, led C off"), press("B", "led A off, led B on, led C off"),
        press("C", "led C on, led A off, led B off"),
    ]

    private static func note(_ place: String) -> String {
        "box.yaml:\(place): note: the actions at 3 places, the first in line 6, put out each other's LEDs; a variable "
            + "says which one is lit, over loads too: `variables: { chosen: { range: 0..3 } }`, "
            + "`lit: { variable: chosen, value: 1 }` at footswitch A (2 at B, 3 at C), and `set chosen 1` (2, 3) in "
            + "the place of the actions `led`"
    }

    @Test func ledsThatPutOutEachOtherFollowAVariable() throws {
        #expect(try notes(ShorterGroupTests.lists) == [ShorterGroupTests.note("7:53")])
    }

    /// With an assignment for each action, as before lists of actions.
    @Test func ledsOfSingleActionsFollowAVariableToo() throws {
        let single = ["A", "B", "C"].flatMap { name in
            ["A", "B", "C"].map { led in
                "from: footswitches, controller: switch \(name), do: { 127: led \(led) \(led == name ? "on" : "off") }"
            }
        }
        #expect(try notes(single) == [ShorterGroupTests.note("9:53")])
    }

    /// Of keys, one assignment has the actions of all.
    @Test func valuesOfOneAssignmentAreAGroup() throws {
        let actions = [
            "0: [led A on, led B off, led C off]", "1: [led A off, led B on, led C off]",
            "2: [led A off, led B off, led C on]",
        ]
        let found = try notes(["from: synth, controller: program, do: { \(actions.joined(separator: ", ")) }"])
        #expect(found.count == 1 && found[0].hasPrefix("box.yaml:6:"), "\(found)")
    }

    @Test func otherLEDsAreLeftAlone() throws {
        let lists = ShorterGroupTests.lists
        func others(_ index: Int, _ actions: String) throws -> [String] {
            var changed = lists
            changed[index] = ShorterGroupTests.press(["A", "B", "C"][index], actions)
            return try notes(changed)
        }
        // Two are lit, none is put out, one is put out later.
        #expect(try others(0, "led A on, led B on, led C off").isEmpty)
        #expect(try others(1, "led B on").isEmpty)
        #expect(try others(2, "led C on, wait 1 s, led A off, led B off").isEmpty)
        // Another action switches one of them, two presses light the same one, a press does so at times only.
        #expect(try notes(lists + ["from: synth, controller: cc 20, do: { 127: led A blink }"]).isEmpty)
        #expect(try others(1, "led A on, led B off, led C off").isEmpty)
        let times = lists[1] + ", conditions: { of: [{ from: synth, controller: cc 20 }] }"
        #expect(try notes([lists[0], times, lists[2]]).isEmpty)
        // Two switches are as short, and an LED follows one variable only.
        let two = [("A", "led A on, led B off"), ("B", "led A off, led B on")]
        #expect(try notes(two.map { ShorterGroupTests.press($0.0, $0.1) }).isEmpty)
        let (old, rest) = ("led: \"g:5\" }", ", C: { line: \"g:3\", led: \"g:6\" } }")
        let lit = "led: \"g:5\", lit: { variable: solo } }\(rest)\nvariables: { solo: {} }"
        let found = try notes(lists, replacing: old + rest, by: lit)
        #expect(found.isEmpty, "\(found)")
    }

    private static func messages(_ port: String, _ channel: String = "") -> [String] {
        ["A", "B", "C"].enumerated().map { index, name in
            let actions = (0..<3).map { "send \"\(port)\" cc \(20 + $0) = \($0 == index ? 127 : 0)\(channel)" }
            return press(name, actions.joined(separator: ", "))
        }
    }

    @Test func messagesOfWhichOneIsOnComeFromAVariable() throws {
        func note(_ to: String) -> String {
            "box.yaml:7:53: note: the actions at 3 places, the first in line 6, switch each other's controllers off; "
                + "a variable sends all values, and nothing while it stays: `variables: { chosen: { range: 0..3 } }`, "
                + "`set chosen 1` (2, 3) in the place of these messages, and a routing in each preset, or in one that "
                + "they `insert`: `{ from: variables, to: \(to), controllers: { remap: "
                + "[{ from: variable chosen, to: cc 20, list: [0, 127, 0, 0] }, "
                + "{ from: variable chosen, to: cc 21, list: [0, 0, 127, 0] }, "
                + "{ from: variable chosen, to: cc 22, list: [0, 0, 0, 127] }] } }`"
        }
        #expect(try notes(ShorterGroupTests.messages("synth")) == [note("synth")])
        #expect(try notes(ShorterGroupTests.messages("synth", " channel 5")) == [note("synth, channel: 5")])
        // A message of `send` goes on channel 1, whatever the memory of the port.
        #expect(try notes(ShorterGroupTests.messages("fx")) == [note("fx, channel: 1")])
    }

    @Test func otherMessagesAreLeftAlone() throws {
        var mixed = ShorterGroupTests.messages("synth")
        mixed[1] = ShorterGroupTests.messages("fx")[1]
        #expect(try notes(mixed).isEmpty)
        // In another order, the destination would hear another order.
        var turned = ShorterGroupTests.messages("synth")
        turned[1] = ShorterGroupTests.press(
            "B", "send \"synth\" cc 21 = 127, send \"synth\" cc 20 = 0, send \"synth\" cc 22 = 0")
        #expect(try notes(turned).isEmpty)
        let all = ["A", "B", "C"].map { ShorterGroupTests.press($0, "send \"synth\" cc 20 = 127") }
        #expect(try notes(all).isEmpty)
    }

    @Test func theShorterFormHasNoHint() throws {
        let short = ["A", "B", "C"].enumerated().map {
            "from: footswitches, controller: switch \($0.element), do: { 127: set amp \($0.offset + 1) }"
        }
        let found = try notes(short, replacing: "presets:", by: "variables: { amp: { range: 0..3 } }\npresets:")
        #expect(found.isEmpty, "\(found)")
    }
}
