import CPlatform
import Foundation
import Testing

/// The program itself, as a process.
@Suite struct RunTests {
    private func box(_ input: String, _ output: String) throws -> TemporaryFile {
        try TemporaryFile(
            """
            treadle: 1
            name: Bench
            ports:
              keys: { uart: "\(input)", direction: in }
              out: { uart: "\(output)", direction: out }
            presets: [{ name: A, number: 1, routings: [{ from: [keys], to: [out], notes: { shift: 12 }, channel: 3 }] }]

            """)
    }

    @Test func bytesInBecomeRoutedBytesOut() throws {
        let (input, output) = (try #require(Line()), try #require(Line()))
        let file = try box(input.path, output.path)
        let running = try RunningBox(["run", "--no-realtime", file.path], lines: [input, output])
        #expect(running.says("Bench", "keys: in at \(input.path)", "out: out at \(output.path)"), "\(running.said)")

        input.send([0x90, 0x3C, 0x64, 0x3E])
        #expect(output.receive(3) == [0x92, 0x48, 0x64])
        input.send([0x65, 0xF8])
        var routed = output.receive(4)
        // What is more urgent overtakes what still waits for the wire, but how much of it waits is a matter of time.
        #expect(routed.filter { $0 != 0xF8 } == [0x92, 0x4A, 0x65] && routed.count == 4)
        input.send([0x80, 0x3C, 0x40, 0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7])
        routed = output.receive(12)
        #expect(routed == [0x82, 0x48, 0x40, 0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7])

        running.signal(SIGUSR1)
        let nothing = " 0 dropped, 0 not taken by programs, 0 losses from programs, 0 losses from devices"
        #expect(running.says("18 bytes in", "19 bytes out", nothing), "\(running.said)")
        running.signal(SIGTERM)
        let end = running.ended()
        #expect(end.status == 0 && end.errors.isEmpty, "\(end)")
    }

    /// K1: 240 ticks were due while the process was stopped. Ten ticks then take nine intervals of 8.333 ms, as ever.
    @Test func ticksOfALongStopAreSkipped() throws {
        let output = try #require(Line())
        let file = try TemporaryFile(
            """
            treadle: 1
            name: Drums
            ports: { out: { uart: "\(output.path)", direction: out } }
            clock: { tempo: 300 }
            presets: [{ name: A, number: 1, routings: [{ from: [clock], to: [out] }] }]

            """)
        let running = try RunningBox(["run", "--no-realtime", file.path], lines: [output])
        #expect(running.says("out: out at \(output.path)"), "\(running.said)")
        #expect(output.receive(3).first == 0xF8)
        running.signal(SIGSTOP)
        // The stop itself, not a wait for something.
        usleep(2_000_000)
        _ = output.rest()
        let wentOn = treadle_now()
        running.signal(SIGCONT)
        #expect(output.receive(10).allSatisfy { $0 == 0xF8 })
        #expect(treadle_now() - wentOn >= 70_000_000)
        running.signal(SIGTERM)
        #expect(running.ended().status == 0)
    }

    /// E2: a missing port is reported and everything else works. The port is used once it is connected.
    @Test func missingPortIsReportedAndAwaited() throws {
        let (input, output) = (try #require(Line()), try #require(Line()))
        let link = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString)"
        defer { unlink(link) }
        let file = try box(input.path, link)
        let running = try RunningBox(["run", "--no-realtime", file.path], lines: [input, output])
        #expect(running.says("keys: in at", "out: \(link): not there"), "\(running.said)")
        input.send([0x90, 0x3C, 0x64])
        try #require(running.loopHasRead(3), "\(running.said)")
        symlink(output.path, link)
        #expect(running.says("out: out at"), "\(running.said)")
        // The loop has been told of the port, and now it has it.
        try #require(running.loopAnswers(), "\(running.said)")
        // Pressed while the port was away: it counts as let through, so it is released (H9).
        input.send([0x80, 0x3C, 0x40])
        #expect(output.receive(3) == [0x82, 0x48, 0x40])
        running.signal(SIGTERM)
        #expect(running.ended().status == 0)
    }

    @Test func aBadConfigurationEndsWithOne() throws {
        let file = try TemporaryFile("treadle: 1\nprots: {}\n")
        for command in ["run", "check", "render"] {
            let end = try RunningBox([command, file.path]).ended()
            #expect(end.status == 1 && end.errors.contains("\(file.path):2:1: error: "), "\(end)")
        }
    }

    @Test func wrongUsageEndsWithTwo() throws {
        for (words, says) in [
            (["fly"], "there is no command 'fly'"), (["recorder", "--smf"], "needs -o FILE"),
            (["render"], "needs a BOX.yaml"),
            (["translate", "--from", "bytes"], "--to"),
            (["check", "a", "b"], "unexpected argument 'b'"), (["check", "--fast"], "unknown option '--fast'"),
        ] {
            let end = try RunningBox(words).ended()
            #expect(end.status == 2 && end.errors.contains(says), "\(words): \(end)")
        }
    }

    @Test func unreadableFileEndsWithThree() throws {
        let file = try TemporaryFile("treadle: 1\n")
        let end = try RunningBox(["render", file.path, "/nonexistent/script"]).ended()
        #expect(end.status == 3 && end.errors.contains("/nonexistent/script"), "\(end)")
    }

    @Test func helpAndVersionWorkEverywhere() throws {
        for words in [[], ["--help"], ["-h"], ["help"], ["render", "--help"], ["-h", "render"]] {
            let running = try RunningBox(words)
            #expect(running.says("Usage: treadle ") && running.ended().status == 0)
        }
        for words in [["--version"], ["-V"], ["run", "--version"]] {
            let running = try RunningBox(words)
            #expect(running.says("\n") && running.ended().status == 0)
            // What `swift build` makes is not built anew for each commit, and names none.
            let line = /treadle [0-9]+\.[0-9]+\.[0-9]+, development build, (x86_64|aarch64)\n/
            #expect(running.said.wholeMatch(of: line) != nil, "\(running.said)")
        }
    }
}
