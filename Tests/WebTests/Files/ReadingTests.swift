import Compact
import CPlatform
import Configuration
import Foundation
import Testing

@testable import Web

/// `GET files` and `POST check` (W6, W13).
@Suite struct ReadingTests {
    @Test func allFilesOfTheFolderAreListed() throws {
        let box = try EditedModelBox([
            "lists/soft.txt": "1\n", "notes.md": "x", ".hidden.yaml": "x", "box.yaml.before": "x",
        ])
        try box.folder.write("name: New\n", "drafts/files/new.yaml")
        let list = try box.ask(.get, "files")
        #expect(list.status == 200)
        let paths = list.json.items?.map { $0["path"]?.text ?? "" }
        #expect(paths == ["box.yaml", "lists/soft.txt", "new.yaml", "presets/chorus.yaml", "presets/verse.yaml"])
        #expect(list.json.items?[2]["draft"] == .bool(true))
        #expect(list.json.items?[0]["bytes"] == .number(EditedModelBox.box.utf8.count))
    }

    @Test func aFileIsToldWithItsValuesAndTheirPlaces() throws {
        let box = try EditedModelBox()
        let file = try box.ask(.get, "files/presets/verse.yaml")
        #expect(file.status == 200 && file.json["text"] == .string(EditedModelBox.verse))
        let hash = try #require(file.json["hash"]?.text)
        #expect(file.header("etag") == "\"\(hash)\"" && file.header("cache-control") == "no-store")
        #expect(file.json["tree"]?["number"] == .number(1))
        #expect(file.json["places"]?["/name"]?.items == [.number(1), .number(7), .number(6), .number(11)])
        #expect(file.json["good"] == .bool(true) && file.json["diagnostics"] == .array([]))
    }

    @Test func aDraftIsToldInPlaceOfItsFileWithItsErrors() throws {
        let box = try EditedModelBox()
        try FileManager.default.createDirectory(
            atPath: "\(box.folder.path)/drafts/files/presets", withIntermediateDirectories: true)
        try box.folder.write("name: Verse\nroutings: 7\n", "drafts/files/presets/verse.yaml")
        let file = try box.ask(.get, "files/presets/verse.yaml")
        #expect(file.json["draft"] == .bool(true) && file.json["good"] == .bool(false))
        let fault = try #require(file.json["diagnostics"]?.items?.first { $0["severity"]?.text == "error" })
        #expect(fault["file"]?.text == "presets/verse.yaml" && fault["line"] == .number(2))
    }

    /// Paths that are not those of files, and files that are there all the same.
    @Test(arguments: [
        "../secret.yaml", "presets/../box.yaml", "presets//verse.yaml", ".hidden.yaml", "presets/.x.yaml", "notes.md",
        "away.yaml", "presets", "none.yaml", "presets/%2E%2E/box.yaml", "recorder-1.txt", "link/secret.yaml",
    ])
    func noOtherFileIsTold(path: String) throws {
        let box = try EditedModelBox([".hidden.yaml": "a: 1\n", "notes.md": "x", "recorder-1.txt": "x"])
        try box.folder.write("a: secret\n", "secret.yaml")
        let board = "\(box.folder.path)/board"
        #expect(symlink("\(box.folder.path)/secret.yaml", "\(board)/away.yaml") == 0)
        #expect(symlink(box.folder.path, "\(board)/link") == 0)
        let answer = try box.ask(.get, "files/\(path)")
        #expect(answer.status == 404 && answer.code == "no-such-file", "\(answer)")
        #expect(!(try box.ask(.get, "files").json.items ?? []).contains { $0["path"]?.text == path })
    }

    @Test func aPartOfAPathWithASlashIsNoFile() throws {
        let box = try EditedModelBox()
        let request = box.begin(.get, "files")
        let exchange = WebExchange(request.exchange.request)
        var status = 0
        exchange.deliver = { if case .answer(let answer) = $0 { status = answer.status } }
        box.api.handle(exchange, ["files", "presets/verse.yaml"])
        #expect(status == 404)
    }

    @Test func aListHasNoValues() throws {
        let box = try EditedModelBox(["lists/soft.txt": "1\n2\n"])
        let file = try box.ask(.get, "files/lists/soft.txt")
        #expect(file.json["text"]?.text == "1\n2\n" && file.json["tree"] == .null)
    }

    @Test func aTextIsCheckedWithoutAChange() throws {
        let box = try EditedModelBox()
        let body = #"{"path":"presets/verse.yaml","text":"name: Verse\nnumber: 300\nroutings: []\n"}"#
        let answer = try box.ask(.post, "check", body)
        #expect(answer.status == 200 && answer.json["good"] == .bool(false))
        let faults = answer.json["diagnostics"]?.items ?? []
        #expect(faults.contains { $0["file"]?.text == "presets/verse.yaml" && $0["line"] == .number(2) }, "\(faults)")
        // The box is told before that nothing answers it meanwhile (W1).
        #expect(box.signs.prefix(2) == ["busy", "alive"])
        #expect(box.requests.isEmpty)
        #expect(try box.ask(.get, "files/presets/verse.yaml").json["text"] == .string(EditedModelBox.verse))
    }

    @Test(arguments: [
        ("", 400), ("[]", 400), (#"{"path":"box.yaml"}"#, 400), (#"{"path":"box.yaml","text":7}"#, 400),
        (#"{"path":"box.yaml","text":"","more":1}"#, 400), (#"{"path":"a.yaml","path":"b.yaml","text":""}"#, 400),
        (#"{"path":"../a.yaml","text":""}"#, 404),
    ])
    func aBadCheckIsRefused(body: String, status: Int) throws {
        #expect(try EditedModelBox().ask(.post, "check", body).status == status)
    }

    @Test(arguments: [
        (WebRequest.Method.post, "files", "GET, HEAD"), (.delete, "files/box.yaml", "GET, HEAD, PATCH, POST, PUT"),
        (.get, "check", "POST"), (.get, "presets", "POST"), (.get, "setlists/Friday", "PUT"), (.post, "learn", "GET"),
        (.post, "backup.tar", "GET"), (.get, "restore", "POST"), (.get, "update/install", "POST"),
    ])
    func anotherMethodIsRefused(method: WebRequest.Method, path: String, allowed: String) throws {
        let answer = try EditedModelBox().ask(method, path)
        #expect(answer.status == 405 && answer.header("allow") == allowed)
    }
}
