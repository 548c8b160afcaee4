import Plan
import Testing

@testable import Configuration

/// `treadle list`: its curves equal those of the engine, and it reads lists in many formats.
struct ValueListTests {
    private func shape(_ use: ValueList.Use = .controllers, _ inTop: Int = 127, _ outTop: Int = 127) -> ValueList.Shape
    {
        var shape = ValueList.Shape()
        (shape.use, shape.inTop, shape.outTop) = (use, inTop, outTop)
        return shape
    }

    private func curve(_ text: String, _ shape: ValueList.Shape) throws -> ValueList {
        try ValueList.curve(text.split(separator: " ").map { String($0) }, shape).get()
    }

    private static let curves = [
        ("softness 30", "softness: 30"), ("softness -100", "softness: -100"), ("softness 100", "softness: 100"),
        ("dynamics -20", "dynamics: -20"), ("dynamics 100", "dynamics: 100"), ("cutoff 40", "cutoff: 40"),
        ("cutoff 99", "cutoff: 99"), ("free 0 40,20 90,110 127", "free: [0, [40, 20], [90, 110], 127]"),
        ("curve softness 30", "softness: 30"), ("softness: 30", "softness: 30"),
        ("{ curve: { free: [127, [1, 5], [2, 90], 0] } }", "free: [127, [1, 5], [2, 90], 0]"),
    ]

    /// R7: the list in a file gives the same velocities as the curve in the configuration.
    @Test(arguments: curves)
    func listOfAVelocityCurveIsTheCurve(_ words: String, _ written: String) throws {
        let list = try curve(words, shape(.velocities))
        let it = try loaded(
            box(
                "{from: [keys], to: [out], velocity: {curve: {\(written)}}}, {from: [keys], to: [out], velocity: "
                    + "{list: l}}"
            ),
            files: ["l": list.text])
        #expect(it.velocityMap(0) != nil && it.velocityMap(0) == it.velocityMap(1))
        // `velocity:` sets the use of the list.
        #expect(try curve("velocity: { curve: { \(written) } }", shape()).values == list.values)
    }

    private static let remaps = [
        ("cc 1", "cc 2", 1, 127, 127), ("cc 1", "pitch-bend", 1, 127, 16383),
        ("pitch-bend", "cc 2", ControlInput.pitchBend, 16383, 127),
        ("pitch-bend", "cc 2 14-bit", ControlInput.pitchBend, 16383, 16383),
    ]

    /// R10, in both precisions.
    @Test(arguments: curves, remaps)
    func listOfAControllerCurveIsTheCurve(_ curve: (String, String), _ remap: (String, String, Int, Int, Int)) throws {
        let (from, to, slot, inTop, outTop) = remap
        let list = try self.curve(curve.0, shape(.controllers, inTop, outTop))
        let it = try loaded(
            box(
                """
                {from: [keys], to: [out], controllers: {remap: [{from: \(from), to: \(to), curve: {\(curve.1)}}]}},
                {from: [keys], to: [out], controllers: {remap: [{from: \(from), to: \(to), list: l}]}}
                """), files: ["l": list.text])
        let remaps = [0, 1].map { it.remaps(slot, routing: $0)[0] }
        #expect(remaps.allSatisfy { $0.map == nil })
        #expect(list.values.count == inTop + 1)
        #expect((0...inTop).allSatisfy { remaps[0].output(of: Int32($0)) == remaps[1].output(of: Int32($0)) })
    }

    @Test(arguments: remaps, ["linear", "linear 10..100 127..5", "linear: { out: 90..3 }", "linear 60..60 1..2"])
    func listOfALinearMapIsTheMap(_ remap: (String, String, Int, Int, Int), _ words: String) throws {
        let (from, to, slot, inTop, outTop) = remap
        let list = try curve(words, shape(.controllers, inTop, outTop))
        let written = [
            "linear": "linear: {}", "linear 10..100 127..5": "linear: {in: 10..100, out: 127..5}",
            "linear 60..60 1..2": "linear: {in: 60..60, out: 1..2}",
        ]
        let it = try loaded(
            box(
                """
                {from: [keys], to: [out], controllers: {remap: [{from: \(from), to: \(to), \
                \(written[words] ?? words)}]}},
                {from: [keys], to: [out], controllers: {remap: [{from: \(from), to: \(to), list: l}]}}
                """), files: ["l": list.text])
        let mapped = it.remaps(slot)[0]
        let listed = it.remaps(slot, routing: 1)[0]
        #expect((0...inTop).allSatisfy { mapped.output(of: Int32($0)) == listed.output(of: Int32($0)) })
    }

    @Test(
        arguments: [
            ("softness", "`softness` is empty; it must be a number -100..100"), ("softness 101", "-100..100"),
            ("sofness 3", "`sofness` is not a curve; it must be one such as softness 30"),
            ("3 4", "`3` is not a curve"),
            ("sofness: 3", "did you mean `softness`?"),
            ("{}", "a curve is missing"), ("softness 3 4", "is `3 4`"),
            ("free 1 2", "has 2 points"), ("free 0 40,x 90,110 127", "`free` is `x`"),
            ("free 0 90,1 40,2 127", "from left to right"), ("linear 0..127", "an input and an output range"),
            ("linear 0..128 1..2", "within 0..127"), ("linear 9..1 1..2", "the lower first"),
            ("{ softness: 3, cutoff: 3 }", "exclude each other"), ("curve: { softness: 3", "is not closed"),
            ("softness: 3 cutoff: 3", "ends a key"), ("curve: { foo: 1 }", "not a key of `curve`"),
            ("list: none.txt", "cannot be read: No such file"), ("a: { b", "this `{` is not closed"),
            ("velocity: {}", "needs one of"),
        ])
    func faultOfACurveIsReported(_ words: String, _ part: String) {
        let words = words.split(separator: " ").map { String($0) }
        guard case .failure(let diagnostics) = ValueList.curve(words, shape()) else {
            Issue.record("the curve is accepted")
            return
        }
        #expect(diagnostics.list.contains { $0.message.contains(part) }, "\(diagnostics.text)")
    }

    private func lines(_ count: Int) -> String { (0..<count).map { "\($0 % 128)\n" }.joined() }

    private func reported(_ text: String, _ shape: ValueList.Shape) -> [String] {
        switch ValueList.read(Array(text.utf8), name: "f", shape) {
        case .success(let list): list.diagnostics.list.map { $0.text }
        case .failure(let diagnostics): diagnostics.list.map { $0.text }
        }
    }

    @Test func listsInManyFormatsAreRead() throws {
        let up = Array(0...127)
        let texts = [
            lines(128), lines(128) + "\n\r\n\n", lines(128).replacing("\n", with: "\r\n"), "\u{FEFF}" + lines(128),
            up.map { "\($0)" }.joined(separator: ","), up.map { "\($0)" }.joined(separator: "; ") + ";\n",
            up.map { "\($0)" }.joined(separator: "\t"), up.map { "\($0)" }.joined(separator: " , "),
            // Two columns, input and output; rows of eight.
            up.map { "\($0);\($0)\n" }.joined(),
            up.map { "\($0)" + ($0 % 8 == 7 ? ",\n" : ",") }.joined(),
        ]
        for text in texts {
            #expect(try ValueList.read(Array(text.utf8), name: "f", shape()).get().values == up, "\(text)")
            #expect(reported(text, shape()).isEmpty)
        }
        let falling = up.map { "\($0) \(127 - $0)\n" }.joined()
        #expect(try ValueList.read(Array(falling.utf8), name: "f", shape()).get().values == up.reversed())
    }

    /// A configuration reads lists in the same formats as `treadle list`.
    @Test(arguments: [
        "\u{FEFF}%", "%\r", "0,%", "0;%", "0\t%", "  %.0 ", "%.000",
    ])
    func configurationsReadTheSameListFormats(_ form: String) throws {
        let isTable = form.hasPrefix("0")
        var text = ""
        for value in 0..<128 {
            let start = form.hasPrefix("\u{FEFF}") && value > 0 ? String(form.dropFirst()) : form
            let row = start.replacing("%", with: "\(127 - value)")
            text += (isTable ? "\(value)" + row.dropFirst() : row) + "\n"
        }
        let it = try loaded(
            box(
                """
                {from: [keys], to: [out], notes: {map: l}, velocity: {list: l},
                 controllers: {remap: [{from: cc 1, to: cc 2, list: l}]}}
                """), files: ["l": text])
        let expected = (0...127).map { 127 - UInt8($0) }
        #expect(it.noteMap() == expected && it.velocityMap() == expected)
        #expect((0...127).allSatisfy { it.remaps(1)[0].output(of: Int32($0)) == 127 - Int32($0) })
        #expect(try ValueList.read(Array(text.utf8), name: "l", shape()).get().values == expected.map { Int($0) })
    }

    @Test func conditionsReadListsWithTwoColumns() throws {
        let text = (0..<128).map { "\($0), \($0 == 5 ? 1 : 0).0\r\n" }.joined()
        let conditions = "restrict: {conditions: {of: [{from: keys, controller: cc 1, when: l}]}}"
        _ = try loaded(box("{from: [keys], to: [out], \(conditions)}"), files: ["l": text])
    }

    @Test func valuesOutsideTheRangeAreReportedAtTheirPlace() {
        let row = (0..<128).map { $0 == 2 ? "200" : "\($0)" }.joined(separator: ",") + ",300"
        let reported = diagnostics(box("{from: [keys], to: [out], velocity: {list: l}}"), files: ["l": row])
        #expect(
            reported.filter { $0.severity == .error }.map { $0.text } == [
                "l:1:5: error: the value is `200`; it must be a number 0..127"
            ])
    }

    private static let stage = """
        treadle: 1
        note-names: german
        ports: {keys: {match: k}, out: {match: o}}
        presets:
        - name: Verse
          routings:
          - name: Piano
            from: [keys]
            to: [out]
            restrict: {conditions: {of: [{from: keys, controller: note-value, when: "<= C2"}]}}
            notes: &notes {shift: 1, map: {H3: Bb3, C4: none}}
            velocity: {fixed: 90}
          - {from: [keys], to: [out], notes: {filter: true}}
          - {from: [keys], to: [out], notes: {map-tones: {C: H}}}
          - {from: [keys], to: [out], notes: *notes}

        """

    private func place(_ place: String) throws -> [Int] {
        let files = ConfigurationFiles.memory(["box.yaml": Array(ValueListTests.stage.utf8)])
        return try ValueList.place(place, files, box: "box.yaml").get().values
    }

    @Test(arguments: ["presets.Verse.routings.Piano.notes", "presets.1.routings.4.notes"])
    func noteStageIsExportedAsAWhole(_ name: String) throws {
        // H3 (59) becomes Bb3 (58) and then 59, C4 drops, G9 leaves the range.
        let expected = (0...127).map { $0 == 59 ? 59 : $0 == 60 || $0 == 127 ? -1 : $0 + 1 }
        #expect(try place(name) == expected)
    }

    @Test func partsOfAConfigurationAreExported() throws {
        let map = try place("presets.Verse.routings.Piano.notes.map")
        #expect(map == (0...127).map { $0 == 59 ? 58 : $0 == 60 ? -1 : $0 })
        let tones = try place("presets.Verse.routings.3.notes.map-tones")
        #expect(tones == (0...127).map { $0 % 12 == 0 ? $0 + 11 : $0 }.map { $0 > 127 ? -1 : $0 })
        #expect(try place("presets.Verse.routings.2.notes") == Array(repeating: -1, count: 128))
        #expect(try place("presets.Verse.routings.1.velocity") == [0] + Array(repeating: 90, count: 127))
        let when = try place("presets.Verse.routings.1.restrict.conditions.of.1.when")
        #expect(when == (0...127).map { $0 <= 36 ? 1 : 0 })
    }

    @Test(arguments: ["presets.Verse.routings.Piano", "presets.Verse.routings.2.velocity", "presets.Verse.name"])
    func placeWithoutAListIsRefused(_ name: String) {
        #expect(throws: LearnPlace.Problem.self) { try self.place(name) }
    }

    /// YAML on the command line gives the same list as in a configuration.
    @Test func noteMapsAndConditionsAreExportedFromYAML() throws {
        #expect(try curve("map: { C4: D4, D4: none }", shape()).values == (0...127).map { [60: 62, 62: -1][$0] ?? $0 })
        #expect(
            try curve("map-tones: { C: D }", shape()).values
                == (0...127).map { $0 % 12 == 0 ? $0 + 2 : $0 })
        #expect(try curve("notes: { shift: 2 }", shape()).values == (0...127).map { $0 > 125 ? -1 : $0 + 2 })
        #expect(try curve("when: \">= 100\"", shape()).values == (0...127).map { $0 >= 100 ? 1 : 0 })
        #expect(try curve("when: \"<= 9\"", shape(.controllers, 16383)).values.count == 16384)
    }

    @Test func faultOfAListIsReportedAtItsPlace() {
        #expect(reported("", shape()) == ["f:1:1: error: the list ends here: it has 0 lines and needs 128"])
        #expect(reported(lines(127), shape()) == ["f:127:1: error: the list ends here: it has 127 lines and needs 128"])
        #expect(reported("7\n", shape()) == ["f:1:1: error: the list ends here: it has 1 line and needs 128"])
        #expect(reported("1 2\n3", shape()) == ["f:2:1: error: the list ends here: it has 3 numbers and needs 128"])
        #expect(
            reported(lines(16383), shape(.controllers, 16383)).first?.hasPrefix("f:16383:1: error: the list ends")
                == true)
        #expect(
            reported(lines(130), shape()) == [
                "f:129:1: warning: the list has 130 lines; values beyond 128 are cut off (--in 14 takes 16384)"
            ])
        #expect(
            reported("x 1.5\n\n,1,,2\n128\n" + lines(125), shape()) == [
                "f:1:1: error: `x` is not a whole number", "f:1:3: error: `1.5` is not a whole number",
                "f:2:1: error: the line is empty; it must hold a number",
                "f:3:1: error: a number is missing before this",
                "f:3:4: error: a number is missing before this",
            ])
        #expect(
            reported("0\n 128 -1\n" + lines(125), shape()) == [
                "f:2:2: error: the value is `128`; it must be a number 0..127 (0..16383 with --out 14)",
                "f:2:6: error: the value is `-1`; it must be a number 0..127 (0..16383 with --out 14)",
            ])
        #expect(
            reported("16384\n" + lines(127), shape(.controllers, 127, 16383)) == [
                "f:1:1: error: the value is `16384`; it must be a number 0..16383"
            ])
        #expect(reported("128\n" + lines(127), shape(.velocities)).first?.hasSuffix("a number 0..127") == true)
    }

    @Test func droppedNotesAreMinusOne() throws {
        let text = "-7\n128\n60\n" + lines(125)
        #expect(
            try ValueList.read(Array(text.utf8), name: "f", shape(.notes)).get().values.prefix(4) == [-1, -1, 60, 0])
    }
}
