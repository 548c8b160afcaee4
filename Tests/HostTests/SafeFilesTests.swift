import CPlatform
import Configuration
import Foundation
import HostSupport
import Testing

@testable import Host

/// E4: after a power cut a file has its old or its new contents.
@Suite struct SafeFilesTests {
    private static let old = "# board\ntreadle: 1\nports: { keys: { match: \"K*\" } }\nname: Old\n"
    private static let new = "# board\ntreadle: 1\nports: { keys: { match: \"K*\" } }\nname: New and longer\n"
    private static let before = "what was even before"

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func replace<Calls: FileCalls>(_ calls: Calls, _ path: String) -> (Calls, SafeFiles<Calls>.Problem?) {
        var files = SafeFiles(calls)
        do throws(SafeFiles<Calls>.Problem) {
            try files.replace(
                path, SafeFilesTests.bytes(SafeFilesTests.old), by: SafeFilesTests.bytes(SafeFilesTests.new),
                within: path.folder)
            return (files.calls, nil)
        } catch {
            return (files.calls, error)
        }
    }

    /// What a disk may have kept after a cut at any call, left-over files of an earlier cut lying about or not.
    @Test(arguments: [false, true]) func aCutLeavesTheOldOrTheNew(_ hasTemporaryFiles: Bool) {
        let (old, new) = (SafeFilesTests.bytes(SafeFilesTests.old), SafeFilesTests.bytes(SafeFilesTests.new))
        var contents = ["f/box.yaml": old, "f/box.yaml.before": SafeFilesTests.bytes(SafeFilesTests.before)]
        if hasTemporaryFiles { contents["f/.box.yaml.saving"] = [1, 2, 3] }
        let (disk, problem) = replace(ModelDisk(contents), "f/box.yaml")
        #expect(problem == nil && disk.calls > 20)
        #expect(disk.possible["f/box.yaml"] == [old, new])
        #expect(disk.possible["f/box.yaml.before"] == [SafeFilesTests.bytes(SafeFilesTests.before), old])
        #expect(disk.read("f/box.yaml") == new && disk.read("f/.box.yaml.saving") == nil)
    }

    /// The model shows that other contents could remain without a sync.
    @Test func withoutSyncOtherContentsRemain() {
        let (disk, _) = replace(
            ModelDisk(["f/box.yaml": SafeFilesTests.bytes(SafeFilesTests.old)], syncs: false), "f/box.yaml")
        #expect(disk.possible["f/box.yaml"]?.contains([]) == true)
    }

    /// On the real file system: cut at each call, then `check` reads what is there, and the next save goes through.
    @Test func afterACutAtAnyCallTheBoxReadsItAndSavesAgain() throws {
        var cuts = 0
        var seen: Set<String> = []
        while true {
            let folder = try TemporaryFolder(["box.yaml": SafeFilesTests.old, "box.yaml.before": SafeFilesTests.before])
            let (_, problem) = replace(CutCalls(left: cuts), folder.path + "/box.yaml")
            let text = try #require(folder.text("box.yaml"))
            #expect(text == SafeFilesTests.old || text == SafeFilesTests.new, "after \(cuts) calls")
            seen.insert(text)
            let kept = folder.text("box.yaml.before")
            #expect(kept == SafeFilesTests.before || kept == SafeFilesTests.old, "after \(cuts) calls")
            guard case .success = Configuration.load(path: folder.path) else {
                Issue.record("not good after \(cuts) calls")
                return
            }
            if problem == nil { break }
            if text == SafeFilesTests.old {
                #expect(replace(SystemCalls(), folder.path + "/box.yaml").1 == nil, "after \(cuts) calls")
                #expect(folder.names == ["box.yaml", "box.yaml.before"])
                #expect(folder.text("box.yaml") == SafeFilesTests.new)
            }
            cuts += 1
        }
        #expect(cuts > 40 && seen.count == 2)
    }

    @Test func failureLeavesAllFilesUnchanged() throws {
        let folder = try TemporaryFolder(["box.yaml": SafeFilesTests.old])
        let path = folder.path + "/box.yaml"
        for (calls, says) in [
            (CutCalls(room: 0), "No space left"), (CutCalls(room: 10), "No space left"),
            (CutCalls(isReadOnly: true), "Read-only file system"),
        ] {
            let (_, problem) = replace(calls, path)
            #expect(problem?.message.contains(says) == true, "\(String(describing: problem))")
            #expect(folder.names == ["box.yaml"] && folder.text("box.yaml") == SafeFilesTests.old)
        }
        // There is room for the old contents but not for the new ones.
        let (_, problem) = replace(CutCalls(room: SafeFilesTests.old.utf8.count + 5), path)
        #expect(problem != nil && folder.names == ["box.yaml", "box.yaml.before"])
        #expect(folder.text("box.yaml") == SafeFilesTests.old && folder.text("box.yaml.before") == SafeFilesTests.old)
    }

    @Test func aFileThatAnotherProgramChangedIsKept() throws {
        let folder = try TemporaryFolder(["box.yaml": SafeFilesTests.old])
        let path = folder.path + "/box.yaml"
        let (_, problem) = replace(CutCalls(intruder: (path, "mine")), path)
        #expect(problem?.message.contains("another program") == true)
        #expect(folder.text("box.yaml") == "mine" && folder.text(".box.yaml.saving") == nil)
        // The file was also changed before the replacement began.
        #expect(replace(SystemCalls(), path).1 != nil && folder.text("box.yaml") == "mine")
    }

    @Test func aLinkStaysAndRightsStay() throws {
        let folder = try TemporaryFolder(["presets/real.yaml": SafeFilesTests.old])
        let (path, real) = (folder.path + "/box.yaml", folder.path + "/presets/real.yaml")
        #expect(symlink("presets/real.yaml", path) == 0 && chmod(real, 0o640) == 0)
        #expect(replace(SystemCalls(), path).1 == nil)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "presets/real.yaml")
        #expect(folder.names == ["box.yaml", "presets/real.yaml", "presets/real.yaml.before"])
        #expect(folder.text("presets/real.yaml") == SafeFilesTests.new)
        #expect(try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int == 0o640)
    }

    /// A pipe is not replaced by a file of the box's own. A link is, whatever it leads to, and stays unread.
    @Test func specialFileIsNotReplaced() throws {
        let folder = try TemporaryFolder(["other": "Verse"])
        let (pipe, link) = (folder.path + "/.last-preset", folder.path + "/.last-tempo")
        #expect(mkfifo(pipe, 0o600) == 0 && symlink(".last-preset", link) == 0)
        #expect(symlink("other", folder.path + "/.last-light") == 0)
        var files = SafeFiles(SystemCalls())
        let problem = #expect(throws: SafeFiles<SystemCalls>.Problem.self) { try files.write([65], to: pipe) }
        #expect(problem?.message.contains("is not a regular file") == true, "\(String(describing: problem))")
        for name in [".last-preset", ".last-tempo", ".last-light"] {
            var kept = KeptText("\(folder.path)/\(name)")
            #expect(kept.read() == "")
        }
        try files.write([65], to: link)
        #expect(Console.readFile(pipe) == nil && Console.readOwnFile(link) == [65])
        #expect(folder.names == [".last-light", ".last-preset", ".last-tempo", "other"])
    }

    @Test func onlyTemporaryFilesAreRemoved() throws {
        let folder = try TemporaryFolder([
            ".box.yaml.saving": "treadle", ".last-preset": "A", "box.saving": "mine", ".saving.txt": "mine",
        ])
        TemporaryFiles.remove(from: folder.path)
        #expect(folder.names == [".last-preset", ".saving.txt", "box.saving"])
    }
}
