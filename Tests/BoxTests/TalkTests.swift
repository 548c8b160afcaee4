import CPlatform
import Foundation
import Testing

@testable import Box

/// Programs that are connected to a running box.
@Suite struct TalkTests {
    /// A running box between two serial lines, an octave up on channel 3.
    final class Bench {
        let (input, output): (Line, Line)
        let file: TemporaryFile
        let box: RunningBox
        private let folder = FileManager.default.temporaryDirectory.path

        init(socket: String? = nil) throws {
            input = try #require(Line())
            output = try #require(Line())
            file = try TemporaryFile(
                """
                treadle: 1
                name: Bench
                chord-window: 60 ms
                ports:
                  keys: { uart: "\(input.path)", direction: in }
                  out: { uart: "\(output.path)", direction: out }
                  away: { uart: "/nonexistent/\(UUID().uuidString)" }
                clock: { send-when-stopped: false }
                presets:
                - { name: A, number: 1, routings: [{ from: [keys, away], to: [out], notes: { shift: 12 }, channel: 3 \
                }] }

                """)
            box = try RunningBox(["run", "--no-realtime", file.path], socket: socket, lines: [input, output])
            try #require(box.says("keys: in at", "out: out at", "away:"), "\(box.said)")
        }

        deinit { box.stop() }

        /// Runs a command against this box, to its end.
        func run(_ words: [String]) throws -> (status: Int32, errors: String) {
            try RunningBox(words, socket: box.socket).ended()
        }

        func end() -> (status: Int32, errors: String) {
            box.signal(SIGTERM)
            return box.ended()
        }
    }

    @Test func sentMessageLeavesAtThePort() throws {
        let bench = try Bench()
        let end = try bench.run(["send", "out", "cc 7 = 100 channel 3", "note C4 90", "F0 01 02 F7"])
        #expect(end.status == 0 && end.errors.isEmpty, "\(end)")
        #expect(bench.output.receive(13) == [0xB2, 7, 100, 0x90, 60, 90, 0xF0, 1, 2, 0xF7, 0x80, 60, 64])
        #expect(bench.end().status == 0)
    }

    /// A program is told the window of the box file, so that each monitor of a box groups alike.
    @Test func theBoxTellsItsChordWindow() throws {
        let bench = try Bench()
        #expect(BoxConnection(bench.box.socket)?.chordWindow == 60_000_000)
        #expect(bench.end().status == 0)
    }

    @Test func notesEndAfterTheirLengthsWhateverTheirOrder() throws {
        let bench = try Bench()
        let start = treadle_now()
        let end = try bench.run(["send", "out", "note C4 90 for 300 ms", "note D4 80 for 20 ms channel 2"])
        #expect(end == (0, ""))
        #expect(treadle_now() - start >= 300_000_000)
        #expect(bench.output.receive(12) == [0x90, 60, 90, 0x91, 62, 80, 0x81, 62, 64, 0x80, 60, 64])
        #expect(bench.end().status == 0)
    }

    /// H1: a program that is killed leaves no note behind.
    @Test func aSentNoteIsReleasedWhenItsProgramIsKilled() throws {
        let bench = try Bench()
        let sender = try RunningBox(["send", "out", "note C4 90 for 3600 s"], socket: bench.box.socket)
        #expect(bench.output.receive(3) == [0x90, 60, 90])
        sender.signal(SIGKILL)
        #expect(bench.output.receive(3) == [0x80, 60, 64])
        #expect(sender.ended().status == -1)
        #expect(bench.end().status == 0)
    }

    /// Bytes are sent as they are: nothing follows them when their program ends.
    @Test func bytesThatAreSentStayAsTheyAre() throws {
        let bench = try Bench()
        #expect(try bench.run(["send", "out", "90 3C 5A"]).status == 0)
        #expect(try bench.run(["send", "out", "program 5"]).status == 0)
        #expect(bench.output.receive(5) == [0x90, 60, 90, 0xC0, 5])
        #expect(bench.end().status == 0)
    }

    /// The loop sends it: it waits behind a SysEx that holds the port (S8).
    @Test func sentMessageWaitsBehindASysEx() throws {
        let bench = try Bench()
        bench.input.send([0xF0, 1, 2, 3, 4, 5, 6, 7])
        #expect(bench.output.receive(7) == [0xF0, 1, 2, 3, 4, 5, 6])
        #expect(try bench.run(["send", "out", "F0 11 12 13 14 15 16 17 F7", "program 5"]).status == 0)
        bench.input.send([8, 0xF7])
        #expect(
            bench.output.receive(14) == [7, 8, 0xF7, 0xF0, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0xF7, 0xC0, 5])
    }

    @Test func invalidSendIsReported() throws {
        let bench = try Bench()
        for (words, status, says) in [
            (["keys", "program 1"], 3, "'keys' is a port for input only"),
            (["away", "program 1"], 3, "'away' is missing"),
            (["nix", "program 1"], 2, "it has keys, out, away"), (["out", "cc 7 = 128"], 2, "0..127"),
            (["out"], 2, "no message is given"),
        ] as [([String], Int32, String)] {
            let end = try bench.run(["send"] + words)
            #expect(end.status == status && end.errors.contains(says), "\(words): \(end)")
        }
        let end = try RunningBox(["send", "out", "program 1"], socket: "/nonexistent/socket").ended()
        #expect(end.status == 3 && end.errors.contains("Start one with 'treadle run'"), "\(end)")
    }

    /// What a program plays goes through the routings; when it is gone, what it held is released (H1).
    @Test func playedNotesAreReleasedWhenTheirProgramEnds() throws {
        let bench = try Bench()
        var player = BoxConnection(bench.box.socket)
        #expect(player?.ports.map { $0.alias } == ["keys", "out", "away"] && player?.name == "Bench")
        // A missing port can be played too.
        _ = player?.give(.play, 2, [0x91, 60, 90, 0xB1, 64, 127, 0xE1, 0, 0x50])
        #expect(bench.output.receive(9) == [0x92, 72, 90, 0xB2, 64, 127, 0xE2, 0, 0x50])
        _ = player?.give(.play, 2, [0xF0, 1, 2, 3, 4, 5, 6, 7, 8])
        #expect(player?.readLine() == "ok" && player?.readLine() == "ok")
        player = nil
        #expect(bench.output.receive(9) == [0x82, 72, 0x40, 0xB2, 64, 0, 0xE2, 0, 0x40])
        #expect(bench.end().errors.isEmpty)
    }

    @Test func monitorShowsReceivedSentAndDroppedMessages() throws {
        let bench = try Bench()
        let monitor = try RunningBox(["monitor"], socket: bench.box.socket)
        let other = try RunningBox(["monitor", "out", "--hex"], socket: bench.box.socket)
        // It listens from some moment on: keys are pressed until it has shown one.
        var isListening = false
        for _ in 0..<3000 where !isListening {
            bench.input.send([0xC0, 1])
            usleep(20_000)
            isListening = monitor.says("keys > program 1 channel 1", tries: 1) && other.says("out < C2 01", tries: 1)
        }
        bench.input.send([0x90, 60, 100, 0x90, 64, 100, 0x90, 67, 100, 0x90, 127, 100, 0xB0, 7, 100])
        #expect(
            monitor.says(
                "keys > chord C = C4 E4 G4 G9 channel 1", "out < chord C = C5 E5 G5 channel 3  (routing 1)",
                "keys ! note G9 100 channel 1  routing 1: no note by its map and shift",
                "keys > cc 7 volume 100 channel 1"), "\(monitor.said)")
        #expect(
            other.says("out < 92 48 64  (routing 1)", "out < B2 07 64") && !other.said.contains("keys"), "\(other.said)"
        )
        monitor.signal(SIGINT)
        #expect(monitor.ended() == (0, ""))
        // The last goes with the box.
        #expect(bench.end().status == 0)
        #expect(other.ended() == (3, "treadle: the box has ended\n"))
    }

    /// `watch numbers`: a program reads port, routing and reason apart, and knows no words of the monitor.
    @Test func messagesAreToldAsNumbers() throws {
        let bench = try Bench()
        let program = try #require(BoxConnection(bench.box.socket))
        try #require(program.write("watch numbers") && program.readLine() == "ok")
        try #require(program.write("play 0 90 3C 5A 90 7F 64") && program.readLine() != nil)
        var told: [String] = []
        while told.count < 4, let line = program.readLine() {
            // The answer stands anywhere among them.
            if line != "ok" { told.append(line) }
        }
        let times = told.map { String($0.split(separator: " ")[1]) }
        #expect(told.allSatisfy { $0.hasPrefix("message ") } && times.allSatisfy { Double($0) != nil }, "\(told)")
        #expect(
            zip(told, times).map { $0.dropFirst("message \($1) ".utf8.count) } == [
                "in \"keys\" 90 3C 5A", "out \"out\" \"routing 1\" 92 48 5A", "in \"keys\" 90 7F 64",
                "why \"keys\" \"routing 1\" \"no note by its map and shift\" 90 7F 64",
            ], "\(told)")
        // Then nothing more is told: the next line is the answer to the request behind it.
        try #require(program.write("watch end"))
        while let line = program.readLine(), line != "ok" {}
        try #require(program.write("play 0 90 3E 5A") && program.readLine() == "ok")
        try #require(program.write("ports") && program.readLine() == "| keys")
    }

    /// A monitor that does not read delays nothing. The messages that it misses are counted.
    @Test func messagesThatAMonitorMissesAreCounted() throws {
        let bench = try Bench()
        let (slow, player) = (BoxConnection(bench.box.socket), BoxConnection(bench.box.socket))
        #expect(slow?.write("watch in") == true && slow?.readLine() == "ok")
        // Far more lines than the box and the kernel keep for it, of keys that no routing lets through.
        let bytes = (0..<60000).flatMap { _ in [0x80, 127, 64] as [UInt8] }
        let lines = player?.give(.play, 2, bytes[...]) ?? 0
        for _ in 0..<lines { #expect(player?.readLine() == "ok") }
        var (seen, missed) = (0, 0)
        while seen + missed < 60000 {
            // Another, so that it is told once there is room.
            if seen > 0 && slow?.hasLine == false { _ = player?.give(.play, 2, [0xC0, 5]) }
            guard let line = slow?.readLine() else { break }
            if line.hasPrefix("missed ") { missed += Int(line.dropFirst(7)) ?? 0 } else { seen += 1 }
        }
        #expect(seen > 1000 && missed > 1000, "\(seen), \(missed)")
    }

    @Test func learnWritesWhatIsPlayed() throws {
        let bench = try Bench()
        let path = bench.file.path
        defer { unlink(path + ".before") }
        let before = try String(contentsOfFile: path, encoding: .utf8)
        let learner = try RunningBox(
            ["learn", path, "presets.A.routings.1.restrict.notes"], socket: bench.box.socket)
        #expect(learner.says("press the lowest and the highest key"))
        bench.input.send([0x91, 60, 100, 0x81, 60, 64, 0xB1, 7, 7, 0x91, 49, 100])
        #expect(learner.says("C4 …", "presets.A.routings.1.restrict.notes is C#3..C4"), "\(learner.said)")
        #expect(learner.says("the running box has reloaded it\n"), "\(learner.said)")
        #expect(bench.box.says("configuration reloaded"))
        #expect(learner.ended() == (0, ""))
        let after = before.replacing(", channel: 3", with: ", restrict: { notes: C#3..C4 }, channel: 3")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == after)
        #expect(try String(contentsOfFile: path + ".before", encoding: .utf8) == before)
    }

    /// Where no box runs the ports are heard by the command itself; stopped, it leaves everything as it is.
    @Test func learnWorksWithoutARunningBox() throws {
        let (input, output) = (try #require(Line()), try #require(Line()))
        let text = """
            treadle: 1
            ports: { keys: { uart: "\(input.path)", direction: in }, out: { uart: "\(output.path)", direction: out } }
            input-keyboard: { port: keys, channel: all }   # any

            """
        let file = try TemporaryFile(text)
        defer { unlink(file.path + ".before") }
        for isStopped in [true, false] {
            let learner = try RunningBox(["learn", file.path, "input-keyboard.channel"], lines: [input, output])
            #expect(learner.says("play or move anything on that channel"))
            if isStopped {
                learner.signal(SIGINT)
                #expect(learner.ended() == (3, "treadle: nothing was learnt\n"))
                #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
            } else {
                input.send([0xF8, 0xB5, 1, 2])
                #expect(learner.ended().status == 0)
            }
        }
        let after = text.replacing("channel: all", with: "channel: 6")
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == after)
    }

    /// M7: of a sweep of 20, 21, 64, 96 the last is written, whether a box runs or not.
    @Test(arguments: [true, false]) func theLastOfASweepIsLearnt(fromBox: Bool) throws {
        let bench = try Bench()
        let path = bench.file.path
        defer { unlink(path + ".before") }
        if !fromBox { bench.box.stop() }
        let before = try String(contentsOfFile: path, encoding: .utf8)
        let learner = try RunningBox(
            ["learn", path, "presets.A.routings.1.velocity.fixed"], socket: fromBox ? bench.box.socket : nil)
        #expect(learner.says("press a key with that velocity"), "\(learner.said)")
        bench.input.send([0x90, 60, 20, 0x90, 60, 21, 0x90, 60, 64, 0x90, 60, 96])
        #expect(learner.says("presets.A.routings.1.velocity.fixed is 96"), "\(learner.said)")
        #expect(learner.ended().status == 0)
        let after = before.replacing(", channel: 3", with: ", velocity: { fixed: 96 }, channel: 3")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == after)
    }

    /// M7: a terminal shows the value so far on one line.
    @Test func terminalShowsTheValueSoFar() throws {
        let bench = try Bench()
        defer { unlink(bench.file.path + ".before") }
        let terminal = try #require(
            try GlassTerminal(
                ["learn", bench.file.path, "presets.A.routings.1.restrict.notes"],
                environment: ["TREADLE_SOCKET": bench.box.socket]))
        #expect(terminal.shows { $0.plain.contains("press the lowest and the highest key") }, "\(terminal.plain)")
        bench.input.send([0x90, 60, 20])
        #expect(terminal.shows { $0.plain.contains("C4") }, "\(terminal.plain)")
        // The first of two keys is not a value yet.
        terminal.type("\r")
        bench.input.send([0x90, 62, 20])
        #expect(terminal.shows { $0.plain.contains("is C4..D4") }, "\(terminal.plain)")
        #expect(terminal.ended() == 0)
    }

    /// A SysEx comes in pieces.
    @Test func aSysExIsLearntWhole() throws {
        let bench = try Bench()
        let path = bench.file.path
        defer { unlink(path + ".before") }
        let text = try String(contentsOfFile: path, encoding: .utf8)
            .replacing(", channel: 3", with: ", on-load: [{ send: cc 7 = 1 }]")
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        let learner = try RunningBox(
            ["learn", path, "presets.A.routings.1.on-load.1.send"], socket: bench.box.socket)
        #expect(learner.says("a SysEx"), "\(learner.said)")
        bench.input.send([0xF0, 0x7D, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xF7])
        #expect(learner.says("send is message \"F0 7D 01 02 03 04 05 06 07 08 09 F7\""), "\(learner.said)")
        #expect(learner.ended().status == 0)
        let after = text.replacing("cc 7 = 1", with: "message \"F0 7D 01 02 03 04 05 06 07 08 09 F7\"")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == after)
    }

    @Test func invalidLearnIsReported() throws {
        let bench = try Bench()
        for (words, status, says) in [
            (["learn", bench.file.path, "presets.A.name"], 2, "cannot be learnt"),
            (["learn", bench.file.path, "presets.B.number"], 2, "has no item 'B'"),
            (["learn", bench.file.path], 2, "learn needs a BOX.yaml and a PATH"),
        ] as [([String], Int32, String)] {
            let end = try bench.run(words)
            #expect(end.status == status && end.errors.contains(says), "\(words): \(end)")
        }
    }

    /// A valid value may be wrong at its place. Then nothing is written.
    @Test func invalidValueIsNotWritten() throws {
        let bench = try Bench()
        let text = try String(contentsOfFile: bench.file.path, encoding: .utf8)
        let two = text + "- { name: B, number: 2, routings: [{ from: [keys], to: [out] }] }\n"
        try two.write(toFile: bench.file.path, atomically: false, encoding: .utf8)
        let learner = try RunningBox(["learn", bench.file.path, "presets.B.number"], socket: bench.box.socket)
        #expect(learner.says("send a program change"))
        bench.input.send([0xC0, 1])
        let end = learner.ended()
        #expect(end.status == 1 && end.errors.contains("1 cannot stand there"), "\(end)")
        #expect(try String(contentsOfFile: bench.file.path, encoding: .utf8) == two)
        #expect(access(bench.file.path + ".before", F_OK) != 0)
    }

    @Test func aFileIsPlayedAndReleased() throws {
        let bench = try Bench()
        let name = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString).mid"
        defer { unlink(name) }
        // A key and the pedal, 10 ms later another key; none is released (96 ticks a quarter, 0.5 s a quarter).
        let track: [UInt8] = [0, 0x90, 60, 100, 0, 0xB0, 64, 127, 2, 0x90, 64, 100, 0, 0xFF, 0x2F, 0]
        let bytes = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + [0, 0, 0, 16] + track
        try Data(bytes).write(to: URL(fileURLWithPath: name))
        let end = try bench.run(["smf", name, "keys"])
        #expect(end.status == 0 && end.errors.isEmpty, "\(end)")
        let received = bench.output.receive(18)
        let messages = (0..<received.count / 3).map { Array(received[3 * $0..<3 * $0 + 3]) }
        // S9: a release passes what else waits for the wire, but not its own note. When the player came late, all waits
        // there.
        let order = [[0x92, 72, 100], [0xB2, 64, 127], [0x92, 76, 100], [0xB2, 64, 0]] as [[UInt8]]
        #expect(messages.filter { $0[0] != 0x82 } == order, "\(messages)")
        #expect(messages.filter { $0[0] == 0x82 } == [[0x82, 72, 64], [0x82, 76, 64]], "\(messages)")
        for key in [72, 76] as [UInt8] {
            let (on, off) = (messages.firstIndex(of: [0x92, key, 100]), messages.firstIndex(of: [0x82, key, 64]))
            #expect(try #require(on) < #require(off), "\(messages)")
        }
    }

    @Test func aFileThatIsStoppedIsReleased() throws {
        let bench = try Bench()
        let name = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString).mid"
        defer { unlink(name) }
        // A key for eleven minutes.
        let track: [UInt8] = [0, 0x90, 60, 100, 0x87, 0x68 | 0x80, 0, 0x80, 60, 64, 0, 0xFF, 0x2F, 0]
        let bytes = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + [0, 0, 0, 14] + track
        try Data(bytes).write(to: URL(fileURLWithPath: name))
        let player = try RunningBox(["smf", name, "keys"], socket: bench.box.socket)
        #expect(bench.output.receive(3) == [0x92, 72, 100])
        player.signal(SIGINT)
        #expect(player.ended().status == 0)
        #expect(bench.output.receive(3) == [0x82, 72, 64])
    }

    @Test func unplayableFileIsReported() throws {
        let bench = try Bench()
        for (words, status, says) in [
            (["smf", "/nonexistent.mid", "keys"], 3, "/nonexistent.mid: No such file"),
            (["smf", bench.file.path, "keys"], 1, "\(bench.file.path): byte 0: error: not a Standard MIDI File"),
            (["smf", bench.file.path], 2, "smf needs a FILE and an ALIAS"),
        ] as [([String], Int32, String)] {
            let end = try bench.run(words)
            #expect(end.status == status && end.errors.contains(says), "\(words): \(end)")
        }
    }

    /// A program that sends more than the rings and buffers hold waits, and nothing is lost.
    @Test func aFloodWaitsAndArrivesWhole() throws {
        let bench = try Bench()
        let player = try #require(BoxConnection(bench.box.socket))
        // Two long SysEx: more than the wire takes in the time, hence through every buffer on the way.
        let dump = [0xF0] + (0..<20000).map { UInt8($0 & 0x7F) } + [0xF7]
        let lines = try #require(player.give(.send, 1, (dump + dump)[...]))
        for _ in 0..<lines { #expect(player.readLine() == "ok") }
        // Not all of it: a wire of 31250 baud takes 6 s for each.
        let isWhole = bench.output.receive(500).prefix(500) == dump[..<500]
        #expect(isWhole)
    }

    @Test func invalidRequestIsAnswered() throws {
        let bench = try Bench()
        let program = try #require(BoxConnection(bench.box.socket))
        for (line, answer) in [
            ("fly", "error 'fly' is no request"),
            ("tilt x", "error the box has no tilt: its file has no `motion`"),
            ("play 9 90 40 40", "error there is no port 9"),
            ("play 1 90 40 40", "error 'out' is a port for output only"),
            ("play 0 40", "error data bytes without a status"),
            ("recorder now", "error 'now' is neither smf, clip nor save"), ("play 0 F8", "ok"),
            ("recorder clip 9", "error there is no port 9"), ("play 0 40903C00 C0000000", "ok"),
            ("play 0 40903C00", "error '40903C00' begins a packet of 2 words"),
            ("play 0 60000000", "error '60000000' begins a packet of type 6, which is reserved"),
        ] {
            #expect(program.write(line) && program.readLine() == answer)
        }
        #expect(
            program.write(String(repeating: "x", count: 9000))
                && program.readLine() == "error a line of more than 8192 bytes")
        #expect(program.readLine() == nil)
        // One program more than the limit.
        let others = (0..<8).map { _ in BoxConnection(bench.box.socket) }
        #expect(others.allSatisfy { $0 != nil } && BoxConnection(bench.box.socket) == nil)
    }

    @Test func unservedSocketIsReplaced() throws {
        let bench = try Bench()
        bench.box.signal(SIGKILL)
        _ = bench.box.ended()
        #expect(treadle_is_socket(bench.box.socket) == 1)
        let next = try Bench(socket: bench.box.socket)
        #expect(try next.run(["send", "out", "program 5"]).status == 0)
        #expect(next.output.receive(2) == [0xC0, 5])
        #expect(next.end().errors.isEmpty)
        #expect(access(bench.box.socket, F_OK) != 0)
    }

    @Test func secondBoxReportsTheSocketAndGoesOn() throws {
        let first = try Bench()
        let second = try Bench(socket: first.box.socket)
        second.input.send([0xC0, 7])
        #expect(second.output.receive(2) == [0xC2, 7])
        let end = second.end()
        #expect(end.status == 0 && end.errors.contains("another box answers at \(first.box.socket)"), "\(end)")
        #expect(try first.run(["send", "out", "program 5"]).status == 0)
        // A file that is not a socket is never replaced.
        let third = try Bench(socket: first.file.path)
        #expect(third.end().errors.contains("Address already in use"))
        #expect(access(first.file.path, F_OK) == 0)
    }
}
