import Configuration
import Foundation
import Host
import HostSupport
import Testing

@testable import Upkeep

/// The folder of drafts (W13): steps are whole, and outlive the box.
@Suite struct DraftFolderTests {
    private typealias Folder = DraftFolder<SystemCalls>
    private typealias Edit = DraftFolder<SystemCalls>.Edit

    private let folder: TemporaryFolder
    private var path: String { folder.path + "/draft" }

    init() throws { folder = try TemporaryFolder() }

    private func open(box: String = "/board/box.yaml") -> Folder { Folder(path, box: box, SystemCalls()) }

    private func edit(_ name: String, _ text: String, base: UInt64? = nil) -> Edit {
        Edit(name: name, bytes: Array(text.utf8), base: base)
    }

    private func texts<Calls>(_ drafts: DraftFolder<Calls>) -> [String: String] {
        var texts: [String: String] = [:]
        for name in drafts.names { texts[name] = drafts.bytes(of: name).map { String(decoding: $0, as: UTF8.self) } }
        return texts
    }

    /// What a child reads.
    private var shown: [String: String] {
        var texts: [String: String] = [:]
        for (name, path) in DraftFiles(folder: path + "/files").paths {
            texts[name] = try? String(contentsOfFile: path, encoding: .utf8)
        }
        return texts
    }

    @Test func draftsAreShownAsFiles() throws {
        var drafts = open()
        try drafts.put([edit("box.yaml", "a"), edit("lists/a/b.txt", "b")])
        #expect(shown == ["box.yaml": "a", "lists/a/b.txt": "b"] && drafts.names == ["box.yaml", "lists/a/b.txt"])
        #expect(try drafts.undo() == ["box.yaml", "lists/a/b.txt"])
        #expect(shown.isEmpty && drafts.isEmpty)
    }

    @Test func draftsOutliveTheBox() throws {
        var drafts = open()
        try drafts.put([edit("presets/a.yaml", "1", base: 0xABCD)])
        try drafts.bringInForce()
        try drafts.put([edit("presets/a.yaml", "2", base: 7), edit("new.txt", "n")])
        var next = open()
        #expect(texts(next) == ["presets/a.yaml": "2", "new.txt": "n"])
        #expect(next.base(of: "presets/a.yaml") == 0xABCD && next.base(of: "new.txt") == nil)
        #expect(next.revision == drafts.revision && next.stepCount == 2)
        #expect(!next.isInForce && next.isInForce("x.yaml") && next.inForce.paths.keys.sorted() == ["presets/a.yaml"])
        let inForce = try #require(next.inForce.paths["presets/a.yaml"])
        #expect(try String(contentsOfFile: inForce, encoding: .utf8) == "1")
        _ = try next.undo()
        #expect(texts(next) == ["presets/a.yaml": "1"] && next.isInForce)
    }

    /// A box that is killed after any number of calls leaves a step of two files whole or not at all.
    @Test func aKillLeavesAStepWholeOrNotAtAll() throws {
        let before = ["box.yaml": "one", "presets/a.yaml": "two"]
        let after = ["box.yaml": "three", "presets/a.yaml": "four"]
        var seen: Set<[String: String]> = []
        var calls = 0
        while true {
            try? FileManager.default.removeItem(atPath: path)
            var first = open()
            try first.put([edit("box.yaml", "one"), edit("presets/a.yaml", "two")])
            var killed = DraftFolder(path, box: "/board/box.yaml", CutCalls(left: .max))
            killed.files.calls.left = calls
            let isDone =
                (try? killed.put([
                    .init(name: "box.yaml", bytes: Array("three".utf8), base: nil),
                    .init(name: "presets/a.yaml", bytes: Array("four".utf8), base: nil),
                ])) != nil
            let isWhole = killed.files.calls.left > 0
            let next = open()
            #expect(texts(next) == before || texts(next) == after, "after \(calls) calls")
            #expect(shown == texts(next), "after \(calls) calls")
            #expect(next.stepCount == (texts(next) == after ? 2 : 1))
            seen.insert(texts(next))
            if isDone && isWhole { break }
            calls += 1
            try #require(calls < 1000)
        }
        #expect(seen == [before, after])
    }

    @Test func theOldestOf65StepsIsNoStepAnyMore() throws {
        var drafts = open()
        for step in 1...UpkeepLimits.draftSteps { try drafts.put([edit("a.yaml", "\(step)")]) }
        #expect(drafts.stepCount == 64)
        try drafts.put([edit("a.yaml", "65")])
        #expect(drafts.stepCount == 64)
        for _ in 1...64 { _ = try drafts.undo() }
        #expect(texts(drafts) == ["a.yaml": "1"])
        #expect { try drafts.undo() } throws: { ($0 as? DraftProblem)?.code == .nothing }
        // Contents that no step goes back to are gone.
        #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/kept").count == 1)
    }

    @Test func oneFileTooManyIsRefused() throws {
        var drafts = open()
        let edits = (1...UpkeepLimits.draftFiles).map { edit("presets/\($0).yaml", "") }
        try drafts.put(edits)
        #expect { try drafts.put([edit("box.yaml", "")]) } throws: { ($0 as? DraftProblem)?.code == .limit }
        #expect(drafts.names.count == 256 && drafts.stepCount == 1)
    }

    @Test func tooManyBytesAreRefused() throws {
        var drafts = open()
        try drafts.put([edit("a.yaml", "a")])
        let most = [UInt8](repeating: 32, count: UpkeepLimits.draftBytes)
        #expect { try drafts.put([Edit(name: "a.yaml", bytes: most, base: nil)]) } throws: {
            ($0 as? DraftProblem)?.code == .limit
        }
        #expect(texts(drafts) == ["a.yaml": "a"])
    }

    @Test func droppedDraftsComeBack() throws {
        var drafts = open()
        try drafts.put([edit("a.yaml", "a", base: 1), edit("b.yaml", "b")])
        try drafts.drop(["a.yaml"])
        #expect(texts(drafts) == ["b.yaml": "b"] && shown == ["b.yaml": "b"])
        _ = try drafts.undo()
        #expect(texts(drafts) == ["a.yaml": "a", "b.yaml": "b"] && drafts.base(of: "a.yaml") == 1)
    }

    @Test func savingEndsTheRowOfSteps() throws {
        var drafts = open()
        try drafts.put([edit("a.yaml", "a"), edit("b.yaml", "b")])
        try drafts.bringInForce()
        try drafts.settle(["a.yaml"])
        #expect(texts(drafts) == ["b.yaml": "b"] && drafts.stepCount == 0)
        #expect(drafts.inForce.paths.keys.sorted() == ["b.yaml"])
    }

    @Test func draftsOfAnotherConfigurationAreNotUsed() throws {
        var drafts = open()
        try drafts.put([edit("a.yaml", "a")])
        #expect(open(box: "/other/box.yaml").isUntouched)
        #expect(texts(open()) == ["a.yaml": "a"])
        var other = open(box: "/other/box.yaml")
        try other.put([edit("b.yaml", "b")])
        #expect(shown == ["b.yaml": "b"] && open().isUntouched)
    }

    @Test(arguments: ["", "treadle draft 2\n", "treadle draft 1\nbox /board/box.yaml\ncount 1 9\ndraft 8 - a.yaml\n"])
    func aDamagedRowIsNotUsed(text: String) throws {
        var drafts = open()
        try drafts.put([edit("a.yaml", "a")])
        try text.write(toFile: path + "/row", atomically: false, encoding: .utf8)
        #expect(open().isUntouched)
    }

    /// A folder beside a box file may come from somebody else.
    @Test func aLinkIsNoFolderOfDrafts() throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/theirs", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path + "/theirs")
        var drafts = open()
        #expect { try drafts.put([edit("a.yaml", "a")]) } throws: { ($0 as? DraftProblem)?.code == .disk }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/theirs").isEmpty)
    }

    /// W6.
    @Test(arguments: [
        ("box.yaml", true), ("presets/My verse.yaml", true), ("lists/a.b/c.txt", true), ("a.yaml.txt", true),
        ("", false), (".yaml", false), ("presets/.a.yaml", false), (".hidden/a.yaml", false), ("../a.yaml", false),
        ("a/../b.yaml", false), ("./a.yaml", false), ("/etc/a.txt", false), ("a//b.yaml", false), ("a.yml", false),
        ("a.yaml/", false), ("a.YAML", false), ("a\n.yaml", false), ("a\u{7F}.txt", false), ("box.yaml.before", false),
        ("a/b/c/d/e/f/g/h.txt", true), ("a/b/c/d/e/f/g/h/i.txt", false),
    ])
    func onlyFilesOfTheFolderHaveDrafts(name: String, isAllowed: Bool) {
        #expect(DraftName.isAllowed(name) == isAllowed)
    }

    @Test func hashesHave16Digits() {
        #expect(DraftName.text(0x12AB) == "00000000000012ab" && DraftName.text(nil) == "-")
        for hash in [0, 0x12AB, UInt64.max] { #expect(DraftName.hash(Array(DraftName.text(hash).utf8)[...]) == hash) }
        #expect(DraftName.hash(Array("-".utf8)[...]) == .some(nil))
        for text in ["", "12ab", "00000000000012ag", "00000000000012abc"] {
            #expect(DraftName.hash(Array(text.utf8)[...]) == nil)
        }
    }
}

extension DraftFolder {
    /// Whether there is no draft and no step to undo.
    var isUntouched: Bool { isEmpty && stepCount == 0 }
}
