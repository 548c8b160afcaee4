import Configuration
import Foundation
import Testing

@testable import Box

/// `treadle list`: the program as a user calls it, and the picture it draws.
@Suite struct ListTests {
    @Test func exportedListIsReadBackUnchanged() throws {
        let made = try Finished(["list", "softness", "-30", "--in", "14"])
        #expect(made.status == 0 && made.errors.isEmpty)
        #expect(made.output.split(separator: "\n").count == 16384)
        let again = try Finished(["list", "-", "--in", "14"], input: made.output)
        #expect(again.status == 0 && again.output == made.output)
    }

    @Test func listCanBeWrittenAsTheConfigurationHasIt() throws {
        let words = try Finished(["list", "linear", "0..127", "127..0"])
        #expect(words.output.hasPrefix("127\n126\n"))
        for written in [["linear: { out: 127..0 }"], ["linear:", "{", "in:", "0..127,", "out:", "127..0", "}"]] {
            #expect(try Finished(["list"] + written).output == words.output)
        }
    }

    @Test(
        arguments: [
            (["list"], 2, "needs a curve"), (["list", "softness"], 2, "`softness` is empty"),
            (["list", "sofness"], 3, "sofness: No such file or directory; did you mean `softness`?"),
            (["list", "--in", "8", "linear"], 2, "--in is 7 or 14"), (["list", "--out"], 2, "--out needs a value"),
            (["list", "--velocity", "--notes", "linear"], 2, "exclude each other"),
            (["list", "--velocity", "--in", "14", "linear"], 2, "7 bits"),
            (["list", "--color", "-"], 2, "unknown option"),
            (["list", "velocity: { fixed: 1 }", "--in", "14"], 2, "leave out the options"),
            (["list", "-"], 1, "<stdin>:1:1: error: the list ends here"), (["list", "/"], 3, "Is a directory"),
        ] as [([String], Int32, String)])
    func faultsEndWithTheirStatus(_ words: [String], _ status: Int32, _ says: String) throws {
        let run = try Finished(words)
        #expect(run.status == status && run.output.isEmpty)
        #expect(run.errors.contains(says), "\(run.errors)")
    }

    @Test func aPlaceOfAConfigurationIsExportedAndReadBack() throws {
        let box = try TemporaryFile(
            """
            treadle: 1
            ports: { keys: { match: k }, out: { match: o } }
            presets: [{ name: A, routings: [{ from: [keys], to: [out], notes: { shift: -12, map-tones: { C: D } } }] }]

            """)
        let path = box.path
        let run = try Finished(["list", path, "presets.A.routings.1.notes"])
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.split(separator: "\n")[60] == "50")
        #expect(try Finished(["list", "--notes", "-"], input: run.output).output == run.output)
        #expect(try Finished(["list", path, "presets.A.name"]).status == 2)
        #expect(try Finished(["list", "--notes", path, "presets.A.routings.1.notes"]).status == 2)
        #expect(try Finished(["list", path + "x", "presets.A.routings.1.notes"]).status == 3)
    }

    @Test func tooLongListIsCutWithAWarning() throws {
        let run = try Finished(["list", "-"], input: String(repeating: "7\n", count: 130))
        #expect(run.status == 0 && run.output == String(repeating: "7\n", count: 128))
        #expect(run.errors.hasPrefix("<stdin>:129:1: warning: "))
    }

    private func list(_ words: String..., notes: Bool = false) throws -> ValueList {
        var shape = ValueList.Shape()
        if notes { shape.use = .notes }
        return try ValueList.curve(words, shape).get()
    }

    private func rows(_ text: String) -> [String] { text.split(separator: "\n").map { String($0) } }

    @Test func plotFitsATerminalOf80By24() throws {
        for dots in [true, false] {
            let rows = rows(Plot(try list("dynamics", "30"), dots: dots).text)
            #expect(rows.count == 22 && rows.allSatisfy { $0.count <= 71 })
        }
    }

    /// From corner to corner, and every column lit.
    @Test func plotOfStarsShowsTheLine() throws {
        let rows = rows(Plot(try list("linear", "0..127", "127..0"), dots: false).text)
        #expect(rows[0].hasPrefix("  127 +**") && rows[9].hasPrefix("   64 +") && rows[19].hasPrefix("    0 +"))
        #expect(rows[19].hasSuffix("**") && rows[19].count == 71)
        #expect(rows[20] == "      +" + String(repeating: "-", count: 64))
        #expect(
            rows[21] == "       0" + String(repeating: " ", count: 31) + "64" + String(repeating: " ", count: 27)
                + "127")
        for column in 7..<71 {
            #expect((0..<20).contains { Array(rows[$0]).indices.contains(column) && Array(rows[$0])[column] == "*" })
        }
    }

    /// From corner to corner, a dot an input.
    @Test func plotOfDotsHasADotAnInput() throws {
        let rows = rows(Plot(try list("linear"), dots: true).text)
        // Of 80 rows 0, 1, 2 and 3 light 0, 1, 1 and 2; 126 and 127 light 78 and 79.
        #expect(rows[19].hasPrefix("    0 ┤\u{2860}\u{2814}"))
        #expect(rows[0].hasPrefix("  127 ┤") && rows[0].hasSuffix("\u{280A}") && rows[0].count == 71)
        #expect(rows[20] == "      └" + String(repeating: "─", count: 64))
    }

    /// A step is one upright line; what drops notes leaves a gap.
    @Test func plotJoinsStepsAndLeavesGapsForDroppedNotes() throws {
        var lines = (0..<128).map { $0 < 64 ? 0 : 127 }
        func plot() throws -> [String] {
            var shape = ValueList.Shape()
            shape.use = .notes
            let text = lines.map { "\($0)\n" }.joined()
            return rows(Plot(try ValueList.read(Array(text.utf8), name: "f", shape).get(), dots: false).text)
        }
        #expect(
            try plot()[5] == "      |" + String(repeating: " ", count: 32) + "*" + String(repeating: " ", count: 31))
        for note in 32..<64 { lines[note] = -1 }
        let gap = try plot()
        #expect(gap[5] == "      |" + String(repeating: " ", count: 64))
        #expect(gap[19] == "    0 +" + String(repeating: "*", count: 16) + String(repeating: " ", count: 48))
    }

    @Test func localeDecidesOnDots() throws {
        for (locale, dots) in [("C", false), ("C.UTF-8", true), ("de_DE.utf8", true), ("en_US.ISO-8859-1", false)] {
            let run = try Finished(["list", "linear", "--plot"], environment: ["LC_ALL": locale])
            #expect(run.output.contains("┤") == dots && run.output.contains("*") != dots, "\(locale)")
        }
        let german = try Finished(["list", "linear", "--plot"], environment: ["LC_ALL": "", "LANG": "de_DE.UTF-8"])
        #expect(german.output.contains("┤"))
    }
}
