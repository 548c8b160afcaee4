import Foundation
import HostSupport
import Testing

/// A command whose output is lost does not succeed (docs/reference/COMMANDS.md).
@Suite struct FullDeviceTests {
    private static let box = """
        treadle: 1
        ports: { k: { match: k } }
        presets: [{ name: P, routings: [{ from: [k], to: [k] }] }]

        """

    @Test(
        arguments: [
            [], ["--help"], ["help"], ["--version"], ["run", "--help"], ["check", "BOX"], ["list", "linear"],
            ["list", "linear", "--plot"], ["render", "BOX"], ["ports", "BOX"],
            ["help", "render"], ["help", "--man"], ["completion", "bash"], ["completion", "zsh"],
            ["completion", "fish"], ["check", "--json", "BOX"], ["ports", "--json", "BOX"],
            ["translate", "--from", "bytes", "--to", "ump"], ["bench", "copy", "1"],
        ])
    func outputToAFullDeviceEndsWith3(_ words: [String]) throws {
        let file = try TemporaryFile(FullDeviceTests.box)
        let run = try Finished(
            words.map { $0 == "BOX" ? file.path : $0 },
            input: words.first == "render" ? "0 k 90 3C 64\n" : "90 3C 64\n",
            outputPath: "/dev/full")
        #expect(
            run.status == 3 && run.errors.hasSuffix("treadle: standard output: No space left on device\n"), "\(run)")
    }

    /// The text lost on standard error may be a warning.
    @Test func warningsToAFullDeviceEndWith3() throws {
        let run = try Finished(
            ["list", "-"], input: String(repeating: "7\n", count: 130), errorPath: "/dev/full")
        #expect(run.status == 3, "\(run)")
    }

    /// So may be the reason for status 1 or 2, which then nobody can know.
    @Test(arguments: [["list", "-"], ["list"], ["nothing"], ["check", "/dev/null/box.yaml"]])
    func errorsToAFullDeviceEndWith3(_ words: [String]) throws {
        let run = try Finished(words, input: "x\n", errorPath: "/dev/full")
        #expect(run.status == 3, "\(run)")
    }

    /// The same of standard error that is closed.
    @Test func errorsWithoutAStreamEndWith3() throws {
        #expect(try Finished.shell("\"$0\" list 2>&-; echo $?") == "3\n")
    }

    /// `treadle … | head -1`: it ends by SIGPIPE and prints nothing, as other tools do.
    @Test func closedPipeEndsACommandQuietly() throws {
        #expect(
            try Finished.shell("\"$0\" list linear --in 14 --out 14 | head -n 1; echo ${PIPESTATUS[0]}") == "0\n141\n")
    }

    /// Where the signal is ignored the write fails: quietly, but not with 0.
    @Test func closedPipeIsAFailureWhenTheSignalIsIgnored() throws {
        #expect(
            try Finished.shell("trap '' PIPE; \"$0\" list linear --in 14 --out 14 | true; echo ${PIPESTATUS[0]}")
                == "3\n")
    }

    /// A program without descriptor 1 must not get a file or a device there and write its text into it.
    @Test func closedOutputIsNotReplacedByAnotherFile() throws {
        let file = try TemporaryFile(FullDeviceTests.box)
        #expect(try Finished.shell("\"$0\" check '\(file.path)' >&- 2>/dev/null; echo $?") == "3\n")
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == FullDeviceTests.box)
    }

    /// E4: the old list stays when the disk is full; otherwise the whole new list is there.
    @Test func savedListIsOldOrNew() throws {
        let folder = try TemporaryFolder(["soft.txt": "old"])
        let full = try Finished(["list", "softness", "30", "-o", "/dev/full"])
        #expect(full.status == 3 && full.errors == "treadle: /dev/full: is not a regular file\n", "\(full)")
        let limited = try Finished.shell(
            "ulimit -f 0; trap '' XFSZ; \"$0\" list softness 30 -o '\(folder.path)/soft.txt' 2>&1; echo $?")
        #expect(limited.hasSuffix("soft.txt: File too large\n3\n"), "\(limited)")
        #expect(folder.text("soft.txt") == "old" && folder.names == ["soft.txt"])
        let run = try Finished(["list", "softness", "30", "-o", folder.path + "/soft.txt"])
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(folder.text("soft.txt") == (try Finished(["list", "softness", "30"]).output))
    }
}
