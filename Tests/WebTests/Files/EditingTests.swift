import CPlatform
import Compact
import Configuration
import Foundation
import Testing

@testable import Web

/// `PATCH` and `PUT` of files (W10, W12, W13).
@Suite struct EditingTests {
    private static func set(_ at: String, _ value: String) -> String {
        #"{"operations":[{"op":"set","at":[\#(at)],"value":\#(value)}]}"#
    }

    private static let tooDeep = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)
    private static let tooMany =
        #"{"operations":["# + String(repeating: #"{"op":"remove","at":["x"]},"#, count: 64)
        + #"{"op":"remove","at":["x"]}]}"#

    @Test func anEditBecomesADraftAndKeepsAllOtherBytes() throws {
        let box = try EditedModelBox()
        let hash = try box.hash("box.yaml")
        let body = EditingTests.set(#""name""#, #""Road""#)
        let answer = try box.ask(.patch, "files/box.yaml", body, hash: "\"\(hash)\"")
        let text = EditedModelBox.box.replacing("name: Stage   #", with: "name: Road   #")
        #expect(answer.status == 200 && answer.json["text"] == .string(text) && answer.json["draft"] == .bool(true))
        #expect(box.folder.text("board/box.yaml") == EditedModelBox.box)
        let request = try #require(box.requests.first)
        #expect(request.hasPrefix(#"draft put "iPhone, ""Safari""" "box.yaml" \#(hash) "#), "\(request)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(box.folder.path)/incoming").isEmpty)
        #expect(try box.hash("box.yaml") != hash)
    }

    @Test func anEditWithoutAChangeAsksNothingOfTheBox() throws {
        let box = try EditedModelBox()
        let hash = try box.hash("presets/verse.yaml")
        let answer = try box.ask(.patch, "files/presets/verse.yaml", EditingTests.set(#""number""#, "1"), hash: hash)
        #expect(answer.status == 200 && box.requests.isEmpty)
    }

    @Test func aWholeTextIsWritten() throws {
        let box = try EditedModelBox()
        let hash = try box.hash("presets/verse.yaml")
        let answer = try box.ask(.put, "files/presets/verse.yaml", #"{"text":"routings: 7\n"}"#, hash: hash)
        #expect(answer.json["text"]?.text == "routings: 7\n" && answer.json["good"] == .bool(false))
    }

    @Test func aNewFileNeedsThatThereIsNone() throws {
        let box = try EditedModelBox()
        func ask(_ path: String) throws -> EditedModelBox.Answered {
            let asked = box.begin(.get, "files")
            var request = asked.exchange.request
            (request.method, request.body) = (.put, Array(#"{"text":"1\n"}"#.utf8))
            request.headers = [.init("if-none-match", "*")]
            let exchange = WebExchange(request)
            exchange.visitor = EditedModelBox.visitor
            var answered = EditedModelBox.Answered()
            exchange.deliver = {
                if case .answer(let answer) = $0 { (answered.status, answered.body) = (answer.status, answer.body) }
            }
            box.api.handle(exchange, ["files"] + path.split(separator: "/").map { String($0) })
            box.serve()
            return answered
        }
        #expect(try ask("lists/new.txt").status == 200)
        #expect(box.requests.contains { $0.contains(#""lists/new.txt" - edit-"#) })
        #expect(try ask("presets/verse.yaml").status == 412)
        // A link must not lead a new file out of the folder, either.
        #expect(symlink(box.folder.path, "\(box.folder.path)/board/away") == 0)
        let count = box.requests.count
        #expect(try ask("away/new.txt").status == 404 && box.requests.count == count)
    }

    /// The second of two edits is told the present file, which has the first one.
    @Test func theSecondOfTwoEditsGetsThePresentFile() throws {
        let box = try EditedModelBox()
        let hash = try box.hash("presets/verse.yaml")
        box.isHolding = true
        let first = box.begin(.patch, "files/presets/verse.yaml", EditingTests.set(#""number""#, "2"), hash: hash)
        let second = box.begin(.patch, "files/presets/verse.yaml", EditingTests.set(#""number""#, "3"), hash: hash)
        box.serve()
        #expect(first.answered == nil && second.answered == nil && box.requests.count == 1)
        box.release()
        #expect(first.answered?.status == 200)
        let answer = try #require(second.answered)
        #expect(answer.status == 412 && answer.code == "changed" && box.requests.count == 1)
        #expect(answer.json["file"]?["tree"]?["number"] == .number(2))
    }

    @Test func anEditOfABrowserThatHasGoneIsNotMade() throws {
        let box = try EditedModelBox()
        let hash = try box.hash("presets/verse.yaml")
        let other = try box.hash("presets/chorus.yaml")
        box.isHolding = true
        _ = box.begin(.patch, "files/presets/verse.yaml", EditingTests.set(#""number""#, "2"), hash: hash)
        let second = box.begin(.put, "files/presets/chorus.yaml", #"{"text":"x"}"#, hash: other)
        second.exchange.deliver = nil
        box.release()
        #expect(box.requests.count == 1)
    }

    @Test(arguments: [
        ("error changed edited", 412, "changed"), ("error disk it differs", 409, "changed-on-disk"),
        ("error limit too many drafts", 409, "limit"),
    ])
    func aRefusalOfTheBoxIsTold(line: String, status: Int, code: String) throws {
        let box = try EditedModelBox()
        let hash = try box.hash("box.yaml")
        box.answer = { _ in [line] }
        let answer = try box.ask(.patch, "files/box.yaml", EditingTests.set(#""name""#, #""Road""#), hash: hash)
        #expect(answer.status == status && answer.code == code)
    }

    /// Somebody has changed the file on the disk: the player takes the file or the draft.
    @Test func oneOfDraftAndFileIsTaken() throws {
        let box = try EditedModelBox()
        try box.folder.write("name: Draft\n", "drafts/files/box.yaml")
        #expect(try box.ask(.get, "files/box.yaml").json["tree"]?["name"]?.text == "Draft")
        #expect(try box.ask(.get, "files/box.yaml", on: "disk").json["text"] == .string(EditedModelBox.box))
        #expect(try box.ask(.get, "files/box.yaml", on: "card").status == 400)
        box.answer = { _ in
            #expect(unlink("\(box.folder.path)/drafts/files/box.yaml") == 0)
            return ["ok in-force"]
        }
        let taken = try box.ask(.post, "files/box.yaml", #"{"take":"disk"}"#)
        #expect(box.requests == [#"draft take disk "box.yaml" "iPhone, ""Safari""""#])
        #expect(taken.status == 200 && taken.json["text"] == .string(EditedModelBox.box))
        #expect(try box.ask(.post, "files/box.yaml", #"{"take":"mine"}"#).status == 400)
    }

    /// Operations that no file takes, and what they are told.
    @Test(arguments: [
        ("{}", 400, "malformed"), (#"{"operations":[{"op":"grow","at":["name"]}]}"#, 400, "malformed"),
        (set(#""routings",7,"mute""#, "true"), 422, "missing"),
        (#"{"operations":[{"op":"insert","at":["name"],"value":"x"}]}"#, 422, "exists"),
        (tooMany, 413, "too-large"), ("nonsense", 400, "malformed"), (tooDeep, 400, "malformed"),
    ])
    func aBadEditIsRefused(body: String, status: Int, code: String) throws {
        let box = try EditedModelBox()
        let answer = try box.ask(.patch, "files/presets/verse.yaml", body, hash: try box.hash("presets/verse.yaml"))
        #expect(answer.status == status && answer.code == code, "\(answer.json)")
        #expect(box.requests.isEmpty)
    }

    @Test func theOperationAndItsPlaceAreTold() throws {
        let box = try EditedModelBox()
        let body = #"{"operations":[{"op":"set","at":["number"],"value":2},{"op":"remove","at":["tempo"]}]}"#
        let answer = try box.ask(.patch, "files/presets/verse.yaml", body, hash: try box.hash("presets/verse.yaml"))
        #expect(answer.json["error"]?["operation"] == .number(1) && answer.json["error"]?["line"] != nil)
    }

    @Test(arguments: [nil, "*", "12", "\"zzzzzzzzzzzzzzzz\""])
    func anEditNeedsTheHashOfTheFile(hash: String?) throws {
        let box = try EditedModelBox()
        let answer = try box.ask(.patch, "files/box.yaml", EditingTests.set(#""name""#, #""Road""#), hash: hash)
        #expect(answer.status == 400 && answer.code == "no-hash")
    }

    @Test func aValueThatAnAliasSharesIsRefused() throws {
        let verse = "name: &n Verse\nroutings: [{ name: *n, from: [keys], to: [keys] }]\n"
        let box = try EditedModelBox(["presets/verse.yaml": verse])
        let body = EditingTests.set(#""routings",0,"name""#, #""A""#)
        let answer = try box.ask(.patch, "files/presets/verse.yaml", body, hash: try box.hash("presets/verse.yaml"))
        #expect(answer.status == 422 && answer.code == "shared")
    }

    @Test func aBoxThatDoesNotAnswerIsSaid() throws {
        let box = try EditedModelBox()
        let hash = try box.hash("box.yaml")
        box.isHolding = true
        let asked = box.begin(.patch, "files/box.yaml", EditingTests.set(#""name""#, #""Road""#), hash: hash)
        box.serve()
        box.link.serve(at: .max)
        #expect(asked.answered?.status == 503)
    }
}
