import Panel
import Testing

/// Long, double and chords around their windows: 500, 300 and 80 ms (F2).
@Suite struct GestureTests {
    /// A sequence of steps and the expected gestures. In `feet`, a capital letter presses a footswitch, a small letter
    /// releases it, `-` lets time pass; a number of milliseconds follows.
    struct Row: Sendable {
        var name: String
        var chords = ""
        var feet: String
        var heard: [String]
    }

    static let rows = [
        Row(
            name: "long comes when held and goes on release", feet: "A0 -499 a800",
            heard: ["A 127 0", "A long 127 500", "A 0 800", "A long 0 800"]),
        Row(
            name: "a release exactly at long is long", feet: "A0 a500",
            heard: ["A 127 0", "A long 127 500", "A 0 500", "A long 0 500"]),
        Row(
            name: "a release just before long is not", feet: "A0 a499.999999 -2000",
            heard: ["A 127 0", "A 0 499.999999"]),
        Row(
            name: "double is at the second press", feet: "A0 a100 A200 a800",
            heard: [
                "A 127 0", "A 0 100", "A 127 200", "A double 127 200", "A long 127 700", "A 0 800", "A long 0 800",
                "A double 0 800",
            ]),
        Row(
            name: "a second press exactly at double counts", feet: "A0 a100 A300",
            heard: ["A 127 0", "A 0 100", "A 127 300", "A double 127 300"]),
        Row(
            name: "a second press just after double is a first", feet: "A0 a100 A300.000001 a400 A500",
            heard: [
                "A 127 0", "A 0 100", "A 127 300.000001", "A 0 400", "A 127 500", "A double 127 500",
            ]),
        Row(
            name: "a third press after a double counts anew", feet: "A0 a50 A100 a150 A200 a250 A300 a350",
            heard: [
                "A 127 0", "A 0 50", "A 127 100", "A double 127 100", "A 0 150", "A double 0 150", "A 127 200",
                "A 0 250", "A 127 300", "A double 127 300", "A 0 350", "A double 0 350",
            ]),
        Row(
            name: "a chord comes with the second and lasts until one is released", chords: "AB",
            feet: "A0 B50 a200 b300", heard: ["A 127 0", "chord0 127 50", "A 0 200", "chord0 0 200"]),
        Row(
            name: "the second released first ends the chord and nothing else", chords: "AB",
            feet: "B0 A50 a100 b200", heard: ["B 127 0", "chord0 127 50", "chord0 0 100", "B 0 200"]),
        Row(
            name: "the second at exactly 80 ms is a chord", chords: "AB", feet: "A0 B80",
            heard: ["A 127 0", "chord0 127 80"]),
        Row(
            name: "the second just after 80 ms acts alone", chords: "AB", feet: "A0 B80.000001",
            heard: ["A 127 0", "B 127 80.000001"]),
        Row(
            name: "a pair that nobody names is no chord", chords: "AB", feet: "A0 C50",
            heard: ["A 127 0", "C 127 50"]),
        Row(
            name: "the first released before the second is no chord", chords: "AB", feet: "A0 a40 B60",
            heard: ["A 127 0", "A 0 40", "B 127 60"]),
        Row(
            name: "the first of a chord becomes long, the second never", chords: "AB", feet: "A0 B50 -2000",
            heard: ["A 127 0", "chord0 127 50", "A long 127 500"]),
        Row(
            name: "double of the first comes before the chord", chords: "AB", feet: "A0 a100 A200 B250 a300",
            heard: [
                "A 127 0", "A 0 100", "A 127 200", "A double 127 200", "chord0 127 250", "A 0 300", "A double 0 300",
                "chord0 0 300",
            ]),
        Row(
            name: "the second of a chord is no press of a double", chords: "AB", feet: "A0 B50 b100 B200",
            heard: ["A 127 0", "chord0 127 50", "chord0 0 100", "B 127 200"]),
        Row(
            name: "chords that share a switch both sound", chords: "AB CA", feet: "A0 B30 C60 a100",
            heard: ["A 127 0", "chord0 127 30", "chord1 127 60", "A 0 100", "chord0 0 100", "chord1 0 100"]),
        Row(
            name: "a third foot makes a chord with the second", chords: "AB BC", feet: "A0 B50 C100 b200",
            heard: ["A 127 0", "chord0 127 50", "chord1 127 100", "chord0 0 200", "chord1 0 200"]),
        Row(
            name: "B is the first when A comes back", chords: "AB", feet: "A0 B50 a100 A120 a200",
            heard: ["A 127 0", "chord0 127 50", "A 0 100", "chord0 0 100", "chord0 127 120", "chord0 0 200"]),
    ]

    /// F2: short is a press that ends before `long`, and that no chord has used.
    static let shortRows = [
        Row(
            name: "short is at the release", feet: "A0 a499.999999",
            heard: ["A 127 0", "A 0 499.999999", "A short 127 499.999999", "A short 0 499.999999"]),
        Row(
            name: "a release exactly at long is not short", feet: "A0 a500",
            heard: ["A 127 0", "A long 127 500", "A 0 500", "A long 0 500"]),
        Row(
            name: "both presses of a double are short", feet: "A0 a100 A200 a250",
            heard: [
                "A 127 0", "A 0 100", "A short 127 100", "A short 0 100", "A 127 200", "A double 127 200", "A 0 250",
                "A double 0 250", "A short 127 250", "A short 0 250",
            ]),
        Row(
            name: "neither of a chord is short", chords: "AB", feet: "A0 B50 b100 a200",
            heard: ["A 127 0", "chord0 127 50", "chord0 0 100", "A 0 200"]),
        Row(
            name: "the next press after a chord is short", chords: "AB", feet: "A0 B50 a100 b100 A200 a300",
            heard: [
                "A 127 0", "chord0 127 50", "A 0 100", "chord0 0 100", "A 127 200", "A double 127 200", "A 0 300",
                "A double 0 300", "A short 127 300", "A short 0 300",
            ]),
        Row(
            name: "two that are no chord are short both", chords: "AB", feet: "A0 B90 a100 b200",
            heard: [
                "A 127 0", "B 127 90", "A 0 100", "A short 127 100", "A short 0 100", "B 0 200", "B short 127 200",
                "B short 0 200",
            ]),
    ]

    @Test(arguments: shortRows) func pressThatEndsBeforeLongIsShort(row: Row) throws {
        #expect(try row.play(recordsShort: true) == row.heard, "\(row.name)")
    }

    @Test func releaseOfASwitchThatWasDownAtTheStartIsNotShort() {
        var recorder = FootswitchRecorder()
        recorder.recordsShort = true
        recorder.switches.begin(0, closed: true)
        recorder.up(0, 100)
        #expect(!recorder.log.contains { $0.contains("short") })
    }

    @Test(arguments: rows) func stepsGiveTheExpectedGestures(row: Row) throws {
        #expect(try row.play(recordsShort: false) == row.heard, "\(row.name)")
    }

    /// The owner need not call earlier.
    @Test func longIsTheNextDeadlineOfAPress() {
        var recorder = FootswitchRecorder()
        recorder.down(0, 0)
        recorder.advance(499)
        #expect(recorder.switches.nextDeadline == 500_000_000)
    }

    @Test func orderOfSwitchesInAChordDoesNotMatter() {
        var switches = Footswitches()
        for _ in 0..<16 { #expect(switches.addSwitch(debounce: 0, long: 1, double: 1) != nil) }
        #expect(switches.addSwitch(debounce: 0, long: 1, double: 1) == nil)
        #expect(switches.addChord(3, 7) == 0)
        #expect(switches.addChord(7, 3) == 0)
        #expect(switches.chordCount == 1)
        let others = (0..<16).flatMap { a in (a + 1..<16).map { (a, $0) } }.filter { $0 != (3, 7) }
        for (a, b) in others.prefix(31) { #expect(switches.addChord(a, b) != nil) }
        let (a, b) = others[31]
        #expect(switches.addChord(a, b) == nil)
    }

    /// F6: only a switch whose single press has a listener waits.
    @Test func singleWaitsForASecondPress() {
        var recorder = FootswitchRecorder()
        recorder.switches.singles = 0b01
        for index in 0..<2 {
            recorder.down(index, 0)
            recorder.up(index, 100)
        }
        #expect(recorder.switches.nextDeadline == 300 * FootswitchRecorder.ms + 1 || !recorder.log.isEmpty)
        recorder.advance(1000)
        #expect(recorder.log.filter { $0.contains("single") }.count == 2)
        #expect(recorder.log.filter { $0.hasPrefix("B") } == ["B 127 0", "B 0 100"])
        recorder.log = []
        // Pressed again, but as the second of a chord.
        var chord = FootswitchRecorder(chords: [(0, 1)])
        chord.switches.singles = 0b01
        chord.down(0, 0)
        chord.up(0, 50)
        chord.down(1, 200)
        chord.down(0, 250)
        chord.advance(400)
        chord.up(0, 500)
        #expect(chord.log.filter { $0.hasPrefix("A single") } == ["A single 127 300.000001", "A single 0 300.000001"])
        // The listener has gone meanwhile: the press under way still ends.
        recorder.down(0, 2000)
        recorder.switches.singles = 0
        recorder.advance(3000)
        recorder.up(0, 3100)
        #expect(recorder.log.filter { $0.contains("single 0") }.count == 1)
        recorder.advance(4000)
        #expect(recorder.switches.nextDeadline == never)
    }

    @Test func controlNumbersFitTheMessage() {
        #expect(Footswitches.contact(2) == 10)
        #expect(Footswitches.short(2) == 11)
        #expect(Footswitches.long(2) == 12)
        #expect(Footswitches.double(15) == 78)
        #expect(Footswitches.single(15) == 79)
        #expect(Footswitches.chord(31) == 111)
        #expect(PanelLimits.controls == 112)
    }
}

extension GestureTests.Row: CustomTestStringConvertible {
    var testDescription: String { name }

    /// Plays the steps and returns the gestures.
    func play(recordsShort: Bool) throws -> [String] {
        var recorder = FootswitchRecorder(
            chords: chords.split(separator: " ").map { (Self.foot($0.first!), Self.foot($0.last!)) })
        recorder.recordsShort = recordsShort
        for step in feet.split(separator: " ") {
            let time = UInt64((try #require(Double(step.dropFirst())) * 1_000_000).rounded())
            switch step.first! {
            case "-": recorder.advance(time / 1_000_000)
            case let letter: recorder.edge(Self.foot(letter), letter.isUppercase, time)
            }
        }
        return recorder.log
    }

    static func foot(_ letter: Character) -> Int { Int(letter.uppercased().utf8.first!) - 65 }
}
