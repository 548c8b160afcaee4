import Compact
import Foundation
import Testing
import Upkeep

@testable import Web

/// Backups, restoring and updates (E6, I5, W15).
@Suite struct UpkeepTasksTests {
    /// An upload with the files of an archive.
    private func upload(_ files: [(String, String)], to box: EditedModelBox) throws -> String {
        var writer = TarWriter()
        for (name, text) in files { writer.add(name, Array(text.utf8), modified: 0) }
        writer.finish()
        return try upload(writer.bytes, to: box)
    }

    private func upload(_ bytes: [UInt8], to box: EditedModelBox) throws -> String {
        let path = "\(box.folder.path)/uploads/upload"
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        return path
    }

    private static let good = [
        ("box.yaml", EditedModelBox.box.replacing("[Verse, Chorus]", with: "[Verse, Bridge]")),
        ("presets/verse.yaml", EditedModelBox.verse),
        ("presets/bridge.yaml", EditedModelBox.chorus.replacing("Chorus", with: "Bridge")),
    ]

    @Test func aBackupIsSentWhenTheBoxHasWrittenIt() throws {
        let box = try EditedModelBox()
        let asked = box.begin(.get, "backup.tar")
        box.serve()
        #expect(asked.answered == nil && box.requests == ["backup backup-1.tar"])
        try box.folder.write("archive", "uploads/backup-1.tar")
        box.tell("upkeep done 3 files")
        #expect(asked.answered?.file == Array("archive".utf8))
        #expect(asked.answered?.header("content-type") == "application/x-tar")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(box.folder.path)/uploads").isEmpty)
    }

    /// A process that was killed, or a power cut, leaves them.
    @Test func uploadsOfAnEarlierProcessAreRemoved() throws {
        let box = try EditedModelBox()
        for name in [".upload-7-1", "update.treadle", "restore-3.tar", "backup-2.tar", "notes"] {
            try box.folder.write("x", "uploads/\(name)")
        }
        UpkeepTasks.removeUploads(from: "\(box.folder.path)/uploads")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(box.folder.path)/uploads") == ["notes"])
    }

    @Test func aBackupOfAFaultyConfigurationIsRefusedInItsWords() throws {
        let box = try EditedModelBox()
        let asked = box.begin(.get, "backup.tar")
        box.serve()
        box.tell("upkeep refused no backup is written")
        #expect(asked.answered?.status == 409)
        #expect(asked.answered?.json["error"]?["message"]?.text == "no backup is written")
    }

    @Test func onlyOneTaskRunsAtATime() throws {
        let box = try EditedModelBox()
        _ = box.begin(.get, "backup.tar")
        box.serve()
        #expect(try box.ask(.get, "backup.tar").code == "busy")
        #expect(try box.ask(.post, "restore", upload: try upload(UpkeepTasksTests.good, to: box)).status == 409)
        box.tell("upkeep failed the disk is full")
        #expect(try box.ask(.post, "restore", upload: try upload(UpkeepTasksTests.good, to: box)).status == 200)
    }

    @Test func anArchiveIsComparedBeforeAnythingChanges() throws {
        let box = try EditedModelBox()
        let answer = try box.ask(.post, "restore", upload: try upload(UpkeepTasksTests.good, to: box))
        #expect(answer.status == 200 && answer.json["id"] == .number(1) && box.requests.isEmpty)
        var changes: [String: String] = [:]
        for item in answer.json["files"]?.items ?? [] { changes[item["path"]?.text ?? ""] = item["change"]?.text }
        #expect(
            changes == [
                "box.yaml": "differs", "presets/verse.yaml": "same", "presets/bridge.yaml": "new",
                "presets/chorus.yaml": "goes",
            ])
        #expect(box.folder.text("board/box.yaml") == EditedModelBox.box)
    }

    @Test func aCheckedArchiveIsRestoredOnce() throws {
        let box = try EditedModelBox()
        _ = try box.ask(.post, "restore", upload: try upload(UpkeepTasksTests.good, to: box))
        #expect(try box.ask(.post, "restore/2").status == 404)
        let asked = box.begin(.post, "restore/1")
        box.serve()
        #expect(box.requests == ["restore restore-1.tar"])
        box.tell("upkeep done")
        #expect(asked.answered?.status == 204)
        #expect(try box.ask(.post, "restore/1").status == 404)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(box.folder.path)/uploads").isEmpty)
    }

    @Test func nothingIsRestoredOverDrafts() throws {
        let box = try EditedModelBox()
        _ = try box.ask(.post, "restore", upload: try upload(UpkeepTasksTests.good, to: box))
        try box.folder.write("x", "drafts/files/box.yaml")
        #expect(try box.ask(.post, "restore/1").code == "drafts")
        #expect(box.requests.isEmpty)
    }

    @Test func anArchiveWithErrorsIsRefusedWithTheirPlaces() throws {
        let box = try EditedModelBox()
        let files = [("box.yaml", EditedModelBox.box), ("presets/verse.yaml", "name: 7\nroutings: 3\n")]
        let path = try upload(files, to: box)
        let answer = try box.ask(.post, "restore", upload: path)
        #expect(answer.status == 422 && answer.code == "errors")
        #expect(
            answer.json["error"]?["diagnostics"]?.items?.contains { $0["file"]?.text == "presets/verse.yaml" } == true)
    }

    @Test(arguments: [[], Array("no archive".utf8), [UInt8](repeating: 0, count: 512)])
    func aDamagedArchiveIsRefused(bytes: [UInt8]) throws {
        let box = try EditedModelBox()
        let answer = try box.ask(.post, "restore", upload: try upload(bytes, to: box))
        #expect(answer.status == 422 && answer.code == "bad-archive")
    }

    @Test func anArchiveThatLeavesItsFolderIsRefused() throws {
        let box = try EditedModelBox()
        let path = try upload([("box.yaml", EditedModelBox.box), ("../away.yaml", "x")], to: box)
        #expect(try box.ask(.post, "restore", upload: path).code == "bad-archive")
    }

    @Test func anUpdateIsVerifiedThenInstalled() throws {
        let box = try EditedModelBox()
        #expect(try box.ask(.post, "update/install").code == "no-update")
        let asked = box.begin(.post, "update", upload: try upload([1, 2, 3], to: box))
        box.serve()
        #expect(box.requests == ["update check update.treadle"])
        box.tell("upkeep done 0.3.0 newer")
        #expect(asked.answered?.json["version"]?.text == "0.3.0" && asked.answered?.json["relation"]?.text == "newer")
        let begun = try box.ask(.post, "update/install")
        #expect(begun.status == 202 && box.requests.last == "update install update.treadle")
        box.tell("upkeep progress 40")
        #expect(try box.ask(.get, "update").json["percent"] == .number(40))
        #expect(try box.ask(.post, "update", upload: try upload([1], to: box)).code == "busy")
        box.tell("upkeep done")
        #expect(try box.ask(.get, "update").json["state"]?.text == "restarting")
    }

    @Test func anOlderUpdateNeedsToBeAllowed() throws {
        let box = try EditedModelBox()
        _ = box.begin(.post, "update", upload: try upload([1], to: box))
        box.serve()
        box.tell("upkeep done 0.0.9 older")
        #expect(try box.ask(.post, "update/install").code == "older")
        #expect(try box.ask(.post, "update/install", #"{"older":true}"#).status == 202)
        #expect(box.requests.last == "update install update.treadle older")
    }

    @Test func aRefusedUpdateIsToldInItsWords() throws {
        let box = try EditedModelBox()
        let asked = box.begin(.post, "update", upload: try upload([1], to: box))
        box.serve()
        box.tell("upkeep refused the file has no signature")
        #expect(asked.answered?.status == 422)
        #expect(asked.answered?.json["error"]?["message"]?.text == "the file has no signature")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(box.folder.path)/uploads").isEmpty)
    }
}
