import CPlatform
import Compact
import Configuration
import Foundation
import HostSupport
import Testing

@testable import Box

/// Drafts of a running box, over its socket (docs/reference/COMMANDS.md, "Drafts").
@Suite final class DraftSocketTests {
    private static let verse = "name: Verse\nnumber: 1\nroutings: []\n"
    private static let chorus = "name: Chorus\nnumber: 2\nroutings: []\n"

    private let folder: TemporaryFolder
    private let sockets: TemporaryFolder
    private var box: RunningBox
    private var socket: String { sockets.path + "/box" }
    private var incoming: String { socket + ".incoming" }

    init() throws {
        folder = try TemporaryFolder([
            "box.yaml": "treadle: 1\nname: Drafts\nports: { out: { uart: /nonexistent/out } }\n",
            "presets/verse.yaml": Self.verse, "presets/chorus.yaml": Self.chorus,
        ])
        sockets = try TemporaryFolder()
        box = try RunningBox(["run", "--no-realtime", folder.path], socket: sockets.path + "/box")
        try FileManager.default.createDirectory(
            atPath: sockets.path + "/box.incoming", withIntermediateDirectories: true)
        try #require(box.says("loop: "), "\(box.said)")
    }

    deinit { box.stop() }

    private func program() throws -> BoxConnection {
        let program = try #require(BoxConnection(socket))
        // A wait for what does not come is a failure, not a test without an end.
        _ = treadle_socket_limit(program.descriptor, 60_000)
        return program
    }

    /// The lines of an answer; the last one is `ok…` or `error…`.
    private func ask(_ request: String) throws -> [String] {
        let program = try program()
        try #require(program.write(request))
        var lines: [String] = []
        while let line = program.readLine() {
            lines.append(line)
            if line == "ok" || line.hasPrefix("ok ") || line.hasPrefix("error") { return lines }
        }
        return lines
    }

    private func put(_ name: String, _ old: String, _ new: String) throws -> [String] {
        try new.write(toFile: incoming + "/7", atomically: false, encoding: .utf8)
        let hash = FileEditing.hash(of: Array(old.utf8))
        let digits = Digits.hex(UInt32(hash >> 32), 8) + Digits.hex(UInt32(truncatingIfNeeded: hash), 8)
        return try ask("draft put \"My phone\" \"\(name)\" \(digits) 7")
    }

    /// Reads lines of a program that follows the state until one begins so.
    private func line(_ start: String, of program: BoxConnection) -> String? {
        while let line = program.readLine() { if line.hasPrefix(start) { return line } }
        return nil
    }

    private func state() throws -> JSONValue {
        let program = try program()
        try #require(program.write("state"))
        let line = try #require(self.line("state ", of: program))
        return try #require(JSONReader.value(of: Array(line.dropFirst(6).utf8), depth: 16))
    }

    private func names(_ state: JSONValue) -> [String?]? { state["presets"]?.items?.map { $0["name"]?.text } }

    private static let bridge = chorus.replacing("Chorus", with: "Bridge")
    private static let faulty = chorus.replacing("number: 2", with: "number: 200")

    @Test func clientsThatFollowTheStateAreTold() throws {
        let follower = try program()
        try #require(follower.write("state"))
        _ = try #require(line("state ", of: follower))
        #expect(try put("presets/chorus.yaml", Self.chorus, Self.bridge) == ["ok in-force"])
        #expect(line("files ", of: follower) == "files \"My phone\" \"presets/chorus.yaml\"")
        let state = try self.state()
        #expect(names(state) == ["Bridge", "Verse"] && state["preset"]?["changed"]?.flag == true)
        #expect(state["draft"]?["files"] == .array([.string("presets/chorus.yaml")]))
        #expect(state["draft"]?["undo"]?.int == 1 && state["faults"] == .array([]))
        #expect(try put("presets/chorus.yaml", Self.bridge, Self.faulty) == ["ok errors"])
        let fault = try self.state()["faults"]?.items?.first
        #expect(fault?["place"]?.text?.hasPrefix("presets/chorus.yaml:2:") == true)
        #expect(try put("presets/chorus.yaml", Self.bridge, Self.chorus)[0].hasPrefix("error changed "))
        #expect(try ask("draft save").last?.hasPrefix("error errors presets/chorus.yaml: ") == true)
        #expect(try ask("draft undo") == ["ok in-force"])
        #expect(try ask("draft save") == ["| written: \(folder.path)/presets/chorus.yaml", "ok"])
        #expect(folder.text("presets/chorus.yaml") == Self.bridge)
    }

    /// W1: the box is killed and another one begins.
    @Test func draftsOutliveTheBox() throws {
        #expect(try put("presets/chorus.yaml", Self.chorus, Self.bridge) == ["ok in-force"])
        box.signal(SIGKILL)
        _ = box.ended()
        box = try RunningBox(["run", "--no-realtime", folder.path], socket: socket)
        try #require(box.says("loop: "), "\(box.said)")
        // The loop has handled all that it was told at the start.
        #expect(try ask("status").last == "ok")
        let state = try self.state()
        #expect(names(state) == ["Bridge", "Verse"] && state["preset"]?["changed"]?.flag == true)
        #expect(try ask("draft revert") == ["ok in-force"])
        #expect(names(try self.state()) == ["Chorus", "Verse"])
    }

    @Test func presetsAreEdited() throws {
        #expect(try ask("preset rename Chorus Bridge") == ["ok 1"])
        #expect(names(try state()) == ["Bridge", "Verse"] && folder.text("presets/chorus.yaml") == Self.bridge)
        #expect(try ask("preset rename Bridge Verse") == ["error name is taken: another preset is called Verse"])
        #expect(try ask("preset undo 1") == ["ok 1"])
        #expect(folder.text("presets/chorus.yaml") == Self.chorus)
    }

    /// W10: programs are told who has edited presets, and who has taken that back.
    @Test func clientsAreToldWhoEditsPresets() throws {
        let follower = try program()
        try #require(follower.write("state"))
        _ = try #require(line("state ", of: follower))
        #expect(try ask("preset rename Chorus Bridge \"My phone\"") == ["ok 1"])
        #expect(line("files ", of: follower) == "files \"My phone\" \"presets/chorus.yaml\"")
        #expect(try ask("preset undo 1 desk") == ["ok 1"])
        #expect(line("files ", of: follower) == "files \"desk\" \"presets/chorus.yaml\"")
    }
}
