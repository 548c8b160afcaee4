import HostSupport
import Testing

@testable import Box

/// Options and operands by the habits of POSIX and GNU (docs/reference/COMMANDS.md).
@Suite struct ArgumentsTests {
    private func problem(_ words: [String]) throws -> String {
        let run = try Finished(words)
        #expect(run.status == 2 && run.output.isEmpty, "\(words): \(run)")
        return run.errors
    }

    @Test(
        arguments: [
            ([], "overview"), (["--help"], "overview"), (["-h"], "overview"), (["help"], "overview"),
            (["help", "list"], "list"), (["list", "--help"], "list"), (["list", "-h"], "list"),
            (["list", "softness", "30", "-h"], "list"), (["list", "--help", "--nonsense"], "list"),
        ] as [([String], String)])
    func helpIsThatOfTheCommand(_ words: [String], _ which: String) throws {
        let run = try Finished(words)
        let expected = CommandTable.command(which).map { HelpText.text(of: $0) } ?? HelpText.overview
        #expect(run.status == 0 && run.output == expected && run.errors.isEmpty)
    }

    @Test(
        arguments: [
            (["mon"], "there is no command 'mon'; did you mean `monitor`?", ""),
            (["chekc"], "there is no command 'chekc'; did you mean `check`?", ""),
            (["fly"], "there is no command 'fly'", ""), (["help", "fly"], "there is no command 'fly'", ""),
            (["--verison"], "unknown option '--verison'; did you mean `--version`?", ""),
            (["--", "check"], "unknown option '--'", ""),
            (["run", "--sock", "x"], "unknown option '--sock'; did you mean `--socket`?", " run"),
            (["run", "--sock=x"], "unknown option '--sock'; did you mean `--socket`?", " run"),
            (["run", "-socket"], "unknown option '-socket'; did you mean `--socket`?", " run"),
            (["run", "--simulat"], "unknown option '--simulat'; did you mean `--simulate`?", " run"),
            (
                ["run", "--no"],
                "unknown option '--no'; did you mean `--no-realtime`?", " run"
            ),
            (["list", "-q"], "unknown option '-q'", " list"),
            (["run", "--socket"], "--socket needs a value: --socket PATH", " run"),
            (
                ["run", "--socket", "--simulate"],
                "--socket needs a value: --socket PATH, and '--simulate' is an option", " run"
            ),
            (["run", "--simulate=yes"], "--simulate takes no value", " run"),
            (["list", "--plot", "--plot", "linear"], "--plot is given twice", " list"),
            (["list", "--in", "7", "--in=14", "linear"], "--in is given twice", " list"),
            (["check", "a", "b"], "unexpected argument 'b'", " check"),
            (["run", "-"], "run reads its files again at SIGHUP, so it needs a folder or a box file", " run"),
            (["learn", "-", "x"], "learn writes into the file, so it needs a box file", " learn"),
            (["render", "-", "-"], "only one of box and scripts can be standard input", " render"),
            (["render", "b", "-", "s", "-"], "only one of box and scripts can be standard input", " render"),
        ] as [([String], String, String)])
    func wrongUsageSaysWhatWouldBeRight(_ words: [String], _ says: String, _ command: String) throws {
        #expect(try problem(words) == "treadle: \(says)\nTry 'treadle\(command) --help'.\n")
    }

    @Test(
        arguments: [
            ["--in", "14", "--out", "14", "linear"], ["--in=14", "--out=14", "linear"],
            ["linear", "--out", "14", "--in=14"], ["--in=14", "--out=14", "--", "linear"],
        ])
    func valuesStandBehindAnEqualsSignOrInTheNextWord(_ words: [String]) throws {
        let run = try Finished(["list"] + words)
        #expect(run.status == 0 && run.output.hasSuffix("\n16382\n16383\n"), "\(run.errors)")
    }

    @Test func negativeNumberIsAnOperand() throws {
        let run = try Finished(["list", "dynamics", "-20"])
        #expect(run.status == 0)
        #expect(try Finished(["list", "--", "dynamics", "-20"]).output == run.output)
        // A place in words of its own would be refused as wrong usage, not as an unknown option.
        #expect(try problem(["list", "dynamics", "-.5x"]).contains("-.5x"))
    }

    @Test func twoHyphensEndTheOptions() throws {
        for word in ["--help", "-h", "--version", "--socket"] {
            let run = try Finished(["check", "--", word])
            #expect(run.status == 3 && run.errors.hasPrefix("\(word):1:1: error: cannot be read"), "\(run)")
        }
    }

    @Test func valueIsAttachedToAnOptionOfOneLetter() throws {
        let folder = try TemporaryFolder([:])
        let run = try Finished(["list", "linear", "-o\(folder.path)/a.txt"])
        #expect(run.status == 0 && run.output.isEmpty && folder.names == ["a.txt"])
    }

    @Test func unitOfATimeMayBeAWordOfItsOwn() throws {
        for words in [["--chord-window", "30", "ms"], ["--chord-window", "30 ms"], ["--chord-window=30 ms"]] {
            var arguments = try Arguments(words + ["keys"], of: CommandTable.monitor)
            #expect(try arguments.time("--chord-window") == 30_000_000)
            #expect(arguments.rest() == ["keys"])
        }
        var arguments = try Arguments(["--chord-window", "30ms", "s"], of: CommandTable.monitor)
        #expect(try arguments.time("--chord-window") == 30_000_000)
        #expect(arguments.rest() == ["s"])
    }

    @Test func boxFileIsReadFromStandardInput() throws {
        let box = "treadle: 1\nports: { k: { match: k } }\n"
        #expect(try Finished(["check", "-"], input: box).output.contains("port k: match k, in and out\n"))
        #expect(try Finished(["ports", "-"], input: box).output.contains("missing: k\n"))
        let both = try Finished(["ports", "-"], input: box.replacing("{ k:", with: "{ phone: { network: Mac }, k:"))
        #expect(both.output.contains("missing: k\n") && !both.output.contains("phone"))
        let bad = try Finished(["check", "-"], input: "treadle: 1\nprots: {}\n")
        #expect(bad.status == 1 && bad.errors.hasPrefix("<stdin>:2:1: error: "), "\(bad)")
        #expect(try Finished.shell("\"$0\" check - < / 2>&1; echo $?") == "treadle: <stdin>: Is a directory\n3\n")
        let script = try TemporaryFile("0 k 90 3C 64\n")
        let run = try Finished(["render", "-", script.path], input: box)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    }

    @Test func inputIsAFileOrStandardInput() throws {
        let file = try TemporaryFile("90 3C 64\n")
        let words = ["translate", "--from", "bytes", "--to", "ump"]
        #expect(try Finished(words + [file.path]).output == "20903C64\n")
        for more in [[], ["-"]] { #expect(try Finished(words + more, input: "90 3C 64\n").output == "20903C64\n") }
        let run = try Finished(["smf", "-", "keys"], input: "no song")
        #expect(run.status == 1 && run.errors.hasPrefix("<stdin>: byte 0: error: "), "\(run)")
    }
}
