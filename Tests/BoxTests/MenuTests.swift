@testable import Engine
import Foundation
import HostSupport
import Testing

/// The menu of a running box, by the keys of the simulator: what it needs of files goes through the control thread (M5,
/// M7).
@Suite struct MenuTests {
    private static let box = """
        treadle: 1   # the board
        name: Menu
        ports:
          keys: { match: "*", direction: in }
          module: { match: "*", direction: out }
        input-keyboard: { port: keys }
        clock: { send-when-stopped: false }
        footswitches:
          A: { line: "gpiochip0:17" }
          B: { line: "gpiochip0:27" }
          C: { line: "gpiochip0:22" }
        display: { chip: hd44780, columns: 20, rows: 4 }
        menu: { step: A, choose: B }
        assignments:
        - { from: footswitches, controller: switch C, do: { 127: toggle-mute "High" } }
        start-preset: 1

        """
    private static let first = """
        name: First   # for the left hand
        number: 1
        learnable: { Split point: routings.Low.restrict.notes, Nothing: routings.High.controllers.remap.1.from }
        routings:
        - { name: Low, from: [keys], to: [module], restrict: { notes: C-1..B3 }, channel: 2 }   # to here
        - name: High
          from: [keys]
          to: [module]
          controllers: { remap: [{ from: cc 20, to: cc 21 }] }

        """

    /// A box in a terminal whose menu is open, the feet off again.
    private final class Player {
        let folder: TemporaryFolder
        let terminal: GlassTerminal

        init() throws {
            folder = try TemporaryFolder([
                "box.yaml": MenuTests.box, "presets/1.yaml": MenuTests.first,
                "presets/2.yaml": "name: Second\nnumber: 2\nroutings: []\n",
            ])
            terminal = try #require(try GlassTerminal(["run", "--simulate", folder.path]))
            try #require(terminal.shows("│  1 First           │", "module "), "\(terminal.seen)")
        }

        /// - Parameter number: of the running preset.
        func open(running number: Int = 1) throws {
            terminal.type("A")
            terminal.type("B")
            try #require(
                terminal.shows("│MENU                │", "│>Preset            \(number)│"), "\(terminal.seen)")
            terminal.type("a")
            terminal.type("b")
            // The capital letter would otherwise let go what a small one presses.
            try #require(terminal.shows("[a] A", "[b] B"), "\(terminal.seen)")
        }

        /// Taps a key until the LCD shows a text. Each tap takes effect before the next.
        func step(to wanted: String) throws {
            for _ in 0..<24 {
                if terminal.lines[3].contains(wanted) { return }
                let before = terminal.lines[3]
                tap("a")
                try #require(terminal.shows { $0.lines[3] != before }, "\(terminal.seen)")
            }
            Issue.record("the menu has no \(wanted)\n\(terminal.seen)")
        }

        /// Learns C4..G4 and does not save it.
        func learnTheSplit() throws {
            try open()
            try step(to: ">Learn")
            tap("b")
            #expect(terminal.shows("│>Split point        │"), "\(terminal.seen)")
            tap("b")
            #expect(terminal.shows("│2 keys         LEARN│"), "\(terminal.seen)")
            terminal.type("1")
            #expect(terminal.shows("│Split point       C4│"), "\(terminal.seen)")
            terminal.type("5")
            #expect(terminal.shows("│LEARNT", "│C4..G4              │"), "\(terminal.seen)")
            #expect(terminal.shows("│  1 First          *│"), "\(terminal.seen)")
        }

        /// Presses a key's switch and lets it go.
        func tap(_ key: String) {
            _ = terminal.shows { !$0.isReversed("[\(key)]") }
            terminal.type(key)
        }
    }

    /// An LCD of 20x4 shows three entries; a preset is chosen by its name.
    @Test func aPresetIsChosen() throws {
        let player = try Player()
        try player.open()
        #expect(player.terminal.shows("│ Tempo         120.0│", "│ Save               │"), "\(player.terminal.seen)")
        player.tap("b")
        #expect(player.terminal.shows("│PRESET              │", "│>  1 First          │", "│   2 Second         │"))
        try player.step(to: ">  2 Second")
        player.tap("b")
        #expect(player.terminal.shows("│  2 Second          │"), "\(player.terminal.seen)")
        player.terminal.type("q")
        #expect(player.terminal.ended() == 0)
    }

    /// A value is learnt and in force at once; the file stays as it is until it is saved, together with a mute.
    @Test func aValueIsLearntAndSaved() throws {
        let player = try Player()
        let terminal = player.terminal
        try player.open()
        try player.step(to: ">Learn")
        #expect(terminal.lines[3].contains(">Learn             2"))
        player.tap("b")
        #expect(
            terminal.shows("│LEARN               │", "│>Split point        │", "│ Nothing            │"),
            "\(terminal.seen)")
        player.tap("b")
        #expect(terminal.shows("│2 keys         LEARN│", "│Split point         │"), "\(terminal.seen)")
        terminal.type("1")
        #expect(terminal.shows("│Split point       C4│", "module < note C4 90 channel 1"), "\(terminal.seen)")
        terminal.type("5")
        #expect(terminal.shows("│LEARNT", "│C4..G4              │"), "\(terminal.seen)")
        #expect(terminal.shows("Split point is C4..G4; save keeps it"), "\(terminal.seen)")
        #expect(terminal.shows("│  1 First          *│"), "\(terminal.seen)")
        // In force: it plays both now.
        terminal.type("3")
        #expect(terminal.shows("module < note E4 90 channel 2", "module < note E4 90 channel 1"), "\(terminal.seen)")
        #expect(player.folder.text("presets/1.yaml") == MenuTests.first)
        // High is muted by hand, which is saved with it.
        terminal.type("c")
        #expect(terminal.shows("footswitches > switch C = 0"), "\(terminal.seen)")
        try player.open()
        try player.step(to: ">Save")
        #expect(terminal.lines[3].contains(">Save              *"))
        player.tap("b")
        #expect(terminal.shows("│  1 First           │", "SAVED│", "First: saved in"), "\(terminal.seen)")
        let saved = MenuTests.first.replacing("C-1..B3", with: "C4..G4").replacing(
            "  controllers: { remap", with: "  mute: true\n  controllers: { remap")
        #expect(player.folder.text("presets/1.yaml") == saved, "\(player.folder.text("presets/1.yaml") ?? "")")
        #expect(player.folder.text("presets/1.yaml.before") == MenuTests.first)
        #expect(player.folder.text("box.yaml") == MenuTests.box)
        terminal.type("q")
        #expect(terminal.ended() == 0)
    }

    /// P5, D3: the display does not show SAVED after a failed write.
    @Test func failedSaveIsReported() throws {
        let player = try Player()
        let terminal = player.terminal
        terminal.type("c")
        #expect(terminal.shows { $0.text.contains("│  1 First          *│") }, "\(terminal.seen)")
        let changed = MenuTests.first + "# by hand\n"
        try player.folder.write(changed, "presets/1.yaml")
        try player.open()
        try player.step(to: ">Save")
        player.tap("b")
        #expect(terminal.shows("│  1 First          *│", "UNSAVED│", "First is saved in no file"), "\(terminal.seen)")
        #expect(player.folder.text("presets/1.yaml") == changed)
        terminal.type("q")
        #expect(terminal.ended() == 0)
    }

    /// P5: undo drops a learnt value, revert all changes that are in no file. The files stay unchanged.
    @Test func learntValuesAreUndoneAndReverted() throws {
        let player = try Player()
        let terminal = player.terminal
        for entry in [">Revert", ">Undo"] {
            try player.learnTheSplit()
            if entry == ">Revert" {
                terminal.type("c")
                #expect(terminal.shows("footswitches > switch C = 0"), "\(terminal.seen)")
            }
            try player.open()
            try player.step(to: entry)
            player.tap("b")
            #expect(terminal.shows("UNDONE│"), "\(terminal.seen)")
            if entry == ">Revert" { #expect(terminal.shows("│  1 First           │"), "\(terminal.seen)") }
        }
        // Undo stays on its page; nothing is left to save.
        try player.step(to: ">Save")
        #expect(terminal.shows("│>Save               │"), "\(terminal.seen)")
        // As the files have it, High is heard and Low ends at B3.
        terminal.type("3")
        #expect(terminal.shows("module < note E4 90 channel 1"), "\(terminal.seen)")
        #expect(!terminal.text.contains("module < note E4 90 channel 2"), "\(terminal.seen)")
        #expect(player.folder.text("presets/1.yaml") == MenuTests.first)
        terminal.type("q")
        #expect(terminal.ended() == 0)
    }

    /// M12: nobody writes a name by foot for nothing.
    @Test(arguments: ["New", "Rename"]) func anEditThatWouldLoseALearntValueIsRefusedFirst(entry: String) throws {
        let player = try Player()
        let terminal = player.terminal
        try player.learnTheSplit()
        try player.open()
        try player.step(to: ">Edit")
        player.tap("b")
        #expect(terminal.shows("│EDIT                │"), "\(terminal.seen)")
        try player.step(to: ">" + entry)
        player.tap("b")
        #expect(
            terminal.shows("│\(entry.uppercased()) ", "│save first          │", "a learnt value is not saved yet"),
            "\(terminal.seen)")
        terminal.type("q")
        #expect(terminal.ended() == 0)
    }

    /// A file that has changed is not learnt into. The LCD says that it cannot be learnt, the monitor why.
    @Test func changedFileIsNotLearntInto() throws {
        let player = try Player()
        try player.folder.write(MenuTests.first + "# mine\n", "presets/1.yaml")
        try player.open()
        try player.step(to: ">Learn")
        player.tap("b")
        #expect(player.terminal.shows("│>Split point        │"), "\(player.terminal.seen)")
        player.tap("b")
        #expect(player.terminal.shows("│cannot be learnt    │"), "\(player.terminal.seen)")
        #expect(player.terminal.shows("Split point cannot be learnt: "), "\(player.terminal.seen)")
        // The page closes by itself, and nothing differs from the stored values.
        #expect(player.terminal.shows("│  1 First           │"), "\(player.terminal.seen)")
        player.terminal.type("q")
        #expect(player.terminal.ended() == 0)
    }

    /// M10: the flight recorder is written by foot, and the LCD shows the file name.
    @Test func menuWritesTheFlightRecorder() throws {
        let player = try Player()
        try player.open()
        try player.step(to: ">Recorder")
        player.tap("b")
        #expect(player.terminal.shows("│RECORDER            │", "│recorder-1.txt      │"), "\(player.terminal.seen)")
        let written = player.folder.text("recorder-1.txt")
        #expect(written?.contains("flight recorder of Menu") == true, "\(player.folder.names)")
        player.terminal.type("q")
        #expect(player.terminal.ended() == 0)
    }

    /// M12, M16, M15: the control thread does the tasks, and keeps the brightness.
    @Test func aPresetIsCopiedByFoot() throws {
        let player = try Player()
        let terminal = player.terminal
        terminal.type("c")
        #expect(terminal.shows("│  1 First          *│"), "\(terminal.seen)")
        try player.open()
        try player.step(to: ">Edit")
        player.tap("b")
        #expect(terminal.shows("│EDIT                │", "│>Save as            │"), "\(terminal.seen)")
        player.tap("b")
        #expect(terminal.shows("│SAVE AS             │", "│>First 2_       done│"), "\(terminal.seen)")
        player.tap("b")
        #expect(terminal.shows("│SAVE AS             │", "│First 2             │"), "\(terminal.seen)")
        #expect(terminal.shows("│  3 First 2         │"), "\(terminal.seen)")
        #expect(player.folder.text("presets/first-2.yaml")?.contains("  mute: true\n  controllers: { remap") == true)
        #expect(player.folder.text("presets/1.yaml") == MenuTests.first)

        try player.open(running: 3)
        try player.step(to: ">Light            on")
        player.tap("b")
        #expect(terminal.shows("│>Light           off│"), "\(terminal.seen)")
        try player.step(to: ">Export")
        player.tap("b")
        #expect(terminal.shows("│EXPORT              │", "│no card             │"), "\(terminal.seen)")
        terminal.type("q")
        #expect(terminal.ended() == 0)
        #expect(player.folder.text(".last-light") == "0")
    }

    /// N13: the box of the test has no `network:`.
    @Test func menuShowsThatTheNetworkIsOff() throws {
        let player = try Player()
        try player.open()
        try player.step(to: ">Network         off")
        player.tap("b")
        #expect(player.terminal.shows("│NETWORK             │", "│>off                │"), "\(player.terminal.seen)")
        player.terminal.type("q")
        #expect(player.terminal.ended() == 0)
    }

    /// The loop's timer closes an unused menu.
    @Test func menuClosesByItself() throws {
        let player = try Player()
        try player.open()
        let opened = Date()
        let isGone = (0..<2).contains { _ in player.terminal.shows("│  1 First           │") }
        #expect(isGone && Date().timeIntervalSince(opened) > 8, "\(player.terminal.seen)")
        player.terminal.type("q")
        #expect(player.terminal.ended() == 0)
    }
}
