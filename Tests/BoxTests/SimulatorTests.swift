import Foundation
import Testing

/// The box in a terminal, tried as a person would: keys go in, the screen is read.
@Suite(.serialized) struct SimulatorTests {
    private static let board = """
        treadle: 1
        name: Trial
        ports:
          keys: { match: "*", direction: in }
          module: { match: "*", direction: out }
        input-keyboard: { port: keys }
        clock: { send-when-stopped: false }
        motion: { chip: lis3dh, rate: 50, smoothing: 0 }
        footswitches:
          A: { line: "gpiochip0:17", double: 2 s }
          B: { line: "gpiochip0:27", led: "gpiochip0:22" }
        assignments:
        - { from: footswitches, controller: switch A, do: { 127: next-preset } }
        - { from: footswitches, controller: switch A double, do: { 127: send "module" cc 20 = 1 } }
        - { from: footswitches, controller: switch B long, do: { 127: panic } }
        - { from: footswitches, controller: switch A+B, do: { 127: send "module" cc 21 = 1 } }
        start-preset: 1
        presets:
        - name: First
          number: 1
          routings:
          - name: All
            from: [keys, footswitches, motion]
            to: [module]
            channel: 3
            controllers:
              remap:
              - { from: switch B, to: cc 22, mode: latch }
              - { from: motion y, to: cc 11 }
        - { name: Second, number: 2, routings: [{ from: [keys], to: [module] }] }

        """

    private func start(_ environment: [String: String] = [:]) throws -> (GlassTerminal, TemporaryFile) {
        let file = try TemporaryFile(SimulatorTests.board)
        let terminal = try #require(
            try GlassTerminal(["run", "--simulate", file.path], environment: environment))
        try #require(
            terminal.shows { $0.text.contains("│  1 First       │") && SimulatorTests.placesOfPorts($0) == 2 },
            "\(terminal.text)\n\(terminal.plain)")
        return (terminal, file)
    }

    /// How many of the ports stand there with the place where others find them.
    private static func placesOfPorts(_ terminal: GlassTerminal) -> Int {
        terminal.lines.count { $0.contains("/dev/pts/") || $0.contains("sequencer port ") }
    }

    /// D1, F1, F3: a letter taps a footswitch, and its LED follows.
    @Test func aLetterTapsAFootswitch() throws {
        let (terminal, file) = try start()
        #expect(terminal.lines[0].contains("Trial") && terminal.lines[3].contains("[b] B        ○"), "\(terminal.text)")
        terminal.type("b")
        #expect(terminal.shows("[b] B        ●", "module < cc 22 127 channel 3  (All)"), "\(terminal.text)")
        #expect(terminal.shows("footswitches > switch B = 0"), "\(terminal.text)")
        terminal.type("b")
        #expect(terminal.shows("[b] B        ○", "module < cc 22 0 channel 3  (All)"), "\(terminal.text)")
        #expect(terminal.shows { !$0.isReversed("[b]") })
        terminal.type("a")
        #expect(terminal.shows("│  2 Second      │"), "\(terminal.text)")
        withExtendedLifetime(file) {}
    }

    /// F2: a capital letter holds it, which is long after a while, and lets it go; H10: panic is shown.
    @Test func aCapitalLetterHolds() throws {
        let (terminal, file) = try start()
        terminal.type("B")
        #expect(terminal.shows("[B] B"), "\(terminal.text)")
        #expect(terminal.isReversed("[B]"))
        #expect(terminal.shows("PANIC│"), "\(terminal.text)")
        terminal.type("b")
        #expect(terminal.shows("footswitches > switch B long = 0", "[b] B"), "\(terminal.text)")
        #expect(!terminal.isReversed("[b]"))
        withExtendedLifetime(file) {}
    }

    /// F2: two taps of a quick foot; two letters at once.
    @Test func twoTapsAreADoubleAndTwoLettersAPair() throws {
        let (terminal, file) = try start()
        terminal.type("a")
        #expect(terminal.shows("switch A = 0"), "\(terminal.text)")
        terminal.type("a")
        #expect(terminal.shows("switch A double = 127", "module < cc 20 1 channel 1"), "\(terminal.text)")
        #expect(terminal.shows("switch A double = 0"), "\(terminal.text)")
        terminal.type("ab")
        #expect(terminal.shows("switch A+B = 127", "module < cc 21 1 channel 1"), "\(terminal.text)")
        withExtendedLifetime(file) {}
    }

    /// F4: 30 degrees are 10922 of 16383, 85 of 127.
    @Test func arrowsTilt() throws {
        let (terminal, file) = try start()
        // The board lies level from the start, which may be before its ports are there.
        terminal.type("1")
        #expect(terminal.shows("module < note C4 90 channel 3"), "\(terminal.text)")
        for _ in 0..<6 { terminal.type("\u{1B}[A") }
        #expect(terminal.shows("tilt x 0 y 30 degrees", "cc 11 expression 85 channel 3"), "\(terminal.text)")
        terminal.type("\u{1B}OB")
        #expect(terminal.shows("tilt x 0 y 25 degrees"), "\(terminal.text)")
        terminal.type(" ")
        #expect(terminal.shows("tilt x 0 y 0 degrees"), "\(terminal.text)")
        withExtendedLifetime(file) {}
    }

    /// F4: a range is learnt from a box that is tilted; it reads it at SIGHUP. Level is then 20 of 55 degrees, 46 of
    /// 127.
    @Test func aRangeOfTheTiltIsLearnt() throws {
        let socket = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString).sock"
        let (terminal, file) = try start(["TREADLE_SOCKET": socket])
        let keyboard = Pipe()
        let words = ["learn", file.path, "motion.range.y"]
        let learner = try RunningBox(words, socket: socket, input: keyboard)
        #expect(learner.says("tilt the box to one end and to the other, then press Return"), "\(learner.said)")
        for _ in 0..<4 { terminal.type("\u{1B}[B") }
        #expect(terminal.shows("tilt x 0 y -20 degrees", "cc 11 expression 49"), "\(terminal.text)")
        for _ in 0..<11 { terminal.type("\u{1B}[A") }
        #expect(terminal.shows("tilt x 0 y 35 degrees", "cc 11 expression 88"), "\(terminal.text)")
        keyboard.fileHandleForWriting.write(Data("\n".utf8))
        #expect(learner.says("motion.range.y is -20..35"), "\(learner.said)")
        #expect(learner.ended() == (0, ""))
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        let new = SimulatorTests.board.replacing("smoothing: 0", with: "range: { y: -20..35 }, smoothing: 0")
        #expect(text == new)
        // Standard input ends before Return, so nothing is learnt.
        let end = try RunningBox(words, socket: socket).ended()
        #expect(end.status == 3 && end.errors.contains("standard input ended before Return"), "\(end)")
        terminal.signal(SIGHUP)
        #expect(terminal.shows("configuration reloaded"), "\(terminal.text)")
        terminal.type(" ")
        #expect(terminal.shows("cc 11 expression 46 channel 3"), "\(terminal.text)")
    }

    /// M7: the range of the tilt for one remap. The tilt never rests, so Return takes it.
    @Test func aRangeOfTheTiltIsLearntForOneRemap() throws {
        let socket = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString).sock"
        let (terminal, file) = try start(["TREADLE_SOCKET": socket])
        let keyboard = Pipe()
        let place = "presets.First.routings.All.controllers.remap.2.linear.in"
        let learner = try RunningBox(["learn", file.path, place], socket: socket, input: keyboard)
        #expect(learner.says("tilt the box to one end and to the other, then press Return"), "\(learner.said)")
        terminal.type("\u{1B}[B")
        #expect(terminal.shows("tilt x 0 y -5 degrees"), "\(terminal.text)")
        for _ in 0..<7 { terminal.type("\u{1B}[A") }
        #expect(terminal.shows("tilt x 0 y 30 degrees", "cc 11 expression 85"), "\(terminal.text)")
        keyboard.fileHandleForWriting.write(Data("\n".utf8))
        #expect(learner.says("linear.in is 7736..10922"), "\(learner.said)")
        #expect(learner.ended() == (0, ""))
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(text.contains("{ from: motion y, linear: { in: 7736..10922 }, to: cc 11 }"), "\(text)")
    }

    @Test func digitsPlayAndNotesEnd() throws {
        let (terminal, file) = try start()
        terminal.type("1")
        #expect(terminal.shows("keys > note C4 90 channel 1", "module < note C4 90 channel 3"), "\(terminal.text)")
        #expect(terminal.shows("module < note-off C4 64 channel 3"), "\(terminal.text)")
        withExtendedLifetime(file) {}
    }

    /// H1: the held notes of a song end with it.
    @Test func aSongPlaysAndStops() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("treadle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try SimulatorTests.board.write(to: folder.appendingPathComponent("box.yaml"), atomically: true, encoding: .utf8)
        // E4 for a minute; 96 ticks a quarter.
        let track: [UInt8] = [0, 0x90, 64, 80, 0xDA, 0x00, 0x80, 64, 0, 0, 0xFF, 0x2F, 0]
        let file =
            Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
            + [0, 0, 0, UInt8(track.count)] + track
        let terminal = try #require(try GlassTerminal(["run", "--simulate", folder.path]))
        #expect(terminal.shows("1 First"), "\(terminal.text)")
        terminal.type("p")
        #expect(terminal.shows("no song: ", "song.mid"), "\(terminal.text)")
        try Data(file).write(to: folder.appendingPathComponent("song.mid"))
        terminal.type("p")
        #expect(terminal.shows("keys > note E4 80 channel 1", " of 1:00"), "\(terminal.text)")
        terminal.type("p")
        #expect(terminal.shows("module < note-off E4 64 channel 3"), "\(terminal.text)")
        #expect(terminal.shows { !$0.text.contains(" of 1:00") }, "\(terminal.text)")
    }

    @Test func terminalIsRestoredHoweverTheBoxEnds() throws {
        for (end, status) in [("q", Int32(0)), ("\u{3}", 0), ("TERM", 0), ("ABRT", -SIGABRT), ("SEGV", -SIGSEGV)] {
            let (terminal, file) = try start()
            #expect(terminal.isOther && !terminal.hasCursor && terminal.modes != terminal.before)
            switch end {
            case "TERM": terminal.signal(SIGTERM)
            case "ABRT": terminal.signal(SIGABRT)
            case "SEGV": terminal.signal(SIGSEGV)
            default: terminal.type(end)
            }
            #expect(terminal.ended() == status, "\(end)")
            #expect(terminal.isAsBefore, "\(end)")
            withExtendedLifetime(file) {}
        }
    }

    /// H10: a panic first, because a box that is stopped ends nothing.
    @Test func simulatorCanBeSuspendedAndContinued() throws {
        let (terminal, file) = try start()
        terminal.signal(SIGTSTP)
        #expect(terminal.shows { $0.isStopped && $0.isAsBefore })
        terminal.signal(SIGCONT)
        #expect(terminal.shows { $0.isOther && $0.text.contains("1 First") && $0.text.contains("panic: ") })
        terminal.type("a")
        #expect(terminal.shows("│  2 Second      │"), "\(terminal.text)")
        terminal.type("q")
        #expect(terminal.ended() == 0 && terminal.isAsBefore)
        withExtendedLifetime(file) {}
    }

    @Test func coloursAndLettersFitTheTerminal() throws {
        let (coloured, file) = try start()
        #expect(coloured.colours > 0)
        withExtendedLifetime(file) {}
        let plain = try #require(
            try GlassTerminal(["run", "--simulate", file.path], environment: ["LC_ALL": "C", "NO_COLOR": "1"]))
        #expect(plain.shows("|  1 First       |", "+----------------+", "[b] B        o"), "\(plain.text)")
        #expect(plain.colours == 0 && plain.text.unicodeScalars.allSatisfy { $0.isASCII })
    }

    /// Output of the box is not lost: the errors of a reload, and the line at the end.
    @Test func outputOfTheBoxIsShown() throws {
        let (terminal, file) = try start()
        try "treadle: 1\nprots: {}\n".write(toFile: file.path, atomically: true, encoding: .utf8)
        terminal.signal(SIGHUP)
        #expect(terminal.shows("2:1: error", "stays as it was"), "\(terminal.text)")
        terminal.type("q")
        #expect(terminal.ended() == 0 && terminal.plain.contains("treadle: ended after 0:"), "\(terminal.plain)")
    }

    /// Without a terminal the simulator prints the addresses of its ports. They work, and an unread port delays
    /// nothing.
    @Test func withoutATerminalItPrintsItsPorts() throws {
        let file = try TemporaryFile(SimulatorTests.board)
        let running = try RunningBox(["run", "--simulate", file.path])
        #expect(running.says("Trial", "keys: in at ", "module: out at "), "\(running.said)")
        let place = { (alias: String) -> String? in
            running.said.components(separatedBy: "\n").first { $0.contains("\(alias): ") }?
                .components(separatedBy: " at ").last
        }
        if let keys = place("keys"), let module = place("module"), keys.hasPrefix("/dev/pts/") {
            let access = O_RDWR | O_NOCTTY | O_CLOEXEC
            let (input, output) = (open(keys, access), open(module, access))
            defer {
                close(input)
                close(output)
            }
            var sent: [UInt8] = [0x90, 0x3C, 0x64]
            #expect(write(input, &sent, 3) == 3)
            var received: [UInt8] = []
            while received.suffix(3) != [0x92, 0x3C, 0x64] {
                var bytes = [UInt8](repeating: 0, count: 64)
                let count = read(output, &bytes, bytes.count)
                if count <= 0 || received.count > 1000 { break }
                received += bytes[..<count]
            }
            #expect(received.suffix(3) == [0x92, 0x3C, 0x64])
        }
        running.signal(SIGTERM)
        let end = running.ended()
        #expect(end.status == 0 && end.errors.isEmpty, "\(end)")
    }
}
