import Foundation
import Testing

@testable import Configuration

/// Drafts laid over the files of a configuration (W13).
struct DraftFilesTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("treadle-\(UUID().uuidString)")

    private func write(_ files: [String: String]) throws {
        for (name, text) in files {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    private var drafts: DraftFiles { DraftFiles(folder: folder.path + "/drafts") }

    private func load() -> Result<CompiledConfiguration, Diagnostics> {
        Configuration.load(path: folder.path + "/board", drafts: drafts)
    }

    private let list = String(repeating: "3\n", count: 128)
    private var board: [String: String] {
        [
            "board/box.yaml": "treadle: 1\nports: {k: {match: k}}\nstart-preset: B\n",
            "board/presets/a.yaml": "name: A\nroutings: []\n",
            "board/presets/b.yaml": "name: B\nroutings: [{from: [k], to: [k], velocity: {list: ./lists/l.txt}}]\n",
            "board/lists/l.txt": list,
        ]
    }

    @Test func draftsAreReadInThePlaceOfFiles() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(board)
        try write([
            "drafts/presets/a.yaml": "name: Another\nroutings: []\n",
            "drafts/presets/new.yaml": "name: New\nroutings: []\n",
            "drafts/presets/sub/no.yaml": "name: No\n", "drafts/presets/.hidden.yaml": "?",
            "drafts/lists/l.txt": list.replacingOccurrences(of: "3", with: "5"),
        ])
        let it = try load().get()
        #expect(it.presetNames == ["Another", "B", "New"])
        #expect(it.plan.pointee.presets[1].routings[0].velocityMap?[9] == 5)
        #expect(it.fileHashes["presets/a.yaml"] == FileEditing.hash(of: Array("name: Another\nroutings: []\n".utf8)))
        let without = try Configuration.load(path: folder.path + "/board").get()
        #expect(without.presetNames == ["A", "B"])
    }

    /// Messages name the file that the draft is of.
    @Test func errorsStandInTheFile() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(board)
        try write(["drafts/presets/a.yaml": "name: A\nroutings: 5\n"])
        guard case .failure(let found) = load() else {
            Issue.record("the draft has no error")
            return
        }
        #expect(found.list.first?.file == folder.path + "/board/presets/a.yaml" && found.list.first?.line == 2)
    }

    /// A browser learns nothing of files elsewhere.
    @Test func aDraftNamesNoListOutsideTheFolder() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(board)
        try write(["secret.txt": list])
        let outside = "name: A\nroutings: [{from: [k], to: [k], velocity: {list: ../secret.txt}}]\n"
        try write(["board/presets/a.yaml": outside])
        #expect(throws: Never.self) { try load().get() }
        try write(["drafts/presets/a.yaml": outside])
        #expect(throws: Diagnostics.self) { try load().get() }
    }

    /// M12 beside drafts: a file with a draft is not edited, nor one without which the files would be bad.
    @Test func editsLoseNoDraft() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(board)
        try write(["drafts/box.yaml": "treadle: 1\nports: {k: {match: k}}\n"])
        let hashes = try load().get().fileHashes
        func editing() throws -> PresetEditing {
            try PresetEditing(path: folder.path + "/board", asRead: hashes, drafts: drafts)
        }
        var good = try editing()
        try good.rename("A", to: "C")
        try good.checkDrafts()
        #expect(good.changes.map { $0.name } == ["presets/a.yaml"])
        // The draft names no start preset any more, but the file on disk does.
        var bad = try editing()
        try bad.delete("B")
        #expect { try bad.checkDrafts() } throws: { ($0 as? PresetEditing.Problem)?.short == "save first" }
    }

    @Test func anEditIsTakenBackByItsBytes() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(board)
        let path = folder.path + "/board"
        let hashes = try Configuration.load(path: path).get().fileHashes
        var edit = try PresetEditing(path: path, asRead: hashes)
        try edit.rename("B", to: "C")
        #expect(edit.changes.map { $0.name }.sorted() == ["box.yaml", "presets/b.yaml"])
        for change in edit.changes { try Data(change.new ?? []).write(to: URL(fileURLWithPath: change.path)) }
        var back = try PresetEditing(path: path, asRead: try Configuration.load(path: path).get().fileHashes)
        try back.undo(edit.changes)
        #expect(Set(back.changes.map { $0.new }) == Set(edit.changes.map { $0.old }))
        var other = try PresetEditing(path: path, asRead: try Configuration.load(path: path).get().fileHashes)
        #expect { try other.undo(back.changes) } throws: { ($0 as? PresetEditing.Problem)?.short == "files changed" }
    }
}
