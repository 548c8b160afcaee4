import Devices
import Foundation
import Testing

/// The whole screen of the simulator at several sizes, and what each of its keys does.
@Suite(.serialized) struct SimulatorScreenTests {
    private static let board = """
        treadle: 1
        name: Trial
        ports:
          keys: { match: "*", direction: in }
          module: { match: "*", direction: out }
        clock: { send-when-stopped: false }
        footswitches:
          A: { line: "gpiochip0:17" }
          B: { line: "gpiochip0:27", led: "gpiochip0:22" }
        assignments:
        - { from: footswitches, controller: switch A, do: { 127: next-preset } }
        - { from: footswitches, controller: switch A long, do: { 127: tempo 98.5 } }
        - { from: footswitches, controller: switch B long, do: { 127: panic } }
        - { from: footswitches, controller: switch A+B, do: { 127: send "module" cc 21 = 1 } }
        start-preset: 1
        presets:
        - name: First
          number: 1
          routings:
          - name: All
            from: [keys, footswitches]
            to: [module]
            channel: 3
            controllers:
              remap:
              - { from: switch B, to: cc 22, mode: latch }
        - { name: Second, number: 2, routings: [{ from: [keys], to: [module] }] }

        """

    private func start(columns: Int = 80, rows: Int = 24) throws -> (GlassTerminal, TemporaryFile) {
        let file = try TemporaryFile(SimulatorScreenTests.board)
        let terminal = try #require(
            try GlassTerminal(["run", "--simulate", file.path], columns: columns, rows: rows))
        try #require(
            terminal.shows { $0.text.contains("│  1 First       │") && $0.lines[rows - 1] != "" },
            "\(terminal.text)\n\(terminal.plain)")
        return (terminal, file)
    }

    /// N12: a peer joins a simulated box and stands among its ports.
    @Test func peersAppearAmongThePorts() throws {
        let free = try ShownPeersTests.CallingPeer.sockets()
        let port = free.control.port
        free.control.close()
        free.data.close()
        let network = "network: { rtp-midi: { port: \(port), accept: any, interfaces: [lo] } }"
        let board = SimulatorScreenTests.board
            .replacing("name: Trial\n", with: "name: Trial\n\(network)\n")
            .replacing("ports:\n", with: "ports:\n  lobby: { network: \"*\" }\n")
        let file = try TemporaryFile(board)
        let terminal = try #require(try GlassTerminal(["run", "--simulate", file.path], columns: 80, rows: 24))
        #expect(
            terminal.shows { $0.lines.contains { $0.hasPrefix(" lobby") && $0.contains("nobody has joined") } },
            "\(terminal.text)\n\(terminal.plain)")
        let peer = try ShownPeersTests.CallingPeer(try #require(PeerAddress("127.0.0.1:\(port)")))
        #expect(peer.joins())
        #expect(
            terminal.shows { $0.lines.contains { $0.hasPrefix(" lobby") && $0.contains("Stage iPhone at") } },
            "\(terminal.text)")
        terminal.type("q")
        #expect(terminal.ended() == 0)
    }

    /// The screen without the places of ports and trailing blanks, with one sign of a rule. Blank lines are counted.
    private func picture(_ terminal: GlassTerminal) -> String {
        var (rows, blank) = ([String](), 0)
        for line in terminal.lines {
            var line = line
            for place in ["/dev/", "sequencer port "] {
                if let range = line.range(of: place) {
                    line = line[..<range.lowerBound] + "PLACE"
                }
            }
            while line.hasSuffix(" ") { line.removeLast() }
            while line.hasSuffix("────") && line.contains("goes") { line.removeLast(3) }
            while line.hasSuffix(" ──") || line.hasSuffix(" ───") { line.removeLast() }
            if line.isEmpty {
                blank += 1
                continue
            }
            if blank > 0 { rows.append("(\(blank))") }
            blank = 0
            rows.append(line)
        }
        return rows.joined(separator: "\n")
    }

    private static let small = """
         ┌────────────────┐
         │  1 First       │
         │120.0 .         │
         └────────────────┘
         FEET  ?: help
        """

    private static let phone = """
         Treadle 0.1.0  Trial
         ┌────────────────┐
         │  1 First       │  [a] A          nex
         │120.0 .         │  [b] B        ○ cc
         └────────────────┘
         clock 120 BPM, stopped, silent
         keys         in ·              +1 more
        ── what comes and goes ─
        (3)
         FEET  ?: help  Tab: keys  q: quit
        """

    private static let usual = """
         Treadle 0.1.0  Trial
         ┌────────────────┐
         │  1 First       │  [a] A          next-preset, long tempo 98.5, +B send cc 21
         │120.0 .         │  [b] B        ○ cc 22 latch, long panic, +A send cc 21 1 ch
         └────────────────┘
         clock 120 BPM, stopped, silent
         keys         in ·        PLACE
         module            out ·  PLACE
         keyboard from C4   velocity 90   hold off
          ' '   ' ' '   ' '   ' ' '   ' '   ' ' '   ' '   ' ' '   ' '   ' ' '
         c _ _ _ _ _ _ c _ _ _ _ _ _ 1 2 3 4 5 6 7 8 9 0 _ _ _ _ c _ _ _ _ _ _
        ── what comes and goes ─
        (10)
         FEET  ?: help  Tab: keys  q: quit  letter: tap  CAPITAL: hold  1-0: notes
         p: song  PgUp: look back  !: drops  Ctrl-R: reload  , .: octave  Enter: hold
        """

    private static let large = """
         Treadle 0.1.0  Trial
         ┌────────────────┐
         │  1 First       │  [a] A          next-preset, long tempo 98.5, +B send cc 21 1 channel 1
         │120.0 .         │  [b] B        ○ cc 22 latch, long panic, +A send cc 21 1 channel 1
         └────────────────┘
         clock 120 BPM, stopped, silent
         keys         in ·        PLACE
         module            out ·  PLACE
         keyboard from C4   velocity 90   hold off
          ' '   ' ' '   ' '   ' ' '   ' '   ' ' '   ' '   ' ' '   ' '   ' ' '   ' '   ' ' '   ' '   ' ' '   ' '   ' ' '
         c _ _ _ _ _ _ c _ _ _ _ _ _ c _ _ _ _ _ _ 1 2 3 4 5 6 7 8 9 0 _ _ _ _ c _ _ _ _ _ _ c _ _ _ _ _ _ c _ _ _ _ _ _
        ── what comes and goes ─
        (26)
         FEET  ?: help  Tab: keys  q: quit  letter: tap  CAPITAL: hold  1-0: notes  p: song  PgUp: look back  !: drops
         Ctrl-R: reload  , .: octave  Enter: hold  _: sustain  < >: wheel  $ %: bend
        """

    @Test func theScreenFollowsItsSize() throws {
        let sizes = [
            (80, 24, SimulatorScreenTests.usual), (120, 40, SimulatorScreenTests.large),
            (40, 12, SimulatorScreenTests.phone), (20, 5, SimulatorScreenTests.small),
            (80, 24, SimulatorScreenTests.usual),
        ]
        let (terminal, file) = try start()
        for (columns, rows, wanted) in sizes {
            terminal.resize(columns: columns, rows: rows)
            #expect(terminal.shows { picture($0) == wanted }, "\(columns)x\(rows)\n\(picture(terminal))")
        }
        withExtendedLifetime(file) {}
    }

    /// A1: an action has a line of its own with its result, and what a footswitch does stands beside it.
    @Test func actionsAreLinesOfTheirOwn() throws {
        let (terminal, file) = try start()
        terminal.type("a")
        #expect(terminal.shows("A: next-preset → 2 Second"), "\(terminal.text)")
        #expect(terminal.shows("[b] B        ○ long panic, +A send"), "\(terminal.text)")
        terminal.type("ab")
        #expect(terminal.shows("A+B: send cc 21 1 channel 1"), "\(terminal.text)")
        #expect(terminal.shows { $0.text.contains("switch A+B = 0") && !$0.isReversed("[a]") }, "\(terminal.text)")
        terminal.type("A")
        #expect(terminal.shows("A long: tempo 98.5 → 98.5 BPM"), "\(terminal.text)")
        terminal.type("a")
        #expect(terminal.shows { !$0.isReversed("[a]") }, "\(terminal.text)")
        terminal.type("B")
        #expect(terminal.shows("B long: panic", "panic: 48 messages to module"), "\(terminal.text)")
        #expect(!terminal.text.contains("cc 123"))
        withExtendedLifetime(file) {}
    }

    /// A2, A3: no action is shown while the conditions of its assignment fail, and `set:` shows the value it sets.
    @Test func onlyActionsThatRunAreShown() throws {
        let file = try TemporaryFile(
            SimulatorScreenTests.board.replacing(
                "start-preset: 1",
                with: """
                    - from: footswitches
                      controller: switch B
                      do: { 127: tempo 140 }
                      conditions: { of: [{ from: footswitches, controller: switch B, mode: latch, when: "<= 63" }] }
                    - { from: motion, controller: motion y, set: tempo, linear: { in: 0..16383, out: 60..180 } }
                    motion: { chip: lis3dh, rate: 50, smoothing: 0 }
                    start-preset: 1
                    """))
        let terminal = try #require(try GlassTerminal(["run", "--simulate", file.path], columns: 80, rows: 24))
        #expect(terminal.shows("[b] B"), "\(terminal.text)")
        terminal.type("b")
        #expect(terminal.shows("switch B = 0"), "\(terminal.text)")
        #expect(!terminal.text.contains("B: tempo 140"), "\(terminal.text)")
        terminal.type("b")
        #expect(terminal.shows("B: tempo 140 → 140 BPM"), "\(terminal.text)")
        terminal.type("\u{1B}[A")
        #expect(terminal.shows("motion y: set tempo "), "\(terminal.text)")
        withExtendedLifetime(file) {}
    }

    /// Dropped messages are off at first. The lines can be looked through.
    @Test func theMonitorLooksBack() throws {
        let (terminal, file) = try start()
        terminal.type("b")
        #expect(terminal.shows("switch B = 0"), "\(terminal.text)")
        #expect(!terminal.text.contains(" ! "), "\(terminal.text)")
        terminal.type("!")
        #expect(terminal.shows(" ! "), "\(terminal.text)")
        terminal.type("!")
        #expect(terminal.shows { !$0.text.contains(" ! ") }, "\(terminal.text)")
        for number in 0..<12 {
            terminal.type("b")
            let left = number % 2 == 0 ? "[b] B        ○" : "[b] B        ●"
            #expect(terminal.shows { $0.text.contains(left) && !$0.isReversed("[b]") }, "\(terminal.text)")
        }
        terminal.type("\u{1B}[5~")
        #expect(terminal.shows("newer lines below, End shows them"), "\(terminal.text)")
        terminal.type("\u{1B}[H")
        #expect(terminal.shows { $0.lines[12].contains("footswitches > switch B = 127") }, "\(terminal.text)")
        terminal.type("\u{1B}[6~\u{1B}[F")
        #expect(terminal.shows { !$0.text.contains("newer lines below") }, "\(terminal.text)")
        withExtendedLifetime(file) {}
    }

    @Test func twoManualsPlayAndHold() throws {
        let (terminal, file) = try start()
        terminal.type("\t")
        #expect(terminal.shows("KEYS  ?: help", "z x c v b n m q w e r"), "\(terminal.text)")
        terminal.type("s")
        #expect(terminal.shows("keys > note C#3 90 channel 1", "keys > note-off C#3 64"), "\(terminal.text)")
        terminal.type("+\r2")
        #expect(terminal.shows("velocity 100   hold on", "keys > note C#4 100 channel 1"), "\(terminal.text)")
        #expect(terminal.shows { $0.isReversed("2 3   5 6 7   9 0") }, "\(terminal.text)")
        terminal.type("--[z")
        #expect(terminal.shows("keyboard from C3   velocity 80", "keys > note C2 80 channel 1"), "\(terminal.text)")
        terminal.type("]2")
        #expect(terminal.shows("keyboard from C4", "keys > note-off C#4 64 channel 1"), "\(terminal.text)")
        #expect(!terminal.text.contains("note-off C2"), "\(terminal.text)")
        terminal.type("\r")
        #expect(terminal.shows("hold off", "keys > note-off C2 64 channel 1"), "\(terminal.text)")
        terminal.type("1")
        #expect(terminal.shows("'1' does nothing here; ? shows all keys"), "\(terminal.text)")
        terminal.type("\t")
        #expect(terminal.shows("FEET  ?: help"), "\(terminal.text)")
        terminal.type(",1.")
        #expect(terminal.shows("keys > note C3 80 channel 1", "keyboard from C4"), "\(terminal.text)")
        withExtendedLifetime(file) {}
    }

    @Test func otherKeysAnswer() throws {
        let (terminal, file) = try start()
        for (key, answer) in [
            ("k", "'k' does nothing here"), (" ", "space does nothing here"), ("\u{1B}[A", "this box has no tilt"),
            ("p", "no song: "), ("?", "taps a footswitch"), ("?", "what comes and goes"),
        ] {
            terminal.type(key)
            #expect(terminal.shows(answer), "\(key)\n\(terminal.text)")
        }
        withExtendedLifetime(file) {}
    }

    /// E1: Ctrl-R does as SIGHUP does, and shows the result.
    @Test func aKeyReloadsTheConfiguration() throws {
        let (terminal, file) = try start()
        let changed = SimulatorScreenTests.board.replacing("do: { 127: next-preset }", with: "do: { 127: preset 2 }")
        try changed.write(toFile: file.path, atomically: true, encoding: .utf8)
        terminal.type("\u{12}")
        #expect(terminal.shows("configuration reloaded", "[a] A          preset 2"), "\(terminal.text)")
        terminal.type("a")
        #expect(terminal.shows("A: preset 2 → 2 Second"), "\(terminal.text)")
        try "treadle: 1\nprots: {}\n".write(toFile: file.path, atomically: true, encoding: .utf8)
        terminal.type("\u{12}")
        #expect(terminal.shows("2:1: error", "stays as it was"), "\(terminal.text)")
    }
}
