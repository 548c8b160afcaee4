import Configuration
import Foundation
import Host
import HostSupport
import Testing

@testable import Box
@testable import Upkeep

/// M12, E4: an edit of several files is done or not done after a power cut at any moment.
@Suite struct EditJournalTests {
    private static let old = [
        "box.yaml": "treadle: 1\nports: { keys: { match: \"K*\" } }\nstart-preset: Verse\nsetlist: [Verse]\n",
        "presets/verse.yaml": "name: Verse\nroutings: []\n",
    ]
    private static let new = old.mapValues { $0.replacing("Verse", with: "Bridge") }

    private func changes(in folder: TemporaryFolder) throws -> [PresetEditing.Change] {
        guard case .success(let configuration) = Configuration.load(path: folder.path) else { return [] }
        var editing = try PresetEditing(path: folder.path, asRead: configuration.fileHashes)
        try editing.rename("Verse", to: "Bridge")
        return editing.changes
    }

    private func texts(_ folder: TemporaryFolder) -> [String: String] {
        Dictionary(uniqueKeysWithValues: Self.old.keys.map { ($0, folder.text($0) ?? "") })
    }

    @Test func afterACutAtAnyCallTheNextStartHasAllOrNothing() throws {
        var cuts = 0
        var seen: Set<[String: String]> = []
        while true {
            let folder = try TemporaryFolder(Self.old)
            let changes = try changes(in: folder)
            try #require(changes.count == 2)
            var journal = EditJournal(in: folder.path, CutCalls(left: cuts))
            let isDone = (try? journal.replace(changes)) != nil
            var next = EditJournal(in: folder.path, SystemCalls())
            next.finish()
            let after = texts(folder)
            #expect(after == Self.old || after == Self.new, "after \(cuts) calls: \(after)")
            #expect(!folder.names.contains(".treadle-edit"))
            seen.insert(after)
            if isDone && after == Self.new && cuts > 300 { break }
            cuts += 3
        }
        #expect(seen.count == 2)
    }

    /// A disk that is full leaves everything as it was.
    @Test func aFullDiskChangesNothing() throws {
        let folder = try TemporaryFolder(Self.old)
        let changes = try changes(in: folder)
        var journal = EditJournal(in: folder.path, CutCalls(room: 20))
        #expect(throws: (any Error).self) { try journal.replace(changes) }
        #expect(texts(folder) == Self.old)
    }

    /// A file that somebody changed after the cut stays as it is, and so does a damaged journal's.
    @Test(arguments: [
        "treadle edit 1\npresets/verse.yaml\n3 9\nabcname: X\n\n", "treadle edit 1\npresets/verse.yaml\n9 9\n", "?",
    ])
    func whatDoesNotFitIsLeftAlone(text: String) throws {
        let folder = try TemporaryFolder(Self.old)
        try folder.write(text, ".treadle-edit")
        var journal = EditJournal(in: folder.path, SystemCalls())
        journal.finish()
        #expect(texts(folder) == Self.old && folder.text(".treadle-edit") == nil)
    }

    /// Drafts may make files (W13): after a cut the next start makes them too.
    @Test func aNewFileIsPartOfTheEdit() throws {
        let more = "name: Third\nroutings: []\n"
        var seen: Set<Bool> = []
        for cuts in stride(from: 0, through: 400, by: 3) {
            let folder = try TemporaryFolder(Self.old)
            var changes = try changes(in: folder)
            changes.append(
                .init(path: "\(folder.path)/presets/3.yaml", name: "presets/3.yaml", old: nil, new: Array(more.utf8)))
            var journal = EditJournal(in: folder.path, CutCalls(left: cuts))
            _ = try? journal.replace(changes)
            var next = EditJournal(in: folder.path, SystemCalls())
            next.finish()
            let isDone = texts(folder) == Self.new
            #expect(isDone || texts(folder) == Self.old, "after \(cuts) calls")
            #expect(folder.text("presets/3.yaml") == (isDone ? more : nil), "after \(cuts) calls")
            seen.insert(isDone)
        }
        #expect(seen.count == 2)
    }

    /// Somebody else has made the file meanwhile: nothing changes.
    @Test func aFileThatIsThereIsNotMadeAnew() throws {
        let folder = try TemporaryFolder(Self.old)
        try folder.write("mine", "presets/3.yaml")
        var changes = try changes(in: folder)
        changes.append(.init(path: "\(folder.path)/presets/3.yaml", name: "presets/3.yaml", old: nil, new: []))
        var journal = EditJournal(in: folder.path, SystemCalls())
        #expect(throws: SafeFiles<SystemCalls>.Problem.self) { try journal.replace(changes) }
        #expect(texts(folder) == Self.old && folder.text("presets/3.yaml") == "mine")
    }
}
