import Foundation
import Testing

/// The simulator's keys for pedal, wheel and bender, its second keyboard, and who listens to it.
@Suite(.serialized) struct SimulatedKeyboardTests {
    private static let board = """
        treadle: 1
        name: Two manuals
        ports:
          upper: { match: "*", direction: in }
          lower: { match: "*", direction: in }
          module: { match: "*", direction: out }
          lights: { match: "*", direction: out }
        input-keyboard: { port: lower, channel: 2 }
        clock: { send-when-stopped: false }
        presets:
        - { name: First, number: 1, routings: [{ from: [upper, lower], to: [module] }] }

        """

    private func start(_ text: String = board, rows: Int = 30) throws -> (GlassTerminal, TemporaryFile) {
        let file = try TemporaryFile(text)
        let terminal = try #require(try GlassTerminal(["run", "--simulate", file.path], columns: 120, rows: rows))
        try #require(terminal.shows("1 First", "keyboard from C4"), "\(terminal.seen)")
        return (terminal, file)
    }

    /// A terminal tells no releases: the pedal stays down until the key comes again, the bender springs back.
    @Test func pedalWheelAndBenderMove() throws {
        let (terminal, file) = try start()
        terminal.type("_")
        #expect(terminal.shows("lower > cc 64 sustain 127 channel 2", "hold off   sustain"), "\(terminal.text)")
        terminal.type(">>")
        #expect(terminal.shows("cc 1 modulation 16 channel 2", "cc 1 modulation 32", "sustain   wheel 32"))
        terminal.type(String(repeating: ">", count: 7))
        #expect(terminal.shows("cc 1 modulation 127"), "\(terminal.text)")
        terminal.type("<")
        #expect(terminal.shows("cc 1 modulation 112"), "\(terminal.text)")
        terminal.type(String(repeating: "<", count: 8))
        #expect(terminal.shows("cc 1 modulation 0 "), "\(terminal.text)")
        terminal.type("$$")
        #expect(terminal.shows("lower > pitch-bend 6144 channel 2", "pitch-bend 4096", "pitch-bend 8192 channel 2"))
        terminal.type("%%%%%")
        #expect(terminal.shows("pitch-bend 16383"), "\(terminal.text)")
        terminal.type("_")
        #expect(terminal.shows("sustain 0 channel 2") && !terminal.text.contains("hold off   sustain"))
        withExtendedLifetime(file) {}
    }

    /// Notes end where they began; each keyboard has its own pedal.
    @Test func aKeyTakesTheNextKeyboard() throws {
        let (terminal, file) = try start()
        #expect(terminal.shows("at lower", "\": next keyboard"), "\(terminal.text)")
        terminal.type("\r1_\"")
        #expect(terminal.shows("you play upper now", "at upper"), "\(terminal.text)")
        #expect(!terminal.text.contains("hold on   sustain"), "\(terminal.text)")
        terminal.type("1")
        #expect(terminal.shows("lower > note C4 90 channel 2", "upper > note C4 90 channel 1"), "\(terminal.text)")
        terminal.type("\r")
        #expect(terminal.shows("lower > note-off C4 64 channel 2", "upper > note-off C4 64 channel 1"))
        terminal.type("\"")
        #expect(terminal.shows("you play lower now", "hold off   sustain"), "\(terminal.text)")
        withExtendedLifetime(file) {}
    }

    @Test func oneKeyboardIsTheOnlyOne() throws {
        let board = SimulatedKeyboardTests.board.replacing("  upper: { match: \"*\", direction: in }\n", with: "")
            .replacing("[upper, lower]", with: "[lower]")
        let (terminal, file) = try start(board)
        terminal.type("\"")
        #expect(terminal.shows("lower is the only keyboard"), "\(terminal.text)")
        withExtendedLifetime(file) {}
    }

    /// The line stays until a program listens at any output, and comes back when it goes.
    @Test(.enabled(if: SimulatedBox.hasTerminals)) func theScreenSaysThatNothingListens() throws {
        let (terminal, file) = try start()
        let line = { (alias: String) in terminal.lines.first { $0.hasPrefix(" \(alias) ") } ?? "" }
        #expect(terminal.shows { _ in line("module").contains("nothing listens, ? tells more") }, "\(terminal.text)")
        #expect(!line("lights").contains("nothing listens"))
        let place = try #require(line("module").split(separator: " ").first { $0.hasPrefix("/dev/") })
        let lights = try #require(line("lights").split(separator: " ").first { $0.hasPrefix("/dev/") })
        terminal.type("?")
        #expect(terminal.shows("fluidsynth -m oss -o midi.oss.device=\(place)"), "\(terminal.text)")
        terminal.type("?")
        var listener = PortProgram(String(lights))
        #expect(terminal.shows { $0.text.contains("1 First") && !$0.text.contains("nothing listens") })
        withExtendedLifetime(listener) {}
        listener = nil
        #expect(terminal.shows("nothing listens"), "\(terminal.text)")
        withExtendedLifetime(file) {}
    }

    /// All keys fit a terminal of 24 rows.
    @Test func theListOfKeysFits() throws {
        let (terminal, file) = try start(rows: 24)
        terminal.resize(columns: 80, rows: 24)
        terminal.type("?")
        #expect(terminal.shows("closes this", "sustain pedal; wheel; bender", "takes the next keyboard", "timgm6mb"))
        withExtendedLifetime(file) {}
    }
}
