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

    private func place(_ text: String, _ place: String, files: [String: String] = [:]) throws(LearnPlace.Problem)
        -> LearnPlace
    {
        var all = files.mapValues { Array($0.utf8) }
        all["box.yaml"] = Array(text.utf8)
        return try LearnPlace(.memory(all), box: "box.yaml", place)
    }

    struct Row: Sendable {
        var place: String
        var kind: Learner.Kind
        var value: String
        var old: String
        var new: String
    }

    static let rows = [
        Row(
            place: "presets.Verse.routings.Bass.restrict.notes", kind: .noteRange, value: "C2..C#4",
            old: "notes: C-1..B3", new: "notes: C2..C#4"),
        Row(
            place: "presets.1.routings.1.restrict.notes", kind: .noteRange, value: "C2..C4", old: "notes: C-1..B3",
            new: "notes: C2..C4"),
        Row(
            place: "presets.Verse.routings.2.restrict.notes", kind: .noteRange, value: "E4..G9", old: "notes: D4..G9",
            new: "notes: E4..G9"),
        Row(
            place: "presets.Verse.routings.1.restrict.velocities", kind: .velocityRange, value: "5..90",
            old: "\"1..100\"", new: "\"5..90\""),
        Row(
            place: "presets.Verse.routings.1.restrict.channel", kind: .channel, value: "3", old: "velocities: \"1",
            new: "channel: 3, velocities: \"1"),
        Row(
            place: "presets.Verse.routings.1.channel", kind: .channel, value: "3", old: "    on-load:\n",
            new: "    channel: 3\n    on-load:\n"),
        Row(
            place: "presets.Verse.routings.1.velocity.fixed", kind: .velocity, value: "7", old: "fixed: 90",
            new: "fixed: 7"),
        Row(
            place: "presets.Verse.routings.2.controllers.remap.1.linear.in",
            kind: .sweep(isFine: false, runsDown: false),
            value: "20..96", old: "in: 1..2", new: "in: 20..96"),
        Row(
            place: "presets.Verse.routings.2.restrict.conditions.of.3.when",
            kind: .sweep(isFine: true, runsDown: false),
            value: "20..960", old: "when: 5..500", new: "when: 20..960"),
        Row(
            place: "presets.Verse.routings.2.controllers.remap.1.linear.out",
            kind: .sweep(isFine: true, runsDown: true), value: "96..20", old: "out: 9..0", new: "out: 96..20"),
        Row(
            place: "presets.Verse.routings.2.controllers.remap.2.linear.in",
            kind: .sweep(isFine: true, runsDown: false), value: "20..96", old: "to: cc 7",
            new: "linear: { in: 20..96 }\n        to: cc 7"),
        Row(
            place: "presets.Verse.routings.2.controllers.remap.3.linear.in", kind: .tiltSweep("motion x"),
            value: "2000..9600", old: "from: motion x,", new: "from: motion x, linear: { in: 2000..9600 },"),
        Row(
            place: "presets.Verse.routings.1.notes.map.60", kind: .key, value: "E4", old: "60: D4", new: "60: E4"),
        Row(
            place: "presets.Verse.tempo", kind: .tempo, value: "99", old: "  routings:\n  # left",
            new: "  tempo: 99\n  routings:\n  # left"),
        Row(place: "presets.Verse.number", kind: .program, value: "12", old: "number: 1", new: "number: 12"),
        Row(
            place: "presets.Verse.routings.1.on-load.1.send", kind: .message, value: "cc 7 = 100",
            old: "send: program 3", new: "send: cc 7 = 100"),
        Row(
            place: "presets.Verse.routings.1.on-load.1.channel", kind: .channel, value: "9", old: "- send: program",
            new: "- channel: 9\n      send: program"),
        Row(
            place: "presets.Verse.routings.2.controllers.remap.1.from", kind: .controller(was: "cc 1"), value: "cc 11",
            old: "from: cc 1,", new: "from: cc 11,"),
        Row(
            place: "presets.Verse.routings.2.controllers.remap.1.trigger", kind: .value(isFine: false, prefix: ""),
            value: "9", old: "trigger: 64", new: "trigger: 9"),
        Row(
            place: "presets.Verse.routings.2.controllers.remap.2.to", kind: .controller(was: "cc 7"),
            value: "channel-pressure", old: "to: cc 7", new: "to: channel-pressure"),
        Row(
            place: "presets.Verse.routings.2.restrict.conditions.of.1.when", kind: .value(isFine: false, prefix: ">= "),
            value: ">= 7", old: "\">= 50\"", new: "\">= 7\""),
        Row(
            place: "presets.Verse.routings.2.restrict.conditions.of.2.controller", kind: .controller(was: "key C1"),
            value: "key F#3", old: "key C1", new: "key F#3"),
        Row(
            place: "presets.Verse.routings.2.restrict.conditions.of.2.channel", kind: .channel, value: "16",
            old: "channel: 2", new: "channel: 16"),
        Row(
            place: "presets.Verse.routings.2.restrict.conditions.of.2.when", kind: .value(isFine: false, prefix: ">= "),
            value: ">= 100", old: "channel: 2 }", new: "when: \">= 100\", channel: 2 }"),
        Row(
            place: "presets.Verse.routings.2.velocity.fixed", kind: .velocity, value: "7",
            old: "    restrict:\n      notes: D4", new: "    velocity: { fixed: 7 }\n    restrict:\n      notes: D4"),
        Row(
            place: "assignments.1.controller", kind: .controller(was: "switch A"), value: "switch A long",
            old: "switch A,", new: "switch A long,"),
        Row(
            place: "assignments.2.controller", kind: .controller(was: "program"), value: "cc 4", old: "program   #",
            new: "cc 4   #"),
        Row(
            place: "input-keyboard.channel", kind: .channel, value: "2", old: "{ port: keys }",
            new: "{ channel: 2, port: keys }"),
        Row(
            place: "motion.range.y", kind: .tilt(axis: 1), value: "-20..35", old: "y: 0..60", new: "y: -20..35"),
        Row(
            place: "motion.range.x", kind: .tilt(axis: 0), value: "-20..35", old: "{ y: 0",
            new: "{ x: -20..35, y: 0"),
        Row(place: "ports.out.channel", kind: .channel, value: "2", old: "channel: 4", new: "channel: 2"),
    ]

    @Test(arguments: rows)
    func onlyTheValueChanges(_ row: Row) throws {
        // `old` includes enough text around the value to occur only once.
        let place = try place(LearnPlaceTests.box, row.place)
        #expect(place.kind == row.kind)
        let new = String(decoding: place.text(with: row.value), as: UTF8.self)
        let parts = LearnPlaceTests.box.split(separator: row.old, omittingEmptySubsequences: false)
        #expect(parts.count == 2 && new == parts.joined(separator: row.new), "\(row.place):\n\(new)")
        guard case .success = place.check(row.value) else {
            Issue.record("\(row.place) has errors with \(row.value)")
            return
        }
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
            guard case .success = place.check(value) else { return "has errors" }
            return String(decoding: place.text(with: value), as: UTF8.self)
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
            #expect(String(decoding: place.text(with: value), as: UTF8.self) == text.replacing(map, with: new))
            guard case .success = place.check(value) else {
                Issue.record("\(new) has errors")
                continue
            }
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
            #expect(String(decoding: place.text(with: value), as: UTF8.self) == text.replacing(old, with: new))
            guard case .success = place.check(value) else {
                Issue.record("\(new) has errors")
                continue
            }
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
            String(decoding: first.text(with: "C2..C3"), as: UTF8.self)
                == "name: A\nroutings: [{ from: [keys], restrict: { notes: C2..C3 }, to: [out] }]\n")
        let second = try place(LearnPlaceTests.box, "presets.\"Cho.rus\".routings.1.channel", files: files)
        #expect(second.file == "presets/b.yaml")
        #expect(
            String(decoding: second.text(with: "3"), as: UTF8.self)
                == "# second\r\nname: Cho.rus\r\nroutings:\r\n- from: [keys]\r\n  channel: 3\r\n  to: [out]\r\n")
    }

    @Test func jsonStaysJSON() throws {
        let text =
            "{\"treadle\": 1, \"ports\": {\"keys\": {\"match\": \"K*\"}}, \"input-keyboard\": {\"port\": \"keys\"}}"
        let place = try place(text, "input-keyboard.channel")
        #expect(
            String(decoding: place.text(with: "5"), as: UTF8.self)
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
        guard case .failure = place.check("nonsense 7") else {
            Issue.record("the value is accepted")
            return
        }
    }
}
