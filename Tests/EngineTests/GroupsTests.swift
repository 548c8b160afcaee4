import Configuration
import StageSupport
import Testing

/// Ports with several groups (U6). The places are `a`: 0, 4, 5 (groups 1 to 3), `b`: 1, 6, `m`: 2, `g`: 3 (group 2).
@Suite struct GroupsTests {
    private static let ports = """
        treadle: 1
        ports:
          a: { match: a, groups: 3 }
          b: { match: b, groups: 2 }
          m: { uart: /dev/ttyAMA3 }
          g: { match: g, group: 2 }
        clock: { send-when-stopped: false }

        """

    private func stage(_ rest: String) throws -> Stage {
        Stage(try Configuration.load(text: Self.ports + rest).get())
    }

    private func preset(_ routings: String) -> String { "presets: [{ name: P, number: 1, routings: [\(routings)] }]\n" }

    /// What leaves after messages of places, 20 ms apart: place and bytes.
    private func sent(_ stage: Stage, _ messages: [(UInt8, [UInt8])], at start: UInt64 = 0) -> [String] {
        var happenings: [TimedHappening] = []
        for (index, message) in messages.enumerated() {
            happenings.append(
                TimedHappening(at: start + UInt64(index) * 20_000_000, what: .bytes(port: message.0, message.1)))
        }
        // What waits for a wire goes out.
        happenings.append(TimedHappening(at: start + UInt64(messages.count) * 20_000_000, what: .action(.none)))
        let before = stage.run([]).count
        return stage.run(happenings).dropFirst(before).map { sent in
            "\(sent.port):" + sent.bytes.map { " " + String($0, radix: 16, uppercase: true) }.joined()
        }
    }

    private let cc: [UInt8] = [0xB0, 7, 99]

    @Test(
        arguments: [
            // from, to, the place of the message, the places where it goes
            ("a", "b", 0, [1]), ("a", "b", 4, [6]), ("a", "b", 5, []),
            ("a", "m", 0, [2]), ("a", "m", 5, [2]), ("m", "a", 2, [0]),
            ("a", "g", 0, [3]), ("g", "a", 3, [4]), ("g", "b", 3, [6]),
            ("a", "m, b", 4, [2, 6]), ("any", "any", 4, [6, 2, 3]), ("any", "any", 2, [0, 1, 3]),
            ("any", "any", 3, [4, 6, 2]), ("any", "any", 5, [2, 3]),
        ] as [(String, String, UInt8, [UInt8])])
    func messageGoesToItsGroup(from: String, to: String, place: UInt8, expected: [UInt8]) throws {
        let stage = try stage(preset("{ from: [\(from)], to: [\(to)] }"))
        #expect(sent(stage, [(place, cc)]) == expected.map { "\($0): B0 7 63" })
        // Notes take another path.
        let notes = sent(stage, [(place, [0x90, 60, 64]), (place, [0x80, 60, 64])], at: 100_000_000)
        #expect(notes == expected.map { "\($0): 90 3C 40" } + expected.map { "\($0): 80 3C 40" })
    }

    @Test func eachGroupHoldsItsOwnNotes() throws {
        let stage = try stage(preset("{ from: [a], to: [m] }"))
        let on: [UInt8] = [0x90, 60, 64]
        let off: [UInt8] = [0x80, 60, 64]
        // H3: the note ends with the last key that holds it, of whichever group.
        #expect(
            sent(stage, [(0, on), (4, on), (0, off), (4, off)])
                == ["2: 90 3C 40", "2: 90 3C 40", "2: 80 3C 40"])
    }

    @Test func messagesOfTheBoxGoToTheFirstGroup() throws {
        let stage = try stage(
            """
            footswitches: { A: { line: "g:1" } }
            assignments: [{ from: a, controller: cc 1, do: { 127: 'send "b" cc 7 = 5' } }]
            presets: [{ name: P, routings: [{ from: [clock], to: [b], on-load: [{ send: program 3 }] }] }]

            """)
        let loaded = stage.run([TimedHappening(at: 1_000_000, what: .action(.none))])
        #expect(loaded.map { [$0.port] + $0.bytes } == [[1, 0xC0, 3]])
        // U6: the assignment hears every group of its port.
        #expect(sent(stage, [(5, [0xB0, 1, 127])], at: 50_000_000) == ["1: B0 7 5"])
    }

    @Test func conditionHasOneStateForAllGroups() throws {
        let stage = try stage(
            preset(
                """
                { from: [m], to: [g], restrict: { conditions: { of: [
                  { from: a, controller: cc 80, mode: latch }] } } }
                """))
        // The second 127 is no edge, because the last value of the port is 127 already (C2, R14).
        #expect(sent(stage, [(0, [0xB0, 80, 127]), (5, [0xB0, 80, 127]), (2, cc)]) == ["3: B0 7 63"])
        #expect(sent(stage, [(4, [0xB0, 80, 0]), (0, [0xB0, 80, 127]), (2, cc)], at: 100_000_000) == [])
    }

    @Test func conditionBeginsWithTheNewestValueOfAnyGroup() throws {
        let condition = "restrict: { conditions: { of: [{ from: a, controller: cc 80, when: \">= 64\" }] } }"
        let stage = try stage(
            """
            presets:
            - { name: P, number: 1, routings: [] }
            - { name: Q, number: 2, routings: [{ from: [m], to: [g], \(condition) }] }

            """)
        #expect(sent(stage, [(0, [0xB0, 80, 1]), (5, [0xB0, 80, 127])]) == [])
        _ = stage.run([TimedHappening(at: 100_000_000, what: .action(.nextPreset))])
        #expect(sent(stage, [(2, cc), (0, [0xB0, 80, 2]), (2, cc)], at: 200_000_000) == ["3: B0 7 63"])
    }

    @Test func remapKeepsPreviousValuesAndPairsOfEachGroupApart() throws {
        let stage = try stage(
            preset(
                "{ from: [a], to: [m], controllers: { filter: true, remap: [{ from: cc 11/43, to: cc 20 14-bit }] } }"))
        let values: [(UInt8, [UInt8])] = [
            (0, [0xB0, 11, 10]), (0, [0xB0, 43, 1]), (4, [0xB0, 11, 90]), (4, [0xB0, 43, 2]), (0, [0xB0, 43, 3]),
        ]
        // R15: an LSB alone goes with the last MSB of its own group.
        #expect(
            sent(stage, values)
                == [
                    "2: B0 14 A", "2: B0 34 0", "2: B0 14 A", "2: B0 34 1", "2: B0 14 5A", "2: B0 34 0", "2: B0 14 5A",
                    "2: B0 34 2", "2: B0 14 A", "2: B0 34 3",
                ])
    }

    @Test func noteOfARemapEndsAtTheGroupWhereItSounds() throws {
        // It has one internal value for all its sources (R12), so one note at a time.
        let remap = "{ from: cc 1, to: note-value, mode: increment, start: 60, end: 80 }"
        let stage = try stage(preset("{ from: [a], to: [b], controllers: { remap: [\(remap)] } }"))
        let press: [UInt8] = [0xB0, 1, 127]
        #expect(sent(stage, [(4, press)]) == ["6: 90 3D 64"])
        #expect(sent(stage, [(0, press)], at: 100_000_000) == ["6: 80 3D 40", "1: 90 3E 64"])
        // `b` has no third group: the note ends, and none begins.
        #expect(sent(stage, [(5, press)], at: 200_000_000) == ["1: 80 3E 40"])
    }

    @Test func followedClockIsThatOfAnyGroup() throws {
        let text = Self.ports.replacing("send-when-stopped: false", with: "source: a")
        let stage = Stage(
            try Configuration.load(text: text + preset("{ from: [clock], to: [m] }")).get())
        stage.engine.router.beginClock(at: 0)
        #expect(sent(stage, [(5, [0xFA]), (5, [0xF8])]) == ["2: FA", "2: F8"])
    }

    @Test func unplugReleasesAGroupByItself() throws {
        let stage = try stage(preset("{ from: [a], to: [b] }"))
        _ = sent(stage, [(0, [0x90, 60, 64]), (4, [0x90, 62, 64])])
        let before = stage.run([]).count
        let after = stage.run([TimedHappening(at: 100_000_000, what: .plugInput(4, false))]).dropFirst(before)
        #expect(after.map { [$0.port] + $0.bytes } == [[6, 0x80, 62, 64]])
    }

    /// U6, E1: a device with more groups comes; places stay where they are and what is held goes on.
    @Test func moreGroupsKeepWhatIsHeld() throws {
        let text = """
            treadle: 1
            ports: { keys: { match: k }, synth: { match: s }, out: { uart: /dev/ttyAMA3 } }
            presets: [{ name: P, routings: [{ from: [keys], to: [synth, out] }, { from: [synth], to: [out] }] }]

            """
        let stage = Stage(try Configuration.load(text: text).get())
        let more = try Configuration.load(text: text, knownGroups: ["synth": 4]).get()
        #expect(more.box.groups.places(of: 1).count == 4)
        #expect(
            sent(stage, [(0, [0x90, 60, 64]), (1, [0xB0, 64, 127])]) == ["1: 90 3C 40", "2: 90 3C 40", "2: B0 40 7F"])
        stage.renew(more, at: 100_000_000)
        let last = UInt8(more.box.groups.places(of: 1)[3])
        #expect(
            sent(stage, [(last, cc), (0, [0x80, 60, 64])], at: 200_000_000) == [
                "2: B0 7 63", "1: 80 3C 40", "2: 80 3C 40",
            ])
        #expect(sent(stage, [(1, [0xB0, 64, 0])], at: 300_000_000) == ["2: B0 40 0"])
        // With fewer groups again nothing of the places that go hangs.
        #expect(sent(stage, [(last, [0x90, 65, 64])], at: 400_000_000) == ["2: 90 41 40"])
        stage.renew(try Configuration.load(text: text).get(), at: 500_000_000)
        #expect(sent(stage, [(last, [0x80, 65, 64])], at: 600_000_000) == ["2: 80 41 40"])
    }
}
