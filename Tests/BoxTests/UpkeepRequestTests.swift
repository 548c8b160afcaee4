import Host
import HostSupport
import Testing

@testable import Box

/// Requests of the page for backups, restoring and updates (W15).
@Suite struct UpkeepRequestTests {
    private func read(_ line: String) throws -> ControlRequest { try ControlRequest.read(Array(line.utf8)[...]) }

    @Test func aRequestNamesAFileOfTheFolderOfUploads() throws {
        #expect(try read("backup b-1.tar") == .upkeep(.backup("b-1.tar")))
        #expect(try read("restore r.tar") == .upkeep(.restore("r.tar")))
        #expect(try read("update check u") == .upkeep(.checkUpdate("u")))
        #expect(try read("update install u") == .upkeep(.installUpdate("u", allowsOlder: false)))
        #expect(try read("update install u older") == .upkeep(.installUpdate("u", allowsOlder: true)))
    }

    @Test(arguments: [
        "backup", "backup ../a", "backup a/b", "backup .a", "backup \"a b\"", "backup a b", "restore \"\"", "update",
        "update check", "update look u", "update install u newer", "update install u older x",
    ])
    func anotherNameIsRefused(line: String) { #expect(throws: ScriptWords.Problem.self) { try read(line) } }

    @Test(arguments: [
        (Int32(0), "b.tar: 3 files\n", ArchiveControl.Outcome.done),
        (1, "refused it is damaged\n", .refused("it is damaged")),
        (3, "new: a\nrefused it is full\n", .failed("it is full")),
        (-1, "new: a\n", .failed("it has ended unexpectedly")),
    ])
    func theOutcomeIsThatOfTheCommand(status: Int32, said: String, outcome: ArchiveControl.Outcome) {
        #expect(ArchiveControl.outcome(status, Array(said.utf8)) == outcome)
    }

    @Test func aFailureIsReportedOnStandardOutputToo() throws {
        let folder = try TemporaryFolder(["b.tar": "no archive"])
        let run = try Finished(["restore", "--report", "\(folder.path)/b.tar", "\(folder.path)/new"])
        #expect(run.status == 1 && run.output.hasPrefix("refused "), "\(run)")
    }
}
