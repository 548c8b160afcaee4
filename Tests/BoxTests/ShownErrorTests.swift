import Configuration
import Testing

@testable import Box

/// Errors of a file with its line (docs/reference/COMMANDS.md).
@Suite struct ShownErrorTests {
    private let faulty = "treadle: 1\n音: 1\n"

    @Test func eachErrorHasItsLineAndACaret() throws {
        let run = try Finished(["check", "-"], input: faulty)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("<stdin>:2:1: error: "), "\(run)")
        #expect(lines.dropFirst() == ["    2 | 音: 1", "      | ^"])
    }

    @Test func scriptsListsAndTranslationsShowTheLineToo() throws {
        let box = try TemporaryFile("treadle: 1\nports: { k: { match: k } }\n")
        let shown = { (words: [String], input: String) throws in
            try Finished(words, input: input).errors.split(separator: "\n").suffix(2)
        }
        #expect(try shown(["render", box.path], "0 k 90 zz\n") == ["    1 | 0 k 90 zz", "      |        ^"])
        #expect(try shown(["list", "-"], "1\n\tx\n") == ["    2 |     x", "      |     ^"])
        #expect(try shown(["list", "-"], "é x\n") == ["    1 | é x", "      |   ^"])
        #expect(
            try shown(["translate", "--from", "bytes", "--to", "ump"], "90\n9é 9x\n") == ["    2 | 9é 9x", "      | ^"])
    }

    @Test func coloursStandOnlyWhereTheyAreWanted() {
        let source = SourceLine(line: Array("ab c".utf8)[...], column: 4)
        let error = Diagnostic(file: "a\u{1B}", line: 7, column: 4, message: "no \u{1B}[2J", source: source)
        #expect(
            DiagnosticText.text(of: error, isColoured: false)
                == "a\\x1B:7:4: error: no \\x1B[2J\n    7 | ab c\n      |    ^\n")
        let coloured = DiagnosticText.text(of: error, isColoured: true)
        #expect(coloured.contains("\u{1B}[1;31merror:\u{1B}[m") && coloured.contains("\u{1B}[1;32m^\u{1B}[m"))
        #expect(!coloured.contains("\u{1B}[2J"))
    }

    /// script(1) of util-linux gives it a terminal.
    @Test(
        arguments: [
            ("TERM=xterm", true), ("TERM=dumb", false), ("TERM=", false), ("TERM=xterm NO_COLOR=1", false),
            ("TERM=xterm NO_COLOR=", true),
        ])
    func coloursDependOnTheTerminal(_ environment: String, _ isColoured: Bool) throws {
        let box = try TemporaryFile(faulty)
        let said = try Finished.shell(
            "env -u NO_COLOR \(environment) script -qec \"'$0' check '\(box.path)'\" /dev/null < /dev/null")
        #expect(said.contains("error:") && said.contains("\u{1B}") == isColoured, "\(said)")
    }
}
