import CPlatform
import HostSupport
import Panel
import Testing

@testable import Box
@testable import Configuration
@testable import Engine
@testable import Loop

/// I9: a faulty edit of the drive is shown while the box plays. The loop runs on the test's thread.
@Suite final class BadEditTests {
    private static let box = "treadle: 1\nports: { keys: { match: \"K*\" } }\npresets: [{ name: A, number: 1 }]\n"
    private let folder: TemporaryFolder
    private let owner: TemporaryFolder
    private let runner: Runner

    init() throws {
        folder = try TemporaryFolder(["box.yaml": Self.box])
        owner = try TemporaryFolder([
            "box.yaml": Self.box, "presets/song.yaml": "name: Song\nrutings: []\n",
            "presets/two.yaml": "name: Two\nrutings: []\n",
        ])
        let configuration = try Configuration.load(path: folder.path).get()
        runner = try #require(
            Runner(configuration, path: folder.path, socket: folder.path + "/s", signals: -1, isSimulated: false))
        runner.link.loop.prepare(preset: runner.firstPreset, tempo: nil, beginsWithPanic: false)
    }

    deinit { runner.clients.server?.end() }

    private var engine: Engine { runner.link.loop.engine }

    private func turn() {
        var ready = Loop.Ready()
        runner.link.wake()
        runner.link.loop.turn(&ready)
        runner.acceptReports()
    }

    /// Whether the display says it, and how many faults the menu lists.
    private var shown: (isBad: Bool, faults: Int) {
        (engine.displayState.startNotice.badEdit != 0, engine.faults.faults)
    }

    @Test func aFaultyEditIsShownAtOnceAndListed() {
        turn()
        let changes = engine.displayKey
        #expect(shown == (false, 0))
        runner.showBadEdit(in: owner.path)
        turn()
        #expect(shown == (true, 3) && engine.displayKey != changes)
        let rows = engine.faults
        #expect(rows[0] == DisplayText("card".unicodeScalars))
        #expect((0..<rows.count).contains { rows[$0] == DisplayText("song.yaml:2".unicodeScalars) })
        #expect((0..<rows.count).contains { rows[$0] == DisplayText("two.yaml:2".unicodeScalars) })
    }

    @Test func onlyTheNewestEditCounts() throws {
        runner.showBadEdit(in: owner.path)
        turn()
        try owner.write("name: Two\n", "presets/two.yaml")
        runner.showBadEdit(in: owner.path)
        turn()
        #expect(shown == (true, 2))
    }

    @Test(arguments: [true, false]) func aGoodEditClearsIt(isReloaded: Bool) {
        runner.showBadEdit(in: owner.path)
        turn()
        // A good edit is reloaded; where nothing is edited any more, there is nothing to reload.
        if isReloaded { runner.running.reload() } else { runner.link.tell(.badEdit(faults: nil)) }
        turn()
        #expect(shown == (false, 0))
    }
}
