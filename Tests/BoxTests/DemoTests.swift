import Foundation
import HostSupport
import Testing

@testable import Box

/// `treadle demo`: the board that is built into the program.
@Suite struct DemoTests {
    /// Board/tools/demo-board writes it anew.
    @Test func itIsTheBoardOfTheExamplesByteForByte() throws {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        folder.appendPathComponent("docs/examples/laptop")
        let presets = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/presets").sorted()
        #expect(DemoBoard.files.map { $0.name } == ["box.yaml"] + presets.map { "presets/" + $0 } + ["song.mid"])
        for file in DemoBoard.files {
            let example = try Data(contentsOf: folder.appendingPathComponent(file.name))
            #expect(file.bytes == Array(example), "\(file.name)")
        }
    }

    @Test func itRunsWithoutFilesAndLeavesNone() throws {
        let folder = try TemporaryFolder()
        let terminal = try #require(try GlassTerminal(["demo"], environment: ["TMPDIR": folder.path]))
        #expect(terminal.shows("1 Split", "Laptop band"), "\(terminal.seen)")
        #expect(folder.names.contains { $0.hasSuffix("song.mid") })
        terminal.type("p")
        #expect(terminal.shows(" of 0:"), "\(terminal.seen)")
        terminal.type("q")
        #expect(terminal.ended() == 0 && terminal.isAsBefore)
        #expect(terminal.plain.contains("'treadle demo DIR' keeps them"), "\(terminal.plain)")
        #expect(folder.names.isEmpty, "\(folder.names)")
    }

    @Test func itKeepsItsFilesInANewFolder() throws {
        let folder = try TemporaryFolder()
        let board = folder.path + "/band"
        let box = try RunningBox(["demo", board])
        #expect(box.says("Laptop band"), "\(box.said)")
        box.signal(SIGTERM)
        #expect(box.says("'treadle run --simulate \(board)' runs them"), "\(box.said)")
        let end = box.ended()
        #expect(end.status == 0 && end.errors.isEmpty, "\(end)")
        #expect(try Finished(["check", board]).status == 0)
        let again = try Finished(["demo", board])
        #expect(again.status == 3 && again.errors.contains("is not empty: `box.yaml` is there"), "\(again)")
        let nowhere = try Finished(["demo", folder.path + "/a/b"])
        #expect(nowhere.status == 3 && nowhere.errors.contains("No such file or directory"), "\(nowhere)")
        #expect(try Finished(["demo", "a", "b"]).status == 2)
    }
}
