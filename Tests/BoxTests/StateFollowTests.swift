import CPlatform
import Compact
import HostSupport
import Testing

@testable import Box

/// The request `state` of a running box (docs/reference/COMMANDS.md, "The state").
@Suite struct StateFollowTests {
    private static let text = """
        treadle: 1
        name: State
        middle-c: 3
        ports:
          keys: { uart: "INPUT", direction: in }
          out: { uart: "OUTPUT", direction: out }
          away: { uart: /nonexistent/away }
        footswitches:
          A: { line: "gpiochip9:1", led: "gpiochip9:2" }
          B: { line: "gpiochip9:3" }
        display: { chip: hd44780, bus: /dev/i2c-99 }
        clock: { send-when-stopped: false }
        setlist: { Friday: [Verse, Chorus, Verse], Sunday: [Chorus] }
        variables: { amp: { range: 0..2, start: 1 } }
        assignments: [{ from: footswitches, controller: switch A long, do: { 127: next-preset } }]
        presets:
        - { name: Verse, number: 1, colour: orange, routings: [{ name: All, from: [keys], to: [out] }] }
        - name: Chorus
          number: 2
          tempo: 98.5
          parts: [{ name: Soft }, { name: Loud }]
          routings:
          - { name: Lead, from: [keys], to: [out], mute: true }
          - from: [keys]
            to: [out]
            restrict: { conditions: { of: [{ from: footswitches, controller: switch B, when: ">= 64" }] } }

        """

    private final class Bench {
        let (input, output): (Line, Line)
        let folder: TemporaryFolder
        let box: RunningBox

        init() throws {
            input = try #require(Line())
            output = try #require(Line())
            let text = StateFollowTests.text.replacing("INPUT", with: input.path)
                .replacing("OUTPUT", with: output.path)
            folder = try TemporaryFolder(["box.yaml": text])
            box = try RunningBox(["run", "--no-realtime", folder.path], lines: [input, output])
            try #require(box.says("keys: in at", "out: out at", "away:"), "\(box.said)")
        }

        deinit { box.stop() }

        /// Performs a request to its end.
        func ask(_ request: String) throws {
            let program = try #require(BoxConnection(box.socket))
            try #require(program.write(request))
            while let line = program.readLine(), line != "ok" {
                try #require(!line.hasPrefix("error"), "\(request): \(line)")
            }
        }
    }

    /// A program that follows the state.
    private final class Follower {
        let program: BoxConnection
        private(set) var state = JSONValue.null
        private(set) var wholeStates = 0
        private(set) var changes = 0

        init(_ bench: Bench) throws {
            program = try #require(BoxConnection(bench.box.socket))
            // A wait for what does not come is a failure, not a test without an end.
            _ = treadle_socket_limit(program.descriptor, 60_000)
            try begin()
        }

        func begin() throws {
            try #require(program.write("state"))
            let before = wholeStates
            while wholeStates == before { try #require(next()) }
        }

        /// Reads a line. Returns whether one came.
        func next() -> Bool {
            guard let line = program.readLine() else { return false }
            if line == "ok" { return true }
            let (word, rest) = BoxConnection.split(line)
            guard let value = JSONReader.value(of: Array(rest.utf8), depth: 16) else { return false }
            if word == "state" {
                (state, wholeStates) = (value, wholeStates + 1)
            } else {
                (state, changes) = (word == "change" ? state.merged(with: value) : .null, changes + 1)
            }
            return true
        }

        /// Reads until the state is so. Returns false if it does not become so.
        func sees(_ isSo: (JSONValue) -> Bool) -> Bool {
            while !isSo(state) { if !next() { return false } }
            return true
        }

        var revision: Int { state["revision"]?.int ?? 0 }
    }

    @Test func theWholeStateComesFirst() throws {
        let bench = try Bench()
        // The loop shows the first preset a moment after the box has found its ports.
        let first = try Follower(bench)
        #expect(
            first.sees {
                $0["display"]?["lines"]?.items?[0].text?.hasPrefix("  1 Verse") == true
                    && $0["variables"]?["amp"]?.int == 1
            })
        let follower = try Follower(bench)
        let state = follower.state
        #expect(state["box"]?["name"]?.text == "State" && state["box"]?["middleC"]?.int == 3)
        #expect(state["box"]?["noteNames"]?.text == "english" && state["box"]?["chordWindow"]?.int == 30)
        #expect(state["box"]?["simulated"]?.flag == false && state["box"]?["board"] == nil)
        let preset = state["preset"]
        #expect(preset?["name"]?.text == "Verse" && preset?["number"]?.int == 1 && preset?["colour"]?.text == "orange")
        #expect(preset?["changed"]?.flag == false && preset?["part"] == nil)
        #expect(preset?["next"]?["name"]?.text == "Chorus" && preset?["next"]?["number"]?.int == 2)
        // The last place of the list is the same preset.
        #expect(preset?["previous"] == nil)
        let list = state["setlist"]
        #expect(list?["name"]?.text == "Friday" && list?["place"]?.int == 1 && list?["of"]?.int == 3)
        #expect(list?["names"] == .array([.string("Friday"), .string("Sunday")]))
        #expect(state["setlists"]?["Sunday"] == .array([.string("Chorus")]))
        let verse = state["presets"]?.items?[1]
        // Presets are listed by their names.
        #expect(state["presets"]?.items?.map { $0["name"]?.text } == ["Chorus", "Verse"])
        #expect(verse?["colour"]?.text == "orange" && state["presets"]?.items?[0]["tempo"] == .decimal("98.5"))
        #expect(state["presets"]?.items?[0]["parts"]?.int == 2 && state["presets"]?.items?[0]["routings"]?.int == 2)
        #expect(state["display"]?["lines"]?.items?.map { $0.text?.count } == [16, 16])
        #expect(state["display"]?["lines"]?.items?[0].text?.hasPrefix("  1 Verse") == true)
        #expect(state["display"]?["lit"]?.flag == true && state["status"]?["kind"]?.text != nil)
        #expect(state["clock"]?["tempo"]?.int == 120 && state["clock"]?["state"]?.text == "stopped")
        #expect(state["clock"]?["source"]?.text == "internal" && state["transpose"]?.int == 0)
        #expect(state["variables"]?["amp"]?.int == 1)
        #expect(state["routings"]?.items?.count == 1 && state["routings"]?.items?[0]["name"]?.text == "All")
        let feet = state["switches"]?.items
        #expect(feet?.map { $0["name"]?.text } == ["A", "B"] && feet?[0]["down"]?.flag == false)
        #expect(feet?[0]["led"]?.text == "off" && feet?[1]["led"] == nil)
        #expect(feet?[0]["does"]?.items?[0]["gesture"]?.text == "long")
        #expect(feet?[0]["does"]?.items?[0]["text"]?.text == "next-preset")
        #expect(state["pedals"] == nil && state["tilt"] == nil)
        #expect(state["held"] == .array([]) && state["sounding"]?.int == 0)
        let ports = state["ports"]?.items
        #expect(ports?.map { $0["alias"]?.text } == ["keys", "out", "away"])
        #expect(ports?.map { $0["direction"]?.text } == ["in", "out", "both"])
        #expect(ports?.map { $0["connected"]?.flag } == [true, true, false])
        #expect(ports?[0]["place"]?.text == bench.input.path && ports?[0]["out"] == nil && ports?[1]["out"]?.int == 0)
        #expect(ports?[0]["report"]?.text == "in at \(bench.input.path)" && ports?[2]["place"] == nil)
        #expect(state["counters"]?["received"]?.int == 0 && state["counters"]?["lost"]?.int == 0)
    }

    @Test func whatHappensIsTold() throws {
        let bench = try Bench()
        let follower = try Follower(bench)
        bench.input.send([0x92, 60, 100])
        #expect(follower.sees { $0["held"]?.items?.first?["velocity"]?.int == 100 }, "\(follower.state)")
        let key = follower.state["held"]?.items?.first
        #expect(key?["port"]?.text == "keys" && key?["channel"]?.int == 3 && key?["note"]?.int == 60)
        #expect((key?["time"]?.int ?? 0) > 0)
        #expect(follower.sees { $0["sounding"]?.int == 1 && $0["ports"]?.items?[0]["in"]?.int == 1 })
        #expect(follower.sees { $0["ports"]?.items?[1]["out"]?.int == 1 && $0["counters"]?["received"]?.int == 3 })
        // The note goes on under the next preset.
        try bench.ask("do load 2")
        #expect(follower.sees { $0["preset"]?["name"]?.text == "Chorus" && $0["status"]?["text"]?.text == "HELD 1" })
        #expect(follower.state["preset"]?["colour"] == nil && follower.state["clock"]?["tempo"] == .decimal("98.5"))
        #expect(follower.state["preset"]?["part"]?["name"]?.text == "Soft")
        #expect(follower.state["routings"]?.items?.map { $0["mute"]?.flag } == [true, false])
        #expect(follower.state["routings"]?.items?.map { $0["blocked"]?.flag } == [false, true])
        #expect(follower.state["routings"]?.items?[1]["name"] == nil)
        bench.input.send([0x82, 60, 64])
        #expect(follower.sees { $0["held"] == .array([]) && $0["sounding"]?.int == 0 })
        try bench.ask("do set amp 2")
        #expect(follower.sees { $0["variables"]?["amp"]?.int == 2 })
    }

    @Test func footswitchesAreTold() throws {
        let bench = try Bench()
        let follower = try Follower(bench)
        try bench.ask("do load 2")
        #expect(follower.program.write("switch B down"))
        #expect(
            follower.sees {
                $0["switches"]?.items?[1]["down"]?.flag == true && $0["routings"]?.items?[1]["blocked"]?.flag == false
            }, "\(follower.state)")
        #expect(follower.program.write("switch B up"))
        #expect(
            follower.sees {
                $0["switches"]?.items?[1]["down"]?.flag == false && $0["routings"]?.items?[1]["blocked"]?.flag == true
            }, "\(follower.state)")
        // Its LED follows the contact, and the long press goes to the next preset.
        #expect(follower.program.write("switch A down"))
        #expect(follower.sees { $0["switches"]?.items?[0]["led"]?.text == "on" })
        #expect(follower.sees { $0["preset"]?["name"]?.text == "Verse" })
    }

    /// The changes so far make what a new whole state is.
    @Test func changesMakeTheWholeState() throws {
        let bench = try Bench()
        let follower = try Follower(bench)
        for request in [
            "next", "toggle-mute Lead", "tempo +1", "next-part", "set amp +1", "transpose 2", "start", "tap",
        ] {
            try bench.ask("do " + request)
            bench.input.send([0x90, 60, 100, 0x80, 60, 64])
        }
        try bench.ask("do stop")
        #expect(follower.sees { $0["clock"]?["state"]?.text == "stopped" && $0["transpose"]?.int == 2 })
        var isCompared = false
        for _ in 0..<100 where !isCompared {
            let told = follower.state
            try follower.begin()
            if told["revision"] != follower.state["revision"] { continue }
            #expect(follower.state.patch(from: told) == nil)
            isCompared = true
        }
        #expect(isCompared)
    }

    /// A program that does not read gets the newest state when it reads again, and is told how many it has missed.
    @Test func aSlowProgramSkipsToTheNewestState() throws {
        let bench = try Bench()
        let (slow, quick) = (try Follower(bench), try Follower(bench))
        let driver = try #require(BoxConnection(bench.box.socket))
        let first = quick.revision
        // More than the box and the kernel keep for it.
        while quick.revision < first + 120 {
            let revision = quick.revision
            try #require(driver.write("do next") && driver.readLine()?.hasPrefix("| ") == true)
            try #require(driver.readLine() == "ok")
            try #require(quick.sees { ($0["revision"]?.int ?? 0) > revision })
        }
        try bench.ask("do tempo 250")
        #expect(quick.sees { $0["clock"]?["tempo"]?.int == 250 })
        #expect(slow.sees { $0["clock"]?["tempo"]?.int == 250 }, "\(slow.state)")
        #expect((slow.state["skipped"]?.int ?? 0) > 0 && quick.state["skipped"] == nil)
    }

    /// However often the box changes, and however often another program asks for the whole state.
    @Test func changesAreToldAtMost20TimesASecond() throws {
        let bench = try Bench()
        let start = treadle_now()
        let (follower, asking) = (try Follower(bench), try Follower(bench))
        for _ in 0..<30 {
            try bench.ask("do next")
            try asking.begin()
        }
        try bench.ask("do tempo 250")
        #expect(follower.sees { $0["clock"]?["tempo"]?.int == 250 })
        let elapsed = treadle_now() - start
        #expect(follower.changes > 0 && UInt64(follower.changes) <= elapsed / StateNews.time + 1)
    }

    @Test func followersAreLimited() throws {
        let bench = try Bench()
        var followers: [Follower] = []
        for _ in 0..<BoxLimits.stateFollowers { followers.append(try Follower(bench)) }
        let program = try #require(BoxConnection(bench.box.socket))
        #expect(program.write("state"))
        #expect(program.readLine() == "error 4 programs follow the state already, the limit `stateFollowers`")
        // One that follows already may ask again.
        try followers[1].begin()
        #expect(followers[0].program.write("state end\nports"))
        var lines: [String] = []
        while lines.last != "| away", let line = followers[0].program.readLine() { lines.append(line) }
        // Nothing follows the answer.
        #expect(lines.suffix(4) == ["ok", "| keys", "| out", "| away"])
        #expect(program.write("state") && program.readLine() == "ok")
        #expect(program.readLine()?.hasPrefix("state {\"revision\":") == true)
    }
}
