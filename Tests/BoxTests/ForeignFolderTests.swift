import CPlatform
import Foundation
import Host
import HostSupport
import Testing

@testable import Box
@testable import Upkeep

/// E4, M12: a folder that somebody else has made changes nothing outside itself.
@Suite struct ForeignFolderTests {
    private static let box = "treadle: 1\nports: { keys: { virtual: both } }\n"
    private static let verse = "name: echo pwned\nnumber: 1\nroutings: []\n"

    /// A folder beside files that are none of its.
    private struct Neighbours {
        let all: TemporaryFolder
        var folder: String { all.path + "/board" }

        init(_ files: [String: String] = [:]) throws {
            all = try TemporaryFolder(["profile": "mine", "other.yaml": ForeignFolderTests.verse])
            let inner = [all.path + "/board/presets/sub", all.path + "/board/lists", all.path + "/theirs"]
            for path in inner {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            try all.write(ForeignFolderTests.verse, "theirs/verse.yaml")
            try all.write(ForeignFolderTests.box, "board/box.yaml")
            try all.write(ForeignFolderTests.verse, "board/presets/verse.yaml")
            for (name, text) in files { try all.write(text, "board/\(name)") }
        }

        func link(_ target: String, at name: String) { #expect(symlink(target, "\(folder)/\(name)") == 0) }

        /// The files outside the folder, with their contents.
        var outside: [String: String] {
            let names = all.names.filter { !$0.hasPrefix("board/") && $0 != "board" && $0 != "theirs" }
            return Dictionary(uniqueKeysWithValues: names.map { ($0, all.text($0) ?? "") })
        }

        func finish() {
            var journal = EditJournal(in: folder, SystemCalls())
            journal.finish()
        }
    }

    private static func journal(_ files: [(name: String, old: String, new: String)]) -> String {
        files.reduce("treadle edit 1\n") {
            "\($0)\($1.name)\n\($1.old.utf8.count) \($1.new.utf8.count)\n\($1.old)\($1.new)"
        }
    }

    /// A journal that names a file which the configuration does not read changes nothing at all.
    @Test(arguments: [
        "../profile", "presets/../../profile", "./../profile", "presets/../box.yaml", "presets/sub/a.yaml",
        "lists/a.txt", "presets/a.txt", "presets/.a.yaml", "presets//verse.yaml", ".last-preset", "box.yaml.before", "",
        "presets", "other.yaml", "/etc/hostname",
    ])
    func journalOfAnotherFileIsNotUsed(name: String) throws {
        let it = try Neighbours([
            "lists/a.txt": "mine", "presets/a.txt": "mine", "presets/.a.yaml": "mine", "presets/sub/a.yaml": "mine",
            ".last-preset": "mine", "box.yaml.before": "mine", "other.yaml": "mine",
        ])
        let before = it.outside
        let good = (name: "presets/verse.yaml", old: Self.verse, new: "name: B\n")
        for old in ["mine", Self.box] {
            try it.all.write(Self.journal([good, (name, old, "evil")]), "board/.treadle-edit")
            it.finish()
            #expect(it.outside == before && it.all.text("board/presets/verse.yaml") == Self.verse)
            #expect(it.all.text("board/box.yaml") == Self.box && !it.all.names.contains("board/.treadle-edit"))
            for name in it.all.names { #expect(it.all.text(name) != "evil", "\(name)") }
        }
    }

    /// Neither a journal that is a link is read, nor a file written through a link that leads out of the folder.
    @Test func journalFollowsNoLinkOutOfTheFolder() throws {
        let it = try Neighbours()
        try it.all.write(Self.journal([("presets/verse.yaml", Self.verse, "name: B\n")]), "edit")
        it.link("../edit", at: ".treadle-edit")
        it.finish()
        #expect(it.all.text("board/presets/verse.yaml") == Self.verse)

        for (name, target) in [("presets/out.yaml", "../../other.yaml"), ("presets", "../theirs")] {
            let it = try Neighbours()
            if name == "presets" { try FileManager.default.removeItem(atPath: it.folder + "/presets") }
            it.link(target, at: name)
            let before = it.outside
            let file = name == "presets" ? "presets/verse.yaml" : name
            try it.all.write(Self.journal([(file, Self.verse, "name: B\n")]), "board/.treadle-edit")
            it.finish()
            #expect(it.outside == before, "\(name)")
        }
    }

    /// A journal belongs to who runs the box, or to the owner of the files that it changes.
    @Test func journalOfAnotherOwnerIsNotUsed() throws {
        if geteuid() != 0 { return }
        for (journal, files, isUsed) in [(1, 2, false), (1, 1, true), (0, 1, true)] as [(UInt32, UInt32, Bool)] {
            let it = try Neighbours([".treadle-edit": Self.journal([("presets/verse.yaml", Self.verse, "name: B\n")])])
            #expect(chown(it.folder + "/.treadle-edit", journal, 0) == 0)
            #expect(chown(it.folder + "/presets/verse.yaml", files, 0) == 0)
            it.finish()
            #expect((it.all.text("board/presets/verse.yaml") == "name: B\n") == isUsed, "\(journal) \(files)")
        }
    }

    /// No write of the configuration's files leaves the folder: not by a link of the file, nor by one of its folder.
    @Test func noFileIsWrittenThroughALinkOutOfTheFolder() throws {
        let it = try Neighbours()
        it.link("../../other.yaml", at: "presets/out.yaml")
        it.link("../theirs", at: "out")
        let before = it.outside
        let old = Array(Self.verse.utf8)
        var files = SafeFiles(SystemCalls())
        for name in ["presets/out.yaml", "out/verse.yaml", "../other.yaml"] {
            let path = "\(it.folder)/\(name)"
            #expect(throws: SafeFiles<SystemCalls>.Problem.self) {
                try files.replace(path, old, by: [65], within: it.folder)
            }
            if name == "presets/out.yaml" { continue }
            #expect(throws: SafeFiles<SystemCalls>.Problem.self) {
                try files.write([65], to: path, within: it.folder)
            }
            #expect(throws: SafeFiles<SystemCalls>.Problem.self) { try files.setAside(path, within: it.folder) }
        }
        #expect(it.outside == before)
        // A new file in the place of a link is the box's own.
        try files.write([65], to: it.folder + "/presets/out.yaml", within: it.folder)
        #expect(it.outside == before && it.all.text("board/presets/out.yaml") == "A")
    }

    /// Neither an archive nor a list goes through a link, nor does an archive take what a link out of the folder names.
    @Test func commandsFollowNoLinkOutOfTheFolder() throws {
        let it = try Neighbours()
        it.link("../profile", at: "b.tar")
        let before = it.outside
        for words in [["backup", it.folder + "/b.tar", it.folder], ["list", "linear", "-o", it.folder + "/b.tar"]] {
            let run = try Finished(words)
            #expect(run.status == 3 && run.errors.contains("is a link; name the file itself"), "\(run)")
        }
        let archive = it.all.path + "/good.tar"
        #expect(try Finished(["backup", archive, it.folder]).status == 0)
        it.link("../../profile", at: "lists/all")
        let run = try Finished(["backup", it.all.path + "/bad.tar", it.folder])
        #expect(run.status == 1 && run.errors.contains("lists/all: a link leads out of the folder"), "\(run)")

        try FileManager.default.removeItem(atPath: it.folder + "/presets")
        it.link("../theirs", at: "presets")
        try it.all.write("treadle: 1\n", "board/box.yaml")
        let restored = try Finished(["restore", archive, it.folder])
        #expect(restored.status == 3 && restored.errors.contains("leads out of the folder"), "\(restored)")
        // Nothing is changed before that is known.
        #expect(it.all.text("board/box.yaml") == "treadle: 1\n")
        #expect(it.outside.filter { $0.key != "good.tar" } == before)
    }

    /// Neither a left-over is removed nor a folder made behind a link.
    @Test func nothingIsRemovedOrMadeBehindALink() throws {
        let it = try Neighbours()
        try FileManager.default.removeItem(atPath: it.folder + "/presets")
        it.link("../theirs", at: "presets")
        it.link("../theirs", at: "songs")
        try it.all.write("", "theirs/.a.yaml.saving")
        TemporaryFiles.remove(from: it.folder, inner: "presets")
        #expect(it.all.names.contains("theirs/.a.yaml.saving"))
        let file = BackupFolder.File(name: "songs/new/a.txt", bytes: [65], modified: 0)
        #expect(throws: BackupProblem.self) { try RestorePlan(files: [file], into: it.folder).apply() }
        #expect(!it.all.names.contains("theirs/new"))
    }

    /// A whole evening in such a folder, whose small files all lead to files of the user.
    @Test func boxWritesNothingOutsideItsFolder() throws {
        let edit = Self.journal([("../profile", "mine", "evil")])
        let it = try Neighbours([".treadle-edit": edit])
        let links = LastState.names + [".known-programs", "recorder-1.txt", ".box.yaml.saving", ".last-preset.saving"]
        for name in links { it.link(name.hasPrefix(".last") ? "../profile" : "../none", at: name) }
        let before = it.outside
        let box = try RunningBox(["run", "--no-realtime", it.folder])
        try #require(box.says("loop: "), "\(box.said)")
        let program = try #require(BoxConnection(box.socket))
        #expect(program.write("recorder save"))
        let path = try #require(program.readLine())
        #expect(path == "| \(it.folder)/recorder-2.txt" && program.readLine() == "ok", "\(path)")
        #expect(program.write("do load \"echo pwned\""))
        #expect(program.readLine() == "| 1 echo pwned" && program.readLine() == "ok")
        box.signal(SIGTERM)
        let end = box.ended()
        #expect(end.errors.contains("`../profile`, which is no file of the configuration"), "\(end.errors)")
        #expect(it.outside == before)
        if StateFolder.ofFolder(it.folder) != it.folder { return }
        #expect(Console.readOwnFile(it.folder + "/.last-preset") == Array("echo pwned".utf8))
    }
}
