import Compact
import Foundation
import HostSupport
import Testing

@testable import Box

/// JSON text (RFC 8259), and the commands that print it.
@Suite struct JSONTests {
    private func written(_ text: String) -> String {
        var json = JSON()
        json.string(text)
        return json.text
    }

    @Test func valuesKeepTheirOrder() {
        var json = JSON()
        json.beginObject()
        json.key("b")
        json.beginArray()
        json.number(-1)
        json.bool(true)
        json.beginObject()
        json.endObject()
        json.null()
        json.endArray()
        json.key("a")
        json.beginArray()
        json.endArray()
        json.member("c", nil as String?)
        json.endObject()
        #expect(json.text == #"{"b":[-1,true,{},null],"a":[],"c":null}"#)
    }

    @Test(arguments: [
        ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\t\u{0}", #""\u000A\u0009\u0000""#), ("é€𝄞", "\"é€𝄞\""),
        ("\u{7F}\u{9B}", #""\u007F\u009B""#), ("\u{202E}\u{FEFF}", #""\u202E\uFEFF""#), ("/", #""/""#),
    ])
    func charactersAreEscaped(_ text: String, _ expected: String) {
        #expect(written(text) == expected)
    }

    @Test func everyCharacterIsReadBack() throws {
        var text = ""
        for value in UInt32(0)..<0x3000 { if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) } }
        let read = try JSONSerialization.jsonObject(with: Data(written(text).utf8), options: .fragmentsAllowed)
        #expect(read as? String == text)
    }

    @Test func invalidBytesBecomeTheReplacementCharacter() {
        var json = JSON()
        json.string([0x61, 0xFF, 0xC3, 0x62, 0xED, 0xA0, 0x80][...])
        #expect(json.text == "\"a\u{FFFD}\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}\"")
    }

    @Test func checkPrintsTheSummaryAndWarnings() throws {
        let folder = try TemporaryFolder([
            "box.yaml": """
            treadle: 1
            name: "My \\"box\\""
            ports: { k: { match: k } }
            presets: [{ name: “P”, routings: [{ from: [k], to: [k], velocity: { list: l.txt } }] }]

            """,
            "l.txt": (0..<128).map { "\($0)\n" }.joined(), "presets/a.yaml": "name: A\n",
        ])
        let run = try Finished(["check", "--json", folder.path])
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(
            run.output == """
                {"ok":true,"summary":{"name":"My \\"box\\"","ports":1,"footswitches":0,"presets":2,"assignments":0,\
                "waiting-footswitches":[],"expanders":[],"knobs":[],"pedals":[],"variables":[]},\
                "files":["\(folder.path)/box.yaml","\(folder.path)/l.txt","\(folder.path)/presets/a.yaml"],\
                "diagnostics":[{"file":"\(folder.path)/box.yaml","line":4,"column":19,"severity":"warning",\
                "message":"the quotes around `“P”` are part of the text; use straight quotes (\\") or none"}],\
                "omitted":0}

                """)
    }

    /// I10, V1
    @Test func checkListsExpandersKnobsPedalsAndVariables() throws {
        let box = """
            treadle: 1
            expanders: { more: { chip: pcf8575, address: 0x21 } }
            footswitches: { A: { line: "more:3" } }
            knobs: { 2: { a: "gpiochip0:5", b: "gpiochip0:6" } }
            pedals: { 3: { address: 0x49, range: 3120..180 } }
            assignments: [{ from: footswitches, controller: switch A single, do: { 127: panic } }]
            variables: { amp: { range: 0..2, start: 1 }, solo: }
            presets: [{ name: P, number: 1 }]

            """
        let json = try Finished(["check", "--json", "-"], input: box)
        #expect(json.status == 0)
        let inputs = """
            "waiting-footswitches":[{"name":"A","double-ms":300}],\
            "expanders":[{"name":"more","chip":"pcf8575","bus":"/dev/i2c-1","address":33}],\
            "knobs":[{"number":2,"a":"gpiochip0:5","b":"gpiochip0:6"}],\
            "pedals":[{"number":3,"chip":"ads1115","bus":"/dev/i2c-1","address":73,"input":2,"from":3120,"to":180}],\
            "variables":[{"name":"amp","from":0,"to":2,"start":1},{"name":"solo","from":0,"to":1,"start":0}]}
            """
        #expect(json.output.contains(inputs), "\(json.output)")
        let text = try Finished(["check", "-"], input: box).output
        #expect(
            text.contains(
                """
                footswitch A: more:3
                expander more: pcf8575 at /dev/i2c-1 0x21
                knob 2: gpiochip0:5 and gpiochip0:6
                pedal 3: input 2 of ads1115 at /dev/i2c-1 0x49, 3120..180 mV
                variable amp: 0..2, starts with 1
                variable solo: 0..1, starts with 0

                """), "\(text)")
    }

    @Test func checkPrintsErrorsWithTheStatus() throws {
        let run = try Finished(["check", "-", "--json"], input: "treadle: 1\nport: {}\n")
        #expect(run.status == 1 && run.errors.isEmpty)
        #expect(
            run.output == """
                {"ok":false,"summary":null,"files":["<stdin>"],\
                "diagnostics":[{"file":"<stdin>","line":2,"column":1,"severity":"error",\
                "message":"`port` is not a key of the box file; did you mean `ports`?"}],"omitted":0}

                """)
    }

    @Test func checkPrintsThatTheBoxFileCannotBeRead() throws {
        let run = try Finished(["check", "--json", "/nonexistent/"])
        #expect(run.status == 3 && run.errors.isEmpty)
        #expect(run.output.hasPrefix(#"{"ok":false,"summary":null,"files":["/nonexistent/box.yaml"],"#))
    }

    @Test func portsPrintMissingAliases() throws {
        let box = "treadle: 1\nports: { k: { match: \"no such device\" }, u: { uart: /dev/ttyAMA3 } }\n"
        let run = try Finished(["ports", "--json", "-"], input: box)
        #expect(run.status == 0)
        let read = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(read["missing"] as? [String] == ["k"] && read["ports"] is [Any])
        #expect(run.output.hasSuffix("\"missing\":[\"k\"]}\n"))
    }

    @Test func portsOfABadConfigurationPrintItsErrors() throws {
        let run = try Finished(["ports", "--json", "-"], input: "treadle: 2\n")
        #expect(run.status == 1 && run.output.isEmpty && run.errors.hasPrefix("<stdin>:1:10: error: "))
    }
}
