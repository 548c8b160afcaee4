import Compact
import Testing

@testable import Web

/// `POST presets` and `PUT setlists/NAME` (M12, P8, W14).
@Suite struct PresetRequestTests {
    @Test(arguments: [
        (#"{"do":"new","name":"Bridge"}"#, #"preset new "Bridge""#),
        (#"{"do":"new","name":"Bridge","value":"Verse"}"#, #"preset new "Bridge" after "Verse""#),
        (#"{"do":"duplicate","name":"Verse","value":"Verse 2"}"#, #"preset duplicate "Verse" "Verse 2""#),
        (#"{"do":"rename","name":"a \"b\"","value":"c"}"#, #"preset rename "a ""b""" "c""#),
        (#"{"do":"number","name":"Verse","value":7}"#, #"preset number "Verse" 7"#),
        (#"{"do":"delete","name":"Verse"}"#, #"preset delete "Verse""#),
        (#"{"do":"undo","step":17}"#, "preset undo 17"),
    ])
    func aChangeIsAskedOfTheBox(body: String, line: String) throws {
        let box = try EditedModelBox()
        box.answer = { _ in ["ok 18"] }
        let answer = try box.ask(.post, "presets", body)
        #expect(box.requests == [line + #" "iPhone, ""Safari""""#])
        #expect(answer.status == 200 && answer.json["undo"] == .number(18))
    }

    @Test func aRefusalIsInTheBoxesWords() throws {
        let box = try EditedModelBox()
        box.answer = { _ in ["error `Verse` is inserted by `Chorus`"] }
        let answer = try box.ask(.post, "presets", #"{"do":"delete","name":"Verse"}"#)
        #expect(answer.status == 409 && answer.json["error"]?["message"]?.text == "`Verse` is inserted by `Chorus`")
    }

    @Test(arguments: [
        "{}", #"{"do":"burn","name":"Verse"}"#, #"{"do":"rename","name":"Verse"}"#, #"{"do":"delete","name":""}"#,
        #"{"do":"number","name":"Verse","value":"7"}"#, #"{"do":"undo"}"#, #"{"do":"delete","name":"a\nreload"}"#,
        #"{"do":"number","name":"Verse","value":-1}"#, #"{"do":"delete","name":"Verse","force":true}"#,
    ])
    func aBadChangeIsRefused(body: String) throws {
        let box = try EditedModelBox()
        #expect(try box.ask(.post, "presets", body).status == 400)
        #expect(box.requests.isEmpty)
    }

    @Test func theOrderOfASetListIsWrittenIntoTheBoxFile() throws {
        let box = try EditedModelBox()
        let answer = try box.ask(.put, "setlists/Friday", #"{"presets":["Chorus","Verse","Chorus"]}"#)
        let text = EditedModelBox.box.replacing("[Verse, Chorus]", with: "[Chorus, Verse, Chorus]")
        #expect(answer.status == 200 && answer.json["path"]?.text == "box.yaml" && answer.json["text"] == .string(text))
    }

    @Test func aSetListWithoutANameIsWritten() throws {
        let text = "treadle: 1\nports: { keys: { match: \"K*\" } }\nsetlist:\n  - Verse   # first\n  - Chorus\n"
        let box = try EditedModelBox(["box.yaml": text])
        let answer = try box.ask(.put, "setlists", #"{"presets":["Verse","Verse"]}"#)
        #expect(answer.status == 200 && answer.json["tree"]?["setlist"]?.items == [.string("Verse"), .string("Verse")])
        #expect(answer.json["text"]?.text?.contains("  - Verse   # first\n") == true)
        #expect(try box.ask(.put, "setlists/Friday", #"{"presets":["Verse"]}"#).status == 404)
    }

    @Test func aSetListIsNotWrittenOverAnotherEdit() throws {
        let box = try EditedModelBox()
        let old = "0123456789ABCDEF"
        #expect(try box.ask(.put, "setlists/Friday", #"{"presets":["Chorus"]}"#, hash: old).status == 412)
    }

    @Test(arguments: ["{}", #"{"presets":"Verse"}"#, #"{"presets":[1]}"#])
    func aBadSetListIsRefused(body: String) throws {
        #expect(try EditedModelBox().ask(.put, "setlists/Friday", body).status == 400)
    }
}
