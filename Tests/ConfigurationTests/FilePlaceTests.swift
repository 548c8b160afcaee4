import Compact
import Foundation
import Testing

@testable import Configuration

/// A file as JSON, and where its values stand.
@Suite struct FilePlaceTests {
    private func json(_ text: String) throws -> String {
        var json = JSON()
        json.beginObject()
        try FileEditing(Array(text.utf8)).write(to: &json)
        json.endObject()
        return json.text
    }

    @Test func scalarsAreAsTheyAreWritten() throws {
        let text = """
            range: C-1..B3
            shift: -12
            tempo: 98.50
            mute: true
            name: "12"
            octal: 007
            hex: 0x18
            signed: +1
            large: 1234567890123456
            zero: -0
            half: .5
            point: 1.
            word: yes
            none:
            empty: ''
            block: |
              a
            """
        let values = """
            "range":"C-1..B3","shift":-12,"tempo":98.50,"mute":true,"name":"12","octal":"007","hex":"0x18",\
            "signed":"+1","large":"1234567890123456","zero":"-0","half":".5","point":"1.","word":"yes","none":null,\
            "empty":"","block":"a"
            """
        #expect(try json(text).hasPrefix("{\"tree\":{\(values)},\"places\":{"))
    }

    /// Aliases and merges are resolved; what they bring has no place.
    @Test func sharedValuesHaveNoPlace() throws {
        let text = "a: &x\n  b: 1\nc: *x\nd: { <<: *x, e: [2] }\n"
        let places = """
            "":[1,1,0,40],"/a":[2,3,8,12],"/a/b":[2,6,11,12],"/c":"shared","/c/b":"shared","/d":[4,4,22,40],\
            "/d/e":[4,17,35,38],"/d/e/0":[4,18,36,37],"/d/b":"shared"
            """
        #expect(
            try json(text)
                == "{\"tree\":{\"a\":{\"b\":1},\"c\":{\"b\":1},\"d\":{\"e\":[2],\"b\":1}},\"places\":{\(places)}}")
    }

    /// Bytes are counted with a byte order mark, columns in characters without it.
    @Test func placesAreThoseOfTheFile() throws {
        let text = "\u{FEFF}# ü\r\nä/~: { é: \"ö\", x: }\r\n\"\": |\r\n  text\r\n\r\n"
        let editing = try FileEditing(Array(text.utf8))
        var found: [String: [Int]] = [:]
        for place in editing.places {
            if let bytes = place.bytes { found[place.pointer] = [bytes.line, bytes.column, bytes.start, bytes.end] }
        }
        #expect(
            found == [
                "": [2, 1, 9, 46], "/ä~1~0": [2, 6, 15, 31], "/ä~1~0/é": [2, 11, 21, 25], "/ä~1~0/x": [2, 18, 29, 29],
                "/": [3, 5, 37, 46],
            ])
        #expect(editing.places.map { $0.pointer } == ["", "/ä~1~0", "/ä~1~0/é", "/ä~1~0/x", "/"])
    }

    /// The example of docs/reference/API.md.
    @Test func pageShowsWhatIsWritten() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("docs/reference/API.md"), encoding: .utf8)
        let text = "treadle: 1\nports:\n  keys: { match: \"K*\" }\n"
        #expect(page.contains("    " + text.dropLast().replacing("\n", with: "\n    ")))
        #expect(page.filter { !$0.isWhitespace }.contains(try json(text)))
    }
}
