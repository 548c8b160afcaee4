import Testing

@testable import Configuration

/// `check --hints` about a routing: `only`, sets of channels, relative controllers, short lists.
struct ShorterRoutingTests {
    private static let head = """
        treadle: 1
        ports: { keys: { match: k }, synth: { match: s } }
        presets:
        - name: P
          routings:

        """

    /// Returns the notes about routings; the first one is in line 6.
    private func notes(_ routings: String...) throws -> [String] {
        let text =
            ShorterRoutingTests.head + routings.map { "  - { from: [keys], to: [synth], \($0) }\n" }.joined()
        let list = try Configuration.load(text: text, wantsHints: true).get().diagnostics.list
        return list.filter { $0.severity == .note }.map { $0.text }
    }

    private static let filters =
        "notes: { filter: true }, pressure: { filter: true }, clock: { filter: true }, "
        + "system: { filter: { start-stop: true, song-position: true, sysex: true, time-code: true } }"

    @Test func manyFiltersAreOnly() throws {
        func note(_ filters: Int, _ kinds: String) -> String {
            "box.yaml:6:5: note: this routing has \(filters) filters; it is shorter to say what passes: "
                + "`restrict: { only: [\(kinds)] }`, which also keeps out what has no filter, such as song-select and "
                + "reset"
        }
        let filters = ShorterRoutingTests.filters
        #expect(try notes(filters) == [note(7, "controllers")])
        let remaps = ["cc 0, to: cc 0", "cc 11 14-bit, to: cc 32", "program, to: program", "cc 0, to: cc 1"]
        let remap = "remap: [\(remaps.map { "{ from: \($0) }" }.joined(separator: ", "))]"
        #expect(
            try notes("\(filters), controllers: { filter: true, \(remap) }")
                == [note(8, "cc 0, cc 11 14-bit, program")])
        #expect(try notes("restrict: { only: [controllers] }").isEmpty)
        #expect(try notes("restrict: { only: [cc 0, cc 11 14-bit, program] }, controllers: { \(remap) }").isEmpty)
    }

    @Test(arguments: [
        // Four filters, and filters that are off.
        "notes: { filter: true }, pressure: { filter: true }, clock: { filter: true }, controllers: { filter: true }",
        "notes: { filter: true }, pressure: { filter: true }, clock: { filter: true }, "
            + "system: { filter: { start-stop: true, sysex: false, time-code: false } }",
        // Nothing is left.
        ShorterRoutingTests.filters + ", controllers: { filter: true }",
        // `only` would keep these out of the remap, or let other controllers in.
        ShorterRoutingTests.filters + ", controllers: { remap: [{ from: note-value, to: cc 1 }] }",
        ShorterRoutingTests.filters + ", controllers: { filter: true, remap: [{ from: rpn 0/1, to: cc 1 }] }",
        ShorterRoutingTests.filters + ", controllers: { filter: true, remap: [{ from: mmc play, to: cc 1 }] }",
    ])
    func otherFiltersAreLeftAlone(_ routing: String) throws { #expect(try notes(routing).isEmpty) }

    @Test func routingsByChannelAreOne() throws {
        func note(_ line: Int, _ count: Int, _ channels: String) -> String {
            "box.yaml:\(line):5: note: \(count) routings, the first in line 6, differ in their channel only; one says "
                + "it: `restrict: { channel: \(channels) }`; messages without a channel, such as clock, then pass once"
        }
        let bass = "restrict: { notes: C1..B3, channel: "
        #expect(try notes("\(bass)2 }", "\(bass)3..4 }", "restrict: { channel: 5 }") == [note(7, 2, "2..4")])
        let other = "channel: 1, restrict: { channel: 9 }"
        #expect(
            try notes("restrict: { channel: 1 }", other, "restrict: { channel: [16, 4] }")
                == [note(8, 2, "[1, 4, 16]")])
        #expect(try notes("restrict: { channel: [1, 4, 16] }").isEmpty)
    }

    @Test(arguments: [
        // One channel twice, or none: messages pass twice.
        ("restrict: { channel: 1 }", "restrict: { channel: 1..2 }"), ("restrict: { channel: 1 }", "mute: false"),
        // What one routing counts or holds, it counts or holds for all channels.
        (
            "controllers: { remap: [{ from: cc 1, to: cc 2, mode: latch }] }, restrict: { channel: 1 }",
            "controllers: { remap: [{ from: cc 1, to: cc 2, mode: latch }] }, restrict: { channel: 2 }"
        ),
        ("notes: { hold: chord }, restrict: { channel: 1 }", "notes: { hold: chord }, restrict: { channel: 2 }"),
        // The channel of on-load messages is that of the restriction (P1).
        (
            "on-load: [{ send: program 1 }], restrict: { channel: 1 }",
            "on-load: [{ send: program 1 }], restrict: { channel: 2 }"
        ),
    ])
    func otherChannelsAreLeftAlone(_ one: String, _ other: String) throws {
        #expect(try notes(one, other).isEmpty)
    }

    /// What stands between two routings and hears the same channel would come in another order.
    @Test func orderOfRoutingsIsKept() throws {
        #expect(try notes("restrict: { channel: 1 }", "mute: true", "restrict: { channel: 2 }").isEmpty)
    }

    private func notes(remap: String) throws -> [String] { try notes("controllers: { remap: [{ \(remap) }] }") }

    @Test func stepMessagesAreRelative() throws {
        func long(_ status: String, _ rest: String = "") -> String {
            "from: 'message \"\(status) 72 41\"', decrement: 'message \"\(status) 72 3F\"', "
                + "to: cc 74, mode: increment\(rest)"
        }
        let note = "these are the steps of an endless knob; `from: cc 114 relative 64` says both, without `decrement`, "
        #expect(try notes(remap: long("B[CH]")) == ["box.yaml:6:65: note: \(note)and counts fast turns too"])
        #expect(
            try notes(remap: long("B0")) == [
                "box.yaml:6:65: note: \(note)and counts fast turns too, from all channels that the routing hears"
            ])
        #expect(try notes(remap: long("B0", ", trigger: 20")).isEmpty)
        #expect(try notes(remap: "from: cc 114 relative 64, to: cc 74, mode: increment").isEmpty)
        #expect(try notes(remap: "from: cc 114, decrement: cc 115, to: cc 74, mode: increment").isEmpty)
    }

    @Test func listOfWhichAPartIsSteppedThroughIsShort() throws {
        let list = "list: [0, 5, 17, 3, 42, \(Array(repeating: "0", count: 123).joined(separator: ", "))]"
        let head = "from: cc 20, to: program, mode: increment, "
        func note(_ column: Int, _ count: Int, _ values: String) -> String {
            "box.yaml:6:\(column): note: this list has 128 values, of which \(count) are stepped through; they are "
                + "enough, without `start` and `end`: `list: [\(values)]`"
        }
        #expect(try notes(remap: "\(head)start: 1, end: 4, \(list)") == [note(126, 4, "5, 17, 3, 42")])
        #expect(try notes(remap: "\(head)end: 2, \(list)") == [note(116, 3, "0, 5, 17")])
        #expect(try notes(remap: "\(head)list: [5, 17, 3, 42]").isEmpty)
        // All values are stepped through, or most, or the list is a table of a direct remap.
        #expect(try notes(remap: "\(head)\(list)").isEmpty)
        #expect(try notes(remap: "\(head)end: 100, \(list)").isEmpty)
        #expect(try notes(remap: "from: cc 20, to: program, \(list)").isEmpty)
    }
}
