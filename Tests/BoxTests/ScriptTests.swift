import Compact
import Configuration
import Testing

@testable import Box

/// Errors of a script have a line and column (docs/reference/COMMANDS.md, "render").
@Suite struct ScriptTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var script: String
        var line: Int
        var column: Int
        /// Part of the message.
        var says: String
        var testDescription: String { script }

        init(_ script: String, _ line: Int, _ column: Int, _ says: String) {
            self.script = script
            self.line = line
            self.column = column
            self.says = says
        }
    }

    private func configuration() throws -> CompiledConfiguration {
        try Configuration.load(
            text: """
                treadle: 1
                ports:
                  keys: { match: k, direction: in }
                  out: { match: o, direction: out }
                  motion 2: { match: m }
                  piano: { bluetooth: "*" }
                footswitches: { A: { line: "g:1" } }
                presets: [{ name: Verse, number: 2, routings: [{ name: "Bass split", from: [keys], to: [out] }] }]
                """
        ).get()
    }

    private func script(_ text: String) throws -> RenderScript {
        RenderScript(Array(text.utf8), for: try configuration())
    }

    @Test(arguments: [
        Row("x keys 90", 1, 1, "'x' is not a time"),
        Row("-1 keys 90", 1, 1, "'-1' is not a time"),
        Row("1.2.3 keys 90", 1, 1, "not a time"),
        Row("5 keys 90\n4.999 keys 90", 2, 1, "time goes back"),
        Row("0", 1, 2, "missing"),
        Row("0 nobody 90", 1, 3, "no port is called 'nobody'"),
        Row("0 out 90", 1, 3, "'out' is no input"),
        Row("0 keys", 1, 3, "no bytes for 'keys'"),
        Row("0 keys 90 3", 1, 11, "'3' is no byte"),
        Row("0 keys 90 3C 100", 1, 14, "'100' is no byte"),
        Row("0 keys 90 GG", 1, 11, "'GG' is no byte"),
        Row("0 keys nothing", 1, 8, "'nothing' is not a message; write for example"),
        Row("0 keys note X 90", 1, 8, "'note X' has no note"),
        Row("0 keys note C#4 90", 1, 8, "'note C' has no note"),
        Row("0 keys cc 7", 1, 11, "'7' is no byte"),
        Row("0\tkeys\t9Z", 1, 8, "'9Z' is no byte"),
        Row("0 keys ble 80", 1, 3, "'keys' is no port with `bluetooth`"),
        Row("0 piano ble 80 8", 1, 16, "'8' is no byte"),
        Row("0 piano mtu", 1, 12, "an MTU is missing"),
        Row("0 piano mtu 518", 1, 13, "'518' is no MTU, 23..517"),
        Row("0 piano mtu 23 23", 1, 16, "unexpected argument '23'"),
        Row(
            "0 piano mtu 23\n1 piano ble 80" + String(repeating: " 80", count: 20), 2, 9,
            "the packet has 21 bytes, and at most 20 are possible"),
        Row("0 switch C down", 1, 10, "no footswitch is called 'C'"),
        Row("0 switch A", 1, 11, "down or up is missing"),
        Row("0 switch A sideways", 1, 12, "neither down nor up"),
        Row("0 switch A down again", 1, 17, "unexpected argument 'again'"),
        Row("0 motion 0 1", 1, 13, "z in g is missing"),
        Row("0 motion 0 one 0", 1, 12, "'one' is no number"),
        Row("0 load", 1, 7, "missing"),
        Row("0 load 128", 1, 8, "outside 0..127"),
        Row("0 load \"Chorus\"", 1, 8, "no preset is called 'Chorus'"),
        Row("0 load \"Verse", 1, 8, "the quote is not closed"),
        Row("0 mute Bass split", 1, 8, "no routing is called 'Bass'"),
        Row("0 mute \"Bass split\" now", 1, 21, "unexpected argument 'now'"),
        Row("0 toggle-mute \"Bass splt\"", 1, 15, "no routing is called 'Bass splt'; did you mean `Bass split`?"),
        Row("0 led B on", 1, 7, "no footswitch is called 'B'; there is `A`"),
        Row("0 led A dim", 1, 9, "'dim' is neither on, off, blink nor tempo"),
        Row("0 tempo 19", 1, 9, "'19' is no tempo"),
        Row("0 tempo +281", 1, 9, "'+281' is no tempo"),
        Row("0 next 2", 1, 8, "unexpected argument '2'"),
        Row("0 unplug", 1, 9, "missing"),
        Row("0 plug pads", 1, 8, "no port is called 'pads'"),
        Row("# a comment\n\n  0   end   soon", 3, 13, "unexpected argument 'soon'"),
    ])
    func errorHasLineAndColumn(row: Row) throws {
        let problems = try script(row.script).problems
        let problem = try #require(problems.first)
        #expect(problems.count == 1)
        #expect(problem.line == row.line && problem.column == row.column)
        #expect(problem.message.contains(row.says), "\(problem.message)")
    }

    @Test func allErrorsAreReportedAtOnce() throws {
        let problems = try script("0 keys 9\n1 keys 90\nx\n2 fly").problems
        #expect(problems.map { $0.line } == [1, 3, 4])
    }

    @Test func everyFormIsAccepted() throws {
        let text = """
            # comments and blank lines are nothing

            0 keys 90 3c 64\r
            0.5 keys 64 # behind it too
            1 "keys" F8
            1 piano ble
            1 piano ble 80 80 90 3C 64
            1 piano mtu 517
            1 switch A down
            2 motion -0.5 +0.25 0
            3 load 2
            3 load 99
            3 load "Verse"
            3 next
            3 previous
            4 mute "Bass split"
            4 unbypass "Bass split"
            5 unplug keys
            5 plug keys
            6 panic
            6 led A blink
            6 tempo -0.5
            7.000001 end
            """
        let script = try script(text)
        #expect(script.problems.isEmpty && script.lines.count == 21)
        #expect(script.lines[1].time == 500_000 && script.lines.last?.time == 7_000_001)
        guard case .perform(.led(0, .blink)) = script.lines[18].event,
            case .perform(.clock(.tempoBy(-50))) = script.lines[19].event
        else {
            Issue.record("neither the LED nor the step of the tempo")
            return
        }
        guard case .bytes(0, [0x90, 0x3C, 0x64]) = script.lines[0].event else {
            Issue.record("not the bytes of the first line")
            return
        }
    }

    @Test func aQuoteInANameIsWrittenTwice() throws {
        for (line, word) in [("\"a \"\"b\"\"\"", "a \"b\""), ("\"\"\"\"", "\""), ("\"\"", ""), ("\"a\"", "a")] {
            var words = try ScriptWords(Array(line.utf8)[...])
            let first = try words.next("a word")
            #expect(first.text == word && first.isQuoted && words.isAtEnd, "\(line)")
        }
        #expect(throws: ScriptWords.Problem.self) { try ScriptWords(Array("\"\"\"".utf8)[...]) }
    }

    /// The words of `treadle send` are bytes at their time; a note ends after its length, before what comes then.
    @Test func messagesAreWrittenInWords() throws {
        let text = """
            0 keys cc 7 = 100
            10 keys note C4 90 for 20 ms
            20 "keys" "note C#4 1" channel 2
            30 keys program 12 # a comment
            40 keys note-off C4 cc 1=2
            50 keys CC 07 64
            """
        let script = try script(text)
        #expect(script.problems.isEmpty, "\(script.problems)")
        let written = script.lines.map { line in
            guard case .bytes(0, let bytes) = line.event else { return "?" }
            return "\(line.time / 1_000_000) \(Digits.hex(bytes))"
        }
        #expect(
            written == [
                "0 B0 07 64", "10 90 3C 5A", "20 91 3D 01", "30 80 3C 40", "30 C0 0C", "40 80 3C 40 B0 01 02",
                "50 CC 07 64", "270 81 3D 40",
            ])
    }
}
