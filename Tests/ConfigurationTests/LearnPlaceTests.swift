import Settings
import Testing

@testable import Configuration

/// Writing a learnt value changes nothing else in the file.
@Suite struct LearnPlaceTests {
    private static let box = """
        # The board. (Ünïcödé, so that bytes are no characters.)
        treadle: 1
        ports:
          keys: { match: "K*", direction: in }   # the keyboard
          out: { match: 'O*', channel: 4 }
        input-keyboard: { port: keys }
        footswitches: { A: { line: "gpiochip0:17" } }
        motion: { chip: lis3dh, range: { y: 0..60 }, rate: 50 }   # under the lid
        assignments:
        - { from: footswitches, controller: switch A, do: { 127: next-preset } }
        - from: keys
          controller: program   # any
          set: preset
        presets:
        - name: Verse
          number: 1
          routings:
          # left hand
          - name: Bass
            from: [keys]
            to: [out]
            restrict: { notes: C-1..B3, velocities: "1..100" }
            notes: { map: { 60: D4 } }
            velocity: { fixed: 90 }
            on-load:
            - send: program 3
          - from: [keys, motion]   # right hand
            to: [out]
            controllers:
              remap:
              - { from: cc 1, to: pitch-bend, mode: increment, trigger: 64, linear: { in: 1..2, out: 9..0 } }
              - from: pitch-bend
                to: cc 7
              - { from: motion x, to: cc 8 }
            restrict:
              notes: D4..G9
              conditions:
                of:
                - { controller: cc sustain, when: ">= 50" }
                - { controller: key C1, channel: 2 }
                - { controller: pitch-bend, when: 5..500 }

        """

    /// Whether the configuration has no errors with a value at a place.
    private func isGood(_ place: LearnPlace, with value: String) -> Bool {
        if case .success = place.check(value) { return true }
        return false
    }

    private func written(_ place: LearnPlace, with value: String) -> String {
        String(decoding: place.text(with: value), as: UTF8.self)
    }

    private func place(_ text: String, _ place: String, files: [String: String] = [:]) throws(LearnPlace.Problem)
        -> LearnPlace
    {
        var all = files.mapValues { Array($0.utf8) }
        all["box.yaml"] = Array(text.utf8)
        return try LearnPlace(.memory(all), box: "box.yaml", place)
    }

    /// A place, what it learns, a value, and the text around it in the file before and after.
    struct Row: Sendable {
        let place: String
        let kind: Learner.Kind
        let value: String
        let old: String
        let new: String

        init(_ place: String, _ kind: Learner.Kind, _ value: String, _ old: String, _ new: String) {
            // In short: `1.channel` of a routing of the preset `Verse`.
            let isOfRouting = place.first?.isNumber == true || place.hasPrefix("Bass.")
            self.place = isOfRouting ? "presets.Verse.routings." + place : place
            (self.kind, self.value, self.old, self.new) = (kind, value, old, new)
        }
    }

    static let rows = [
        Row("Bass.restrict.notes", .noteRange, "C2..C#4", "notes: C-1..B3", "notes: C2..C#4"),
        Row("presets.1.routings.1.restrict.notes", .noteRange, "C2..C4", "notes: C-1..B3", "notes: C2..C4"),
        Row("2.restrict.notes", .noteRange, "E4..G9", "notes: D4..G9", "notes: E4..G9"),
        Row("1.restrict.velocities", .velocityRange, "5..90", "\"1..100\"", "\"5..90\""),
        Row("1.restrict.channel", .channel, "3", "velocities: \"1", "channel: 3, velocities: \"1"),
        Row("1.channel", .channel, "3", "    on-load:\n", "    channel: 3\n    on-load:\n"),
        Row("1.velocity.fixed", .velocity, "7", "fixed: 90", "fixed: 7"),
        Row(
            "2.controllers.remap.1.linear.in", .sweep(isFine: false, runsDown: false), "20..96", "in: 1..2",
            "in: 20..96"),
        Row(
            "2.restrict.conditions.of.3.when", .sweep(isFine: true, runsDown: false), "20..960", "when: 5..500",
            "when: 20..960"),
        Row(
            "2.controllers.remap.1.linear.out", .sweep(isFine: true, runsDown: true), "96..20", "out: 9..0",
            "out: 96..20"),
        Row(
            "2.controllers.remap.2.linear.in", .sweep(isFine: true, runsDown: false), "20..96", "to: cc 7",
            "linear: { in: 20..96 }\n        to: cc 7"),
        Row(
            "2.controllers.remap.3.linear.in", .tiltSweep("motion x"), "2000..9600", "from: motion x,",
            "from: motion x, linear: { in: 2000..9600 },"),
        Row("1.notes.map.60", .key, "E4", "60: D4", "60: E4"),
        Row("presets.Verse.tempo", .tempo, "99", "  routings:\n  # left", "  tempo: 99\n  routings:\n  # left"),
        Row("presets.Verse.number", .program, "12", "number: 1", "number: 12"),
        Row("1.on-load.1.send", .message, "cc 7 = 100", "send: program 3", "send: cc 7 = 100"),
        Row("1.on-load.1.channel", .channel, "9", "- send: program", "- channel: 9\n      send: program"),
        Row("2.controllers.remap.1.from", .stepping(was: "cc 1"), "cc 11", "from: cc 1,", "from: cc 11,"),
        Row("2.controllers.remap.1.trigger", .value(isFine: false, prefix: ""), "9", "trigger: 64", "trigger: 9"),
        Row(
            "2.controllers.remap.2.to", .controller(was: "cc 7"), "channel-pressure", "to: cc 7", "to: channel-pressure"
        ),
        Row("2.restrict.conditions.of.1.when", .value(isFine: false, prefix: ">= "), ">= 7", "\">= 50\"", "\">= 7\""),
        Row("2.restrict.conditions.of.2.controller", .controller(was: "key C1"), "key F#3", "key C1", "key F#3"),
        Row("2.restrict.conditions.of.2.channel", .channel, "16", "channel: 2", "channel: 16"),
        Row(
            "2.restrict.conditions.of.2.when", .value(isFine: false, prefix: ">= "), ">= 100", "channel: 2 }",
            "when: \">= 100\", channel: 2 }"),
        Row(
            "2.velocity.fixed", .velocity, "7", "    restrict:\n      notes: D4",
            "    velocity: { fixed: 7 }\n    restrict:\n      notes: D4"),
        Row("assignments.1.controller", .controller(was: "switch A"), "switch A long", "switch A,", "switch A long,"),
        Row("assignments.2.controller", .controller(was: "program"), "cc 4", "program   #", "cc 4   #"),
        Row("input-keyboard.channel", .channel, "2", "{ port: keys }", "{ channel: 2, port: keys }"),
        Row("motion.range.y", .tilt(axis: 1), "-20..35", "y: 0..60", "y: -20..35"),
        Row("motion.range.x", .tilt(axis: 0), "-20..35", "{ y: 0", "{ x: -20..35, y: 0"),
        Row("ports.out.channel", .channel, "2", "channel: 4", "channel: 2"),
    ]

    @Test(arguments: rows)
    func onlyTheValueChanges(_ row: Row) throws {
        // `old` includes enough text around the value to occur only once.
        let place = try place(LearnPlaceTests.box, row.place)
        #expect(place.kind == row.kind)
        let new = written(place, with: row.value)
        let parts = LearnPlaceTests.box.split(separator: row.old, omittingEmptySubsequences: false)
        #expect(parts.count == 2 && new == parts.joined(separator: row.new), "\(row.place):\n\(new)")
        #expect(isGood(place, with: row.value), "\(row.place) has errors with \(row.value)")
    }

    private static let split = """
        treadle: 1
        ports: { keys: { match: "K*" }, pad: { match: "P*" }, out: { match: "O*" } }
        presets:
        - name: Verse
          routings:
          - { name: Low, from: [keys], to: [out], restrict: { notes: C-1..B3 } }
          - { name: "1", from: [keys], to: [out], restrict: { notes: 60..G9, velocities: 1..90 } }
          - { name: Loud, from: [keys], to: [out], restrict: { notes: "C4..C6" } }
          - { name: Gap, from: [keys], to: [out], restrict: { notes: C#4..G9 } }
          - { name: Pad, from: [pad], to: [out], restrict: { notes: C4..G9 } }
          - { name: Two, from: [keys], to: [out], restrict: { notes: C4..G9, channel: 2 } }

        """

    /// M7: learning moves the range of every routing with the same sources and channel that meets the split point.
    @Test func splitPointIsLearntOnBothSides() throws {
        func learnt(_ routing: String, _ value: String) throws -> String {
            let place = try place(LearnPlaceTests.split, "presets.Verse.routings.\(routing).restrict.notes")
            return isGood(place, with: value) ? written(place, with: value) : "has errors"
        }
        let split = LearnPlaceTests.split
        let higher = split.replacing("C-1..B3", with: "C2..F4").replacing("60..G9", with: "F#4..G9")
            .replacing("\"C4..C6\"", with: "\"F#4..C6\"")
        #expect(try learnt("Low", "C2..F4") == higher)
        let lower = split.replacing("C-1..B3", with: "C-1..A2").replacing("\"C4..C6\"", with: "\"A#2..C5\"")
        #expect(try learnt("Loud", "A#2..C5") == lower)
        // Loud would have no notes left and stays; the other neighbour moves.
        let highest = split.replacing("C-1..B3", with: "C-1..C7").replacing("60..G9", with: "C#7..G9")
        #expect(try learnt("Low", "C-1..C7") == highest)
        // An end that meets no other routing moves alone.
        #expect(try learnt("Low", "C2..B3") == split.replacing("C-1..B3", with: "C2..B3"))
        #expect(
            try learnt("Pad", "D4..G9")
                == split.replacing(
                    "[pad], to: [out], restrict: { notes: C4", with: "[pad], to: [out], restrict: { notes: D4"))
    }

    /// A learnt entry replaces the entry of the same key, even if that is spelt differently; otherwise it is added.
    @Test func entriesOfANoteMapAreAdded() throws {
        for (map, value, new) in [
            ("notes: { map: { 60: D4, F#3: none } }", "C4: E4", "notes: { map: { 60: E4, F#3: none } }"),
            ("notes: { map: { 60: D4, Gb3: none } }", "F#3: E4", "notes: { map: { 60: D4, Gb3: E4 } }"),
            ("notes: { map: { 60: D4 } }", "C#-1: G9", "notes: { map: { C#-1: G9, 60: D4 } }"),
            ("notes: { map: {} }", "C4: E4", "notes: { map: { C4: E4 } }"),
            ("channel: 3", "C4: E4", "notes: { map: { C4: E4 } }, channel: 3"),
        ] {
            let text = """
                treadle: 1
                ports: { keys: { match: "K*" }, out: { match: "O*" } }
                presets: [{ name: A, routings: [{ from: [keys], to: [out], \(map) }] }]

                """
            let place = try place(text, "presets.A.routings.1.notes.map")
            #expect(place.kind == .noteMapEntry)
            #expect(written(place, with: value) == text.replacing(map, with: new))
            #expect(isGood(place, with: value), "\(new) has errors")
        }
        // An entry cannot be added to a map that is a list.
        #expect(throws: LearnPlace.Problem.self) {
            try place(
                """
                treadle: 1
                ports: { keys: { match: "K*" }, out: { match: "O*" } }
                presets: [{ name: A, routings: [{ from: [keys], to: [out], notes: { map: [\(LearnPlaceTests.list)] } \
                }] }]
                """, "presets.A.routings.1.notes.map")
        }
    }

    private static let list = (0...127).map { "\($0)" }.joined(separator: ", ")

    /// The quotes of a message are escaped inside YAML's double quotes.
    @Test func sysExKeepsItsQuotes() throws {
        let value = "message \"F0 7E F7\""
        for (old, new) in [
            ("cc 7 = 1", value), ("\"cc 7 = 1\"", "\"message \\\"F0 7E F7\\\"\""), ("'cc 7 = 1'", "'\(value)'"),
        ] {
            let text = """
                treadle: 1
                ports: { keys: { match: "K*" }, out: { match: "O*" } }
                presets: [{ name: A, routings: [{ from: [keys], to: [out], on-load: [{ send: \(old) }] }] }]

                """
            let place = try place(text, "presets.A.routings.1.on-load.1.send")
            #expect(written(place, with: value) == text.replacing(old, with: new))
            #expect(isGood(place, with: value), "\(new) has errors")
        }
    }

    @Test func presetsInTheirOwnFilesAreFoundByName() throws {
        let files = [
            "presets/a.yaml": "name: A\nroutings: [{ from: [keys], to: [out] }]\n",
            "presets/b.yaml": "# second\r\nname: Cho.rus\r\nroutings:\r\n- from: [keys]\r\n  to: [out]\r\n",
        ]
        let first = try place(LearnPlaceTests.box, "presets.A.routings.1.restrict.notes", files: files)
        #expect(first.file == "presets/a.yaml" && first.old == nil)
        #expect(
            written(first, with: "C2..C3")
                == "name: A\nroutings: [{ from: [keys], restrict: { notes: C2..C3 }, to: [out] }]\n")
        let second = try place(LearnPlaceTests.box, "presets.\"Cho.rus\".routings.1.channel", files: files)
        #expect(second.file == "presets/b.yaml")
        #expect(
            written(second, with: "3")
                == "# second\r\nname: Cho.rus\r\nroutings:\r\n- from: [keys]\r\n  channel: 3\r\n  to: [out]\r\n")
    }

    @Test func jsonStaysJSON() throws {
        let text =
            "{\"treadle\": 1, \"ports\": {\"keys\": {\"match\": \"K*\"}}, \"input-keyboard\": {\"port\": \"keys\"}}"
        let place = try place(text, "input-keyboard.channel")
        #expect(
            written(place, with: "5")
                == text.replacing("{\"port\": \"keys\"}", with: "{\"channel\": \"5\", \"port\": \"keys\"}"))
    }

    @Test(arguments: [
        ("presets.Verse.name", "cannot be learnt"), ("presets.Nix.routings.1.channel", "has no item 'Nix'"),
        ("presets.Verse.routings.3.channel", "has no item '3'; it has 2"),
        ("presets.Verse.routings.0.channel", "no item '0'"),
        ("presets..x", "is not a place"), ("presets.\"x", "is not a place"),
        ("treadle.channel", "there is nothing inside"),
        ("presets.Verse.routings.1.from", "cannot be learnt"), ("presets.Verse.routings.1", "cannot be learnt"),
        ("nix.3.channel", "there is no 'nix.3.channel'"), ("name", "cannot be learnt"),
        ("motion.range.w", "cannot be learnt"), ("motion.rate", "cannot be learnt"),
        ("presets.Verse.routings.2.restrict.conditions.of.4.channel", "has no item '4'"),
    ])
    func placeThatCannotBeLearntSaysWhy(_ name: String, _ expected: String) {
        do throws(LearnPlace.Problem) {
            _ = try place(LearnPlaceTests.box, name)
            Issue.record("\(name) can be learnt")
        } catch {
            #expect(error.message.contains(expected), "\(error.message)")
        }
    }

    /// A value that an alias or a merge shares with other places is not edited.
    @Test func sharedValuesAreNotEdited() {
        let text = """
            treadle: 1
            ports: { keys: { match: "K*" }, out: { match: "O*" } }
            presets:
            - { name: A, routings: [{ from: [keys], to: [out], restrict: &r { notes: C2..C3 } }] }
            - { name: B, routings: [{ from: [keys], to: [out], restrict: *r }] }
            - { name: C, routings: [{ from: [keys], to: [out], restrict: { <<: *r } }] }

            """
        for preset in ["B", "C"] {
            do throws(LearnPlace.Problem) {
                _ = try place(text, "presets.\(preset).routings.1.restrict.notes")
                Issue.record("\(preset) is edited")
            } catch {
                #expect(error.message.contains("shared"), "\(error.message)")
            }
        }
    }

    @Test func invalidValueIsRefused() throws {
        let place = try place(LearnPlaceTests.box, "presets.Verse.routings.2.controllers.remap.1.from")
        #expect(!isGood(place, with: "nonsense 7"))
    }
}
