import CPlatform
import Foundation
import HostSupport
import Testing

@testable import Box

/// Commands that drive a running box. Each returns when the box has done what it says.
@Suite struct DrivingTests {
    private static let text = """
        treadle: 1
        name: Driving
        ports:
          keys: { uart: "INPUT", direction: in }
          out: { uart: "OUTPUT", direction: out }
        footswitches: { A: { line: "gpiochip9:1" } }
        clock: { send-when-stopped: false }
        SETLISTS
        variables: { amp: { range: 0..2, keep: true }, solo: { start: 1 } }
        presets:
        - { name: Verse, number: 1, routings: [{ from: [keys], to: [out] }] }
        - name: Grand Organ
          number: 2
          routings:
          - { name: "Lead \\"1\\"", from: [keys], to: [out], on-load: [{ send: program 5 }] }
          - { name: Bass split, from: [keys], to: [out], channel: 3, mute: true }
        - { name: "77", number: 3, parts: [{ name: Soft }, { name: Loud }], routings: [] }

        """

    final class Bench {
        let (input, output): (Line, Line)
        let folder: TemporaryFolder
        let text: String
        let box: RunningBox

        init(setLists: String = "") throws {
            input = try #require(Line())
            output = try #require(Line())
            text = DrivingTests.text.replacing("INPUT", with: input.path).replacing("OUTPUT", with: output.path)
                .replacing("SETLISTS", with: setLists)
            folder = try TemporaryFolder(["box.yaml": text])
            box = try RunningBox(["run", "--no-realtime", folder.path], lines: [input, output])
            try #require(box.says("keys: in at", "out: out at"), "\(box.said)")
        }

        deinit { box.stop() }

        /// Runs a command against this box, to its end.
        func run(_ words: String..., to outputPath: String? = nil) throws -> Finished {
            try Finished(words, environment: ["TREADLE_SOCKET": box.socket], outputPath: outputPath)
        }

        /// The values that `status` tells behind a word.
        func status(_ word: String) throws -> [String] {
            try run("status").output.split(separator: "\n").filter { $0.hasPrefix(word + " ") }
                .map { $0.dropFirst(word.count).trimmingCharacters(in: .whitespaces) }
        }
    }

    /// A box reads requests line by line: the second line of an operand would be one.
    @Test func operandOfTwoLinesIsRefused() throws {
        let bench = try Bench()
        let run = try bench.run("load", "1\"\ndo load \"Grand Organ")
        #expect(run.status == 2 && run.errors.contains("contains a line feed"), "\(run)")
        #expect(try bench.status("preset") == ["1 Verse"])
    }

    /// Answers come in the order of the requests, those too for which the loop has to be asked.
    @Test func answersKeepTheOrderOfTheRequests() throws {
        let bench = try Bench()
        let program = try #require(BoxConnection(bench.box.socket))
        for request in ["tilt end", "ports", "pedal end", "nothing", "do load 2", "setlists"] {
            #expect(program.write(request))
        }
        for answer in [
            "error the sensor sent no angle; nothing was learnt", "| keys", "| out", "ok",
            "error the pedal was not read; nothing was learnt", "error 'nothing' is no request", "| 2 Grand Organ",
            "ok", "ok",
        ] {
            #expect(program.readLine() == answer)
        }
    }

    @Test func loadedPresetRunsWhenTheCommandReturns() throws {
        let bench = try Bench()
        for (words, preset) in [
            (["load", "Grand Organ"], "2 Grand Organ"), (["load", "1"], "1 Verse"), (["next"], "2 Grand Organ"),
            (["next"], "3 77"), (["previous-preset"], "2 Grand Organ"), (["preset", "77"], "3 77"),
        ] {
            let run = try Finished(words, environment: ["TREADLE_SOCKET": bench.box.socket])
            #expect(run.status == 0 && run.errors.isEmpty && run.output == preset + "\n", "\(words): \(run)")
            #expect(try bench.status("preset") == [preset])
        }
        #expect(bench.output.receive(6) == [0xC0, 5, 0xC0, 5, 0xC0, 5])
    }

    @Test func routingsAreMutedAndSaved() throws {
        let bench = try Bench()
        _ = try bench.run("load", "2")
        #expect(try bench.status("muted") == ["Bass split"] && bench.status("changed") == ["no"])
        for words in [["unmute", "Bass split"], ["toggle-mute", "Lead \"1\""], ["bypass", "Lead \"1\""]] {
            let run = try Finished(words, environment: ["TREADLE_SOCKET": bench.box.socket])
            #expect(run.status == 0 && run.errors.isEmpty && run.output.isEmpty, "\(words): \(run)")
        }
        #expect(try bench.status("muted") == ["Lead \"1\""] && bench.status("bypassed") == ["Lead \"1\""])
        #expect(try bench.status("changed") == ["yes"])
        _ = bench.output.receive(2)
        bench.input.send([0x90, 60, 100])
        #expect(bench.output.receive(3) == [0x92, 60, 100])
        #expect(try bench.status("held") == ["1 notes"] && bench.status("received") == ["3 bytes"])

        let save = try bench.run("save")
        #expect(save.status == 0 && save.output == "Grand Organ: saved in \(bench.folder.path)/box.yaml\n", "\(save)")
        #expect(bench.folder.text("box.yaml")?.contains("mute: true, bypass: true, on-load:") == true)
        #expect(try bench.status("changed") == ["no"])
        #expect(try bench.run("unbypass", "Lead \"1\"").status == 0 && bench.status("bypassed") == [])
        #expect(try bench.run("revert").status == 0 && bench.status("bypassed") == ["Lead \"1\""])
        #expect(try bench.run("undo").status == 0 && bench.status("preset") == ["1 Verse"])
        #expect(try bench.run("panic").status == 0 && bench.status("held") == ["0 notes"])
    }

    /// V5: `set` and `toggle` change variables, and `status` tells them. V1: a kept one survives the end of the box.
    @Test func variablesAreChanged() throws {
        let bench = try Bench()
        #expect(try bench.status("variable") == ["amp 0", "solo 1"])
        #expect(try bench.run("set", "amp", "2").status == 0)
        #expect(try bench.status("variable") == ["amp 2", "solo 1"])
        #expect(try bench.run("set", "amp", "+1").status == 0 && bench.run("toggle", "solo").status == 0)
        #expect(try bench.status("variable") == ["amp 0", "solo 0"])
        #expect(try bench.run("set", "amp", "-1").status == 0)
        let json = try bench.run("status", "--json").output
        #expect(json.contains(#""variables":[{"name":"amp","value":2},{"name":"solo","value":0}]"#), "\(json)")
        #expect(try bench.run("complete", "variables").output == "amp\nsolo\n")
        let wrong = try bench.run("set", "amp", "3")
        #expect(wrong.status == 2 && wrong.errors.contains("'3' is no value 0..2"), "\(wrong)")
        #expect(try bench.run("toggle", "sola").errors.contains("did you mean `solo`?"))
        #expect(try bench.run("set", "amp", "-3").errors.contains("no step +1..+2 or -1..-2"))
        bench.box.stop()
        #expect(bench.folder.text(".last-variables") == "amp 2")
    }

    /// P8: `next` steps by the list that was chosen.
    @Test func setListIsChosen() throws {
        let bench = try Bench(setLists: "setlist: { Friday: [Verse, \"77\"], Sunday: [Grand Organ, \"77\"] }")
        #expect(try bench.status("setlist") == ["1 Friday"])
        #expect(try bench.run("next").output == "3 77\n" && bench.status("setlist") == ["2 Friday"])
        #expect(try bench.run("setlist", "Sunday").status == 0)
        #expect(try bench.status("setlist") == ["2 Sunday"] && bench.status("preset") == ["3 77"])
        #expect(try bench.run("next").output == "2 Grand Organ\n")
        #expect(try bench.run("status", "--json").output.contains(#""setlist":{"place":1,"name":"Sunday"}"#))
        #expect(try bench.run("complete", "setlists").output == "Friday\nSunday\n")
        #expect(try bench.run("setlist", "Sunda").errors.contains("did you mean `Sunday`?"))
    }

    /// P8: a list that stands alone has no name.
    @Test func setListWithoutANameIsNullInJSON() throws {
        let bench = try Bench(setLists: "setlist: [Verse, \"77\"]")
        #expect(try bench.run("status", "--json").output.contains(#""setlist":{"place":1,"name":null}"#))
    }

    /// P9: `next-part` prints the part, and `status` tells it.
    @Test func partIsTold() throws {
        let bench = try Bench()
        #expect(try bench.status("part") == [] && bench.run("next-part").output == "1 Verse\n")
        #expect(try bench.run("status", "--json").output.contains(#""part":null"#))
        #expect(try bench.run("load", "77").output == "3 77\n" && bench.status("part") == ["1 Soft"])
        #expect(try bench.run("next-part").output == "2 Loud\n" && bench.status("part") == ["2 Loud"])
        #expect(try bench.run("status", "--json").output.contains(#""part":{"place":2,"name":"Loud"}"#))
        #expect(try bench.run("next-part").output == "1 Soft\n" && bench.run("previous-part").output == "2 Loud\n")
    }

    @Test func statusIsAlsoJSON() throws {
        let bench = try Bench()
        _ = try bench.run("load", "2")
        _ = try bench.run("tempo", "98.5")
        let run = try bench.run("status", "--json")
        #expect(run.status == 0 && run.output.count(where: { $0 == "\n" }) == 1)
        let status = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(status["box"] as? String == "Driving" && status["tempo"] as? Double == 98.5)
        #expect(status["setlist"] is NSNull)
        let preset = try #require(status["preset"] as? [String: Any])
        #expect(preset["number"] as? Int == 2 && preset["name"] as? String == "Grand Organ")
        #expect(status["changed"] as? Bool == false && status["muted"] as? [String] == ["Bass split"])
        #expect(status["clock"] as? String == "stopped" && status["bypassed"] as? [String] == [])
        let ports = try #require(status["ports"] as? [[String: Any]])
        #expect(ports.map { $0["alias"] as? String } == ["keys", "out"])
        #expect(ports[0]["connected"] as? Bool == true && ports[0]["report"] as? String == "in at \(bench.input.path)")
        for word in ["held", "received", "sent", "dropped", "lost", "other-clocks", "lost-inquiries"] {
            #expect(status[word] is Int, "\(word)")
        }
    }

    /// P5: what cannot be written is said, and stays in memory.
    @Test func saveThatFailsIsReported() throws {
        let bench = try Bench()
        _ = try bench.run("load", "2")
        _ = try bench.run("unmute", "Bass split")
        try bench.folder.write(bench.text + "# edited\n", "box.yaml")
        let save = try bench.run("save")
        #expect(save.status == 3 && save.output.isEmpty, "\(save)")
        #expect(save.errors.hasPrefix("treadle: Grand Organ is saved in no file: "), "\(save)")
        #expect(bench.folder.text("box.yaml") == bench.text + "# edited\n")
    }

    @Test func clockIsDriven() throws {
        let bench = try Bench()
        #expect(try bench.run("tempo", "98.5").status == 0 && bench.status("tempo") == ["98.5 BPM"])
        #expect(try bench.run("tempo", "-0.5").status == 0 && bench.status("tempo") == ["98 BPM"])
        for (verb, clock) in [
            ("start", "running"), ("pause", "paused"), ("toggle-pause", "running"), ("toggle-stop", "stopped"),
            ("continue", "running"), ("stop", "stopped"),
        ] {
            #expect(try bench.run(verb).status == 0 && bench.status("clock") == [clock], "\(verb)")
        }
        #expect(try bench.run("tap").status == 0 && bench.run("led", "A", "blink").status == 0)
    }

    /// E1: the command waits for the new configuration.
    @Test func reloadWaitsAndReports() throws {
        let bench = try Bench()
        try bench.folder.write(bench.text.replacing("number: 1,", with: "number: 1, tempo: 77,"), "box.yaml")
        let good = try bench.run("reload")
        #expect(good.status == 0 && good.errors.isEmpty && good.output == "configuration reloaded\n", "\(good)")
        #expect(try bench.status("tempo") == ["77 BPM"])

        try bench.folder.write(bench.text.replacing("number: 2", with: "number: no"), "box.yaml")
        let bad = try bench.run("reload")
        #expect(bad.status == 1 && bad.output.isEmpty, "\(bad)")
        #expect(bad.errors.contains("box.yaml:13:11: error: "), "\(bad)")
        #expect(bad.errors.hasSuffix("treadle: the configuration stays as it was\n"), "\(bad)")

        try bench.folder.write(bench.text.replacing("  out: {", with: "  more: { match: x }\n  out: {"), "box.yaml")
        let other = try bench.run("reload")
        #expect(other.status == 1 && other.errors.contains("restart the box"), "\(other)")
        #expect(try bench.status("preset") == ["1 Verse"])
    }

    @Test(arguments: [
        (["load", "Grand Orgn"], "no preset is called 'Grand Orgn'; did you mean `Grand Organ`?"),
        (["load", "9"], "no preset has the number 9"),
        (["mute", "Bass split"], "the running preset has no routing 'Bass split'; there are none"),
        (["mute", "Bass splt"], "no routing is called 'Bass splt'; did you mean `Bass split`?"),
        (["led", "B", "on"], "no footswitch is called 'B'; there is `A`"),
        (["led", "A", "dim"], "'dim' is neither on, off, blink nor tempo"),
        (["tempo", "301"], "'301' is no tempo, 20..300, nor a step such as +1"),
        (["load"], "load needs PRESET"), (["led", "A"], "led needs FOOTSWITCH STATE"),
        (["next", "2"], "unexpected argument '2'"),
    ])
    func wrongRequestEndsWith2(_ words: [String], _ says: String) throws {
        let bench = try Bench()
        let run = try Finished(words, environment: ["TREADLE_SOCKET": bench.box.socket])
        #expect(run.status == 2 && run.errors.hasPrefix("treadle: \(says)\n") && run.output.isEmpty, "\(run)")
    }

    @Test(arguments: ["status", "next", "save", "reload", "panic"])
    func withoutABoxTheyEndWith3(_ verb: String) throws {
        let run = try Finished([verb], environment: ["TREADLE_SOCKET": "/nonexistent/socket"])
        #expect(run.status == 3 && run.errors.contains("no box runs there") && run.output.isEmpty, "\(run)")
    }

    @Test(arguments: [["status"], ["status", "--json"], ["next"], ["load", "2"], ["reload"]])
    func outputToAFullDeviceEndsWith3(_ words: [String]) throws {
        let bench = try Bench()
        let run = try Finished(words, environment: ["TREADLE_SOCKET": bench.box.socket], outputPath: "/dev/full")
        #expect(run.status == 3 && run.errors == "treadle: standard output: No space left on device\n", "\(run)")
    }

    /// Answers keep the order of requests, even those that take a turn of the loop.
    @Test func requestsAreAnsweredInOrder() throws {
        let bench = try Bench()
        let program = try #require(BoxConnection(bench.box.socket))
        #expect(program.write("do next\npresets\ndo fly\ndo load \"Lead \"\"1\"\"\"\nroutings\nreload\nfootswitches"))
        let wanted = [
            "| 2 Grand Organ", "ok", "| 77", "| Grand Organ", "| Verse", "ok",
            "error there is no action 'fly'", "error no preset is called 'Lead \"1\"'; there are ",
            "| Lead \"1\"", "| Bass split", "ok", "| configuration reloaded", "ok", "| A", "ok",
        ]
        for line in wanted {
            let answer = program.readLine() ?? "nothing"
            #expect(line.hasPrefix("error") ? answer.hasPrefix(line) : answer == line, "\(line): \(answer)")
        }
    }

    /// A program that has gone is not waited for, and one that only stopped sending gets its answer.
    @Test func programThatLeavesHoldsUpNobody() throws {
        let bench = try Bench()
        for _ in 0..<7 {
            let program = try #require(BoxConnection(bench.box.socket))
            #expect(program.write("do next\nreload\nstatus"))
        }
        let program = try #require(BoxConnection(bench.box.socket))
        #expect(program.write("do load 2"))
        #expect(shutdown(program.descriptor, Int32(SHUT_WR)) == 0)
        #expect(program.readLine() == "| 2 Grand Organ" && program.readLine() == "ok" && program.readLine() == nil)
    }
}
