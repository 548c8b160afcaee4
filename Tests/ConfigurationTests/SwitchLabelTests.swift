import Plan
import Testing

@testable import Configuration

/// D2: what the footswitches do, for a display of four rows.
@Suite struct SwitchLabelTests {
    /// A box whose second preset has assignments of its own, or none.
    private static func box(rows: Int, own: String) -> String {
        """
        treadle: 1
        display: { chip: hd44780, columns: 20, rows: \(rows) }
        footswitches: { A: { line: "g:1" }, B: { line: "g:2" }, C: { line: "g:3" } }
        assignments:
        - { from: footswitches, controller: switch A, do: { 127: preset "Bridge" } }
        - { from: footswitches, controller: switch C short, do: { 127: tap } }
        presets:
        - { name: Bridge, number: 1, routings: [] }
        - { name: Verse, number: 2, \(own)routings: [] }

        """
    }

    private static let own =
        "assignments: [{ from: footswitches, controller: switch A, do: { 127: panic } }], "

    /// The labels of both presets.
    private func labels(rows: Int, own: String) throws -> [[String]] {
        let plan = try loaded(SwitchLabelTests.box(rows: rows, own: own)).plan
        return (0..<2).map { index in
            let preset = plan.pointee.presets[PresetIndex(index)]
            return (0..<Int(preset.switchLabelCount)).compactMap { place in
                preset.switchLabels.map { labels in
                    var text = ""
                    for index in 0..<Int(labels[place].count) {
                        text.unicodeScalars.append(Unicode.Scalar(labels[place].scalars[index]) ?? "?")
                    }
                    return text
                }
            }
        }
    }

    @Test func eachPresetNamesWhatItsSwitchesDo() throws {
        #expect(try labels(rows: 4, own: SwitchLabelTests.own) == [["A Bridge", "C tap"], ["A panic", "C tap"]])
    }

    /// The rows go on to show the next preset and the last message where a load changes nothing at the switches.
    @Test func boxesWithoutAssignmentsOfPresetsHaveNone() throws {
        #expect(try labels(rows: 4, own: "") == [[], []])
        #expect(try labels(rows: 2, own: SwitchLabelTests.own) == [[], []])
    }
}
