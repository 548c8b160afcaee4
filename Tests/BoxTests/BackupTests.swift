import CPlatform
import Foundation
import Host
import HostSupport
import Testing

@testable import Box
@testable import Upkeep

/// `treadle backup` and `treadle restore` (E6).
@Suite struct BackupTests {
    private static let box = """
        treadle: 1
        name: Stage
        ports: { keys: { match: "K*" } }

        """
    private static let verse = """
        name: Verse
        number: 1
        routings: [{ from: [keys], to: [keys], velocity: { list: lists/soft.txt } }]

        """
    private static let list = String(repeating: "1\n", count: 128)
    private static let files = ["box.yaml": box, "presets/verse.yaml": verse, "lists/soft.txt": list]

    private func folder(_ more: [String: String] = [:]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["lists", "songs"] { #expect(mkdir("\(folder.path)/\(name)", 0o755) == 0) }
        for (name, text) in BackupTests.files.merging(more, uniquingKeysWith: { $1 }) { try folder.write(text, name) }
        return folder
    }

    /// All files, without folders.
    private func names(_ folder: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return all.filter { treadle_is_directory("\(folder)/\($0)") == 0 }.sorted()
    }

    private func tar(_ words: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["tar"] + words
        process.standardOutput = output
        try process.runUnmasked()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return text
    }

    @Test func aBackupIsRestored() throws {
        let (old, new) = (try folder(["songs/notes.txt": "mine"]), try TemporaryFolder())
        let archive = new.path + "/b.tar"
        var run = try Finished(["backup", archive, old.path + "/"])
        #expect(run.status == 0 && run.errors.isEmpty && run.output == "\(archive): 4 files\n", "\(run)")
        run = try Finished(["restore", archive, new.path + "/board"])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(names(new.path + "/board") == names(old.path))
        for name in names(old.path) { #expect(new.text("board/\(name)") == old.text(name)) }
        // Twice: nothing is left to do. The same files give the same archive.
        run = try Finished(["restore", archive, new.path + "/board"])
        #expect(run.status == 0 && run.output == "as it was: 4 files\n", "\(run)")
        #expect(try Finished(["backup", new.path + "/c.tar", old.path]).status == 0)
        #expect(FileManager.default.contentsEqual(atPath: archive, andPath: new.path + "/c.tar"))
    }

    /// What belongs to no backup: hidden files, former versions, recordings, archives, and what is no file.
    @Test func aBackupHoldsTheConfigurationAndNothingElse() throws {
        let long = String(repeating: "ド", count: 40) + ".yaml"
        let folder = try folder([
            "presets/\(long)": "name: Long\n", ".hidden": "1", "box.yaml.before": "2", "recorder-1.txt": "3",
            "old.tar": "4",
            "songs/.git": "5",
        ])
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        #expect(symlink("soft.txt", folder.path + "/lists/link.txt") == 0)
        let archive = folder.path + "/new.tar"
        #expect(try Finished(["backup", archive, folder.path]).status == 0)
        let listed = try tar("--quoting-style=literal", "-tf", archive).split(separator: "\n").map { String($0) }
        let expected = ["box.yaml", "lists/link.txt", "lists/soft.txt", "presets/verse.yaml", "presets/\(long)"]
        #expect(listed.filter { !$0.hasPrefix(".last-") } == expected)
        // GNU tar puts out what was put in.
        let out = try TemporaryFolder()
        _ = try tar("-xf", archive, "-C", out.path)
        for name in expected { #expect(out.text(name) == folder.text(name)) }
    }

    /// What the box keeps goes along and comes back (P6), to where `run` looks for it.
    @Test func whatTheBoxHasKeptIsRestored() throws {
        let (old, new) = (try folder(), try TemporaryFolder())
        let kept = StateFolder.ofFolder(old.path)
        // On a machine with a box of its own its state is not a test's.
        if kept != old.path { return }
        try old.write("Verse", ".last-preset")
        try old.write("133.5 120.0", ".last-tempo")
        #expect(try Finished(["backup", new.path + "/b.tar", old.path]).status == 0)
        let run = try Finished(["restore", new.path + "/b.tar", new.path + "/board"])
        #expect(run.status == 0, "\(run)")
        #expect(new.text("board/.last-preset") == "Verse" && new.text("board/.last-tempo") == "133.5 120.0")
    }

    @Test(arguments: ["gnu", "oldgnu", "ustar", "pax"]) func archivesOfTarAreRestored(_ format: String) throws {
        let long = "presets/" + String(repeating: "n", count: 120) + ".yaml"
        // ustar itself has no room for the name.
        let old = try folder(format == "ustar" ? [".hidden": "1"] : [long: "name: Long\n", ".hidden": "1"])
        let out = try TemporaryFolder()
        let name = String(old.path.split(separator: "/").last!)
        for (index, (place, what)) in [(old.path, "."), (old.path + "/..", name)].enumerated() {
            let (archive, board) = ("\(out.path)/\(index).tar", "\(out.path)/board-\(index)")
            _ = try tar("--format=\(format)", "-cf", archive, "-C", place, what)
            let run = try Finished(["restore", archive, board])
            #expect(
                run.status == 0 && run.output.hasSuffix("left out, hidden or of no configuration: 1 file\n"), "\(run)")
            #expect(names(board) == names(old.path).filter { $0 != ".hidden" })
        }
    }

    /// Another configuration takes the place of the one that is there; what was there is kept as `.before`.
    @Test func restoringReplacesAConfiguration() throws {
        let (old, new) = (
            try folder(), try folder(["presets/verse.yaml": "name: Other\n", "presets/extra.yaml": "name: Extra\n"])
        )
        try new.write("mine", "songs/notes.txt")
        #expect(try Finished(["backup", old.path + "/b.tar", old.path]).status == 0)
        let run = try Finished(["restore", old.path + "/b.tar", new.path])
        #expect(run.status == 0, "\(run)")
        #expect(
            run.output == """
                replaced: \(new.path)/presets/verse.yaml
                set aside, because the backup does not hold it: \(new.path)/presets/extra.yaml.before
                as it was: 2 files

                """)
        #expect(
            new.text("presets/verse.yaml") == BackupTests.verse
                && new.text("presets/verse.yaml.before") == "name: Other\n")
        #expect(new.text("presets/extra.yaml") == nil && new.text("presets/extra.yaml.before") == "name: Extra\n")
        #expect(new.text("songs/notes.txt") == "mine")
        #expect(try Finished(["check", new.path]).output.contains("1 preset,"))
    }

    /// A link to the folder, like a name without `/`, says otherwise where the folder is.
    @Test func foldersThatAreMissingAreMadeBehindALink() throws {
        let (old, new) = (try folder(), try TemporaryFolder())
        #expect(mkdir(new.path + "/board", 0o755) == 0)
        try new.write(BackupTests.box, "board/box.yaml")
        #expect(symlink("board", new.path + "/here") == 0)
        #expect(try Finished(["backup", old.path + "/b.tar", old.path]).status == 0)
        let run = try Finished(["restore", old.path + "/b.tar", new.path + "/here"])
        #expect(run.status == 0, "\(run)")
        #expect(names(new.path + "/board") == BackupTests.files.keys.sorted())
    }

    /// A faulty configuration is neither written nor restored: a backup that exists can be restored.
    @Test func aFaultyConfigurationIsRefused() throws {
        let (bad, good) = (try folder(["presets/bad.yaml": "name: Bad\nrouting: []\n"]), try folder())
        var run = try Finished(["backup", bad.path + "/b.tar", bad.path])
        #expect(run.status == 1 && bad.text("b.tar") == nil)
        #expect(run.errors.hasPrefix("\(bad.path)/presets/bad.yaml:2:1: error: "), "\(run)")
        _ = try tar("-cf", bad.path + "/c.tar", "-C", bad.path, "box.yaml", "presets", "lists")
        run = try Finished(["restore", bad.path + "/c.tar", good.path])
        #expect(run.status == 1 && run.errors.hasSuffix("Nothing is changed.\n"), "\(run)")
        #expect(run.errors.hasPrefix("\(bad.path)/c.tar/presets/bad.yaml:2:1: error: "), "\(run)")
        #expect(names(good.path) == BackupTests.files.keys.sorted())
        // A list that is not in the archive, though it is on the disk.
        _ = try tar("-cf", bad.path + "/d.tar", "-C", good.path, "box.yaml", "presets")
        run = try Finished(["restore", bad.path + "/d.tar", good.path])
        #expect(run.status == 1 && run.errors.contains("the list `lists/soft.txt` cannot be read"), "\(run)")
    }

    /// A list outside the folder would be missing on another box.
    @Test func aConfigurationWithFilesElsewhereIsNoBackup() throws {
        let (folder, other) = (try folder(), try folder())
        let preset = BackupTests.verse.replacing("lists/soft.txt", with: other.path + "/lists/soft.txt")
        try folder.write(preset, "presets/verse.yaml")
        #expect(try Finished(["check", folder.path]).status == 0)
        let run = try Finished(["backup", folder.path + "/b.tar", folder.path])
        #expect(run.status == 1 && folder.text("b.tar") == nil)
        #expect(run.errors.contains("alone are no good configuration"), "\(run)")
    }

    struct Archive: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var names: [String]
        var says: String
    }

    @Test(arguments: [
        Archive(testDescription: "none", names: ["presets/verse.yaml"], says: "there is no box.yaml in it"),
        Archive(
            testDescription: "two", names: ["a/box.yaml", "b/box.yaml"], says: "more than one configuration: a/box.yaml"
        ),
        Archive(
            testDescription: "beside", names: ["a/box.yaml", "b/c"],
            says: "b/c is not in a/, the folder of its box file"),
        Archive(testDescription: "twice", names: ["box.yaml", "x", "x"], says: "x is there twice"),
        Archive(testDescription: "both", names: ["box.yaml", "x/y", "x"], says: "x is there twice"),
    ])
    func anArchiveOfOtherThingsIsRefused(_ other: Archive) throws {
        let folder = try folder()
        var archive = TarWriter()
        for name in other.names { archive.add(name, Array("treadle: 1\n".utf8), modified: 0) }
        archive.finish()
        try Data(archive.bytes).write(to: URL(fileURLWithPath: folder.path + "/b.tar"))
        let run = try Finished(["restore", folder.path + "/b.tar", folder.path])
        #expect(run.status == 1 && run.output.isEmpty, "\(run)")
        #expect(
            run.errors == "treadle: \(folder.path)/b.tar: \(other.says)\nNothing is changed.\n"
                || run.errors.contains(other.says))
        #expect(folder.text("box.yaml") == BackupTests.box)
    }

    /// Nothing is changed where something could not be.
    @Test func aFolderOfOtherThingsStaysAsItIs() throws {
        let (old, new) = (try folder(), try TemporaryFolder(["letter.txt": "mine"]))
        let archive = old.path + "/b.tar"
        #expect(try Finished(["backup", archive, old.path]).status == 0)
        var run = try Finished(["restore", archive, new.path])
        #expect(run.status == 3 && run.errors.contains("name a new or empty folder"), "\(run)")
        #expect(new.names == ["letter.txt"])
        // A file in the place of a folder, a pipe in the place of a file.
        for (name, make) in [
            ("lists", { (path: String) in try? "x".write(toFile: path, atomically: false, encoding: .utf8) }),
            (
                "lists/soft.txt",
                { (path: String) in
                    mkdir((path as NSString).deletingLastPathComponent, 0o755)
                    mkfifo(path, 0o600)
                }
            ),
        ] as [(String, (String) -> Void)] {
            let new = try TemporaryFolder(["box.yaml": "treadle: 1\n"])
            make("\(new.path)/\(name)")
            run = try Finished(["restore", archive, new.path])
            #expect(run.status == 3 && run.errors.contains("\(new.path)/\(name): "), "\(run)")
            #expect(new.text("box.yaml") == "treadle: 1\n" && new.text("presets/verse.yaml") == nil)
        }
    }

    @Test func theArchiveMayComeThroughStandardInput() throws {
        let (old, new) = (try folder(), try TemporaryFolder())
        #expect(try Finished(["backup", new.path + "/b.tar", old.path]).status == 0)
        #expect(
            try Finished.shell("\"$0\" restore - \(new.path)/board <\(new.path)/b.tar >/dev/null; echo $?") == "0\n")
        #expect(new.text("board/box.yaml") == BackupTests.box)
    }

    @Test(arguments: [
        (["backup"], 2, "needs a FILE.tar"), (["restore"], 2, "needs a FILE.tar"), (["backup", "-"], 2, "a file"),
        (["restore", "/nonexistent.tar"], 3, "/nonexistent.tar: No such file"),
        (["backup", "/nonexistent/b.tar", "/nonexistent"], 3, "/nonexistent/box.yaml: No such file"),
    ])
    func faultsEndWithTheirStatus(_ words: [String], _ status: Int32, _ says: String) throws {
        let run = try Finished(words)
        #expect(run.status == status && run.errors.contains(says), "\(run)")
    }

    /// Folders within one another without end, as a link makes them.
    @Test func foldersWithoutEndAreRefused() throws {
        let folder = try folder()
        #expect(symlink("..", folder.path + "/songs/up") == 0)
        let run = try Finished(["backup", folder.path + "/b.tar", folder.path])
        #expect(run.status == 1 && run.errors.contains("more than 8 folders deep"), "\(run)")
    }

    @Test func aBackupOfTooManyFilesIsRefused() throws {
        let folder = try folder()
        for index in 0..<UpkeepLimits.archivedFiles { try folder.write("", "songs/\(index)") }
        let run = try Finished(["backup", folder.path + "/b.tar", folder.path])
        #expect(run.status == 1 && run.errors.contains("at most 2048 files"), "\(run)")
    }
}
