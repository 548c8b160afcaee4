import Foundation
import HostSupport
import Testing

/// E1: the configuration that an appliance runs at power-up, and its display.
@Suite(.serialized) struct PowerUpTests {
    private static let box = """
        treadle: 1
        name: Own
        ports: { keys: { match: "*", direction: in }, module: { match: "*", direction: out } }
        footswitches: { A: { line: "gpiochip0:17" }, B: { line: "gpiochip0:27" } }
        display: { chip: hd44780, columns: 20, rows: 4 }
        menu: { step: A, choose: B }

        """
    private static let good = ["box.yaml": box, "presets/2.yaml": "name: Song\nnumber: 2\nroutings: []\n"]
    private static let verse = "name: Verse\nnumber: 1\nrutings: []\n"
    private static let faulty = good.merging(["presets/1.yaml": verse]) { $1 }

    private func appliance(_ arguments: String...) throws -> GlassTerminal {
        try #require(try GlassTerminal(["run", "--simulate", "--appliance"] + arguments))
    }

    /// Steps through the menu to an entry; each step has come through before the next.
    private func step(_ terminal: GlassTerminal, to wanted: String) throws {
        for _ in 0..<13 {
            if terminal.lines[3].contains(wanted) { return }
            let before = terminal.lines[3]
            tap("a", terminal)
            try #require(terminal.shows { $0.lines[3] != before }, "\(terminal.seen)")
        }
        Issue.record("the menu has no \(wanted)\n\(terminal.seen)")
    }

    private func tap(_ key: String, _ terminal: GlassTerminal) {
        _ = terminal.shows { !$0.isReversed("[\(key)]") }
        terminal.type(key)
    }

    private func openMenu(_ terminal: GlassTerminal) throws {
        terminal.type("A")
        terminal.type("B")
        try #require(terminal.shows("│MENU "), "\(terminal.seen)")
        terminal.type("a")
        terminal.type("b")
        try #require(terminal.shows("[a] A", "[b] B"), "\(terminal.seen)")
    }

    @Test func goodPresetsRunAndTheFaultsAreListed() throws {
        let folder = try TemporaryFolder(Self.faulty)
        let terminal = try appliance(folder.path)
        #expect(terminal.shows("│  2 Song            │", "│120.0 .  BAD 1 FILES│"), "\(terminal.seen)")
        // Until a footswitch is pressed.
        try openMenu(terminal)
        #expect(!terminal.lines.joined().contains("BAD"), "\(terminal.seen)")
        try step(terminal, to: ">Faults")
        #expect(terminal.lines[3].contains(">Faults            1"), "\(terminal.seen)")
        tap("b", terminal)
        #expect(
            terminal.shows("│FAULTS              │", "│>1.yaml:3           │", "│ `rutings` is not a │"),
            "\(terminal.seen)"
        )
        // A reload of good files removes the faults.
        try folder.write("name: Verse\nnumber: 1\nroutings: []\n", "presets/1.yaml")
        terminal.signal(SIGHUP)
        #expect(terminal.shows("│FAULTS              │", "│nothing "), "\(terminal.seen)")
        terminal.type("q")
        #expect(terminal.ended() == 0)
    }

    @Test func runByHandRefusesFaultyPresets() throws {
        let folder = try TemporaryFolder(Self.faulty)
        let box = try RunningBox(["run", "--simulate", folder.path])
        let end = box.ended()
        #expect(end.status == 1)
        #expect(end.errors.contains("1.yaml:3:1: error: `rutings`"), "\(end.errors)")
    }

    /// A reload refuses a fault as ever, though the box began with one.
    @Test func aReloadRefusesFaults() throws {
        let folder = try TemporaryFolder(Self.faulty)
        let terminal = try appliance(folder.path)
        #expect(terminal.shows("BAD 1 FILES│"), "\(terminal.seen)")
        terminal.signal(SIGHUP)
        #expect(terminal.shows("the configuration stays as it was", "BAD 1 FILES│"), "\(terminal.seen)")
    }

    @Test func imageRunsWhenTheBoxFileIsBad() throws {
        let own = try TemporaryFolder(Self.good.merging(["box.yaml": "treadle: 1\ncolour: red\n"]) { $1 })
        let image = try TemporaryFolder(Self.good)
        let terminal = try appliance(own.path, "--image", image.path)
        #expect(terminal.shows("│  2 Song            │", "IMAGE RUNS│"), "\(terminal.seen)")
        try openMenu(terminal)
        try step(terminal, to: ">Faults")
        #expect(terminal.lines[3].contains(">Faults            2"), "\(terminal.seen)")
    }

    @Test func withoutAValidConfigurationEveryPortReachesAllOthers() throws {
        let own = try TemporaryFolder(["box.yaml": "treadle: 1\ncolour: red\n"])
        let image = try TemporaryFolder(["box.yaml": "treadle: 2\n"])
        let terminal = try appliance(own.path, "--image", image.path)
        #expect(terminal.shows("│BAD CONFIG      │", "│box.yaml:2      │"), "\(terminal.seen)")
    }

    /// I2
    @Test func faultOfTheCardIsShownAndListed() throws {
        let folder = try TemporaryFolder(Self.good)
        let terminal = try appliance("--card-fault", "/dev/sda1 cannot be mounted", folder.path)
        #expect(terminal.shows("│120.0 .   CARD FAULT│"), "\(terminal.seen)")
        try openMenu(terminal)
        try step(terminal, to: ">Faults")
        #expect(terminal.lines[3].contains(">Faults            1"), "\(terminal.seen)")
        tap("b", terminal)
        #expect(
            terminal.shows("│>card               │", "│ /dev/sda1 cannot be│", "│ mounted            │"),
            "\(terminal.seen)")
    }

    @Test func unsavedWarningIsShownUntilAFootswitchIsPressed() throws {
        let folder = try TemporaryFolder(Self.good)
        let terminal = try appliance("--nothing-is-kept", "/dev/mmcblk0p2 is read-only", folder.path)
        #expect(terminal.shows("│120.0 .     NOT KEPT│"), "\(terminal.seen)")
        terminal.type("a")
        #expect(terminal.shows { !$0.lines.joined().contains("NOT KEPT") }, "\(terminal.seen)")
    }
}
