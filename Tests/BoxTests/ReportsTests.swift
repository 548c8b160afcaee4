@testable import Loop
import CPlatform
import Devices
import Foundation
import HostSupport
import Testing

@testable import Box
@testable import Configuration
@testable import Plan
@testable import Routing

/// Reports of the loop while the control thread is busy are not lost. Both run on the test's thread.
@Suite struct ReportsTests {
    /// CC 20 to 23 on channel 16 mute, save and load presets.
    private final class Bench {
        let folder: TemporaryFolder
        let runner: Runner
        private var ready = Loop.Ready()

        init(_ box: String = ReportsTests.box) throws {
            folder = try TemporaryFolder(["box.yaml": box])
            let configuration = try Configuration.load(path: folder.path).get()
            runner = try #require(
                Runner(configuration, path: folder.path, socket: folder.path + "/s", signals: -1, isSimulated: false))
            runner.link.loop.prepare(preset: runner.firstPreset, tempo: nil, beginsWithPanic: false)
            runner.link.loop.engine.inputCame(0)
        }

        deinit { runner.clients.server?.end() }

        /// Presses and releases controllers. The loop has one wake for them and handles its commands.
        func press(_ controllers: UInt8...) {
            for controller in controllers {
                let bytes: [UInt8] = [0xBF, controller, 127, 0xBF, controller, 0]
                bytes.withUnsafeBytes { runner.link.loop.engine.receive($0, from: 0, at: treadle_now()) }
                turn()
            }
        }

        func turn() {
            treadle_event_signal(runner.link.loop.wake)
            runner.link.loop.turn(&ready)
        }

        /// As the control thread does it, now that it has time.
        func acceptReports() {
            runner.acceptReports()
            turn()
            runner.acceptReports()
        }

        var preset: String {
            runner.configuration.name(of: runner.link.loop.engine.router.status.preset)
        }

        var muted: UInt64 {
            let engine = runner.link.loop.engine
            return engine.router.byHand.stored(engine.router.presetAddress, index: engine.router.status.preset).muted
        }
    }

    private static let box = """
        treadle: 1
        ports: { keys: { match: "K*" } }
        start-preset: last
        assignments:
        - { from: keys, channel: 16, controller: cc 20, do: { 127: toggle-mute "Left" } }
        - { from: keys, channel: 16, controller: cc 21, do: { 127: save } }
        - { from: keys, channel: 16, controller: cc 22, do: { 127: preset 1 } }
        - { from: keys, channel: 16, controller: cc 23, do: { 127: preset 2 } }
        presets:
        - name: A
          number: 1
          routings:
          - { name: Left, from: [keys], to: [keys], channel: 5 }
          - { name: Right, from: [keys], to: [keys], channel: 6 }
        - { name: B, number: 2, insert: [A] }

        """

    /// P6, E1: the newest counts, however many there were.
    @Test func newestPresetIsKeptAndReloaded() throws {
        let bench = try Bench()
        for _ in 0..<2000 { bench.press(22, 23) }
        bench.acceptReports()
        #expect(bench.folder.text(".last-preset") == "B")
        for _ in 0..<300 { bench.press(23, 22) }
        bench.runner.running.reload()
        bench.turn()
        #expect(bench.preset == "A")
        bench.acceptReports()
        #expect(bench.folder.text(".last-preset") == "A")
        // All programs but the running one are freed.
        #expect(bench.runner.running.retiring.isEmpty)
    }

    /// P5, E2: early reports are not lost behind many others.
    @Test func savesAndPortsAreNotLost() throws {
        let bench = try Bench()
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[1]) }
        var port = AttachedPort(port: 0)
        port.input = .uart(UART(fd: ends[0]))
        bench.runner.ports.attached[0] = Ports.Attachment()
        bench.runner.link.tell(.attach(port))
        bench.turn()
        bench.runner.link.tell(.detach(0))
        bench.turn()
        bench.runner.link.loop.engine.inputCame(0)
        bench.press(22, 20)
        for _ in 0..<300 { bench.press(23, 22) }
        bench.press(20, 21)
        for _ in 0..<300 { bench.press(23, 22) }
        bench.acceptReports()
        #expect(bench.runner.ports.attached[0] == nil)
        #expect(bench.folder.text("box.yaml")?.contains("name: Left, from: [keys], to: [keys], mute: true") == true)
    }

    /// The loop's ring holds 256 commands; a client or a long reload makes more.
    @Test func commandsThatDoNotFitAreSentLater() throws {
        let bench = try Bench()
        for _ in 0..<1000 { bench.runner.link.tell(.beat) }
        bench.runner.link.tell(.count)
        for _ in 0..<10 {
            bench.turn()
            bench.runner.link.tellPending()
        }
        let counters = bench.runner.link.loop.counters.read()
        #expect(counters.answers == 1000 && bench.runner.news.counted.take() != nil)
    }

    /// P5: saved before the box reads files that their owner has changed: it goes by names.
    @Test(arguments: [true, false]) func saveDuringAReloadIsNotLost(isAdoptedLater: Bool) throws {
        let bench = try Bench()
        let lines = ReportsTests.box.split(separator: "\n", omittingEmptySubsequences: false)
        var swapped = lines
        let left = try #require(lines.firstIndex { $0.contains("name: Left") })
        swapped.swapAt(left, left + 1)
        let text = "# Mine\n" + swapped.joined(separator: "\n")
        try bench.folder.write(text, "box.yaml")
        if isAdoptedLater { bench.runner.running.reload() }
        // The loop obeys what it was told after this.
        let bytes: [UInt8] = [0xBF, 20, 127, 0xBF, 21, 127]
        bytes.withUnsafeBytes { bench.runner.link.loop.engine.receive($0, from: 0, at: treadle_now()) }
        if isAdoptedLater {
            bench.turn()
        } else {
            bench.turn()
            bench.runner.running.reload()
        }
        bench.acceptReports()
        let saved = text.replacing(
            "name: Left, from: [keys], to: [keys]", with: "name: Left, from: [keys], to: [keys], mute: true")
        #expect(bench.folder.text("box.yaml") == saved)
        // It runs, too.
        #expect(bench.preset == "A" && bench.muted == 2)
    }

    /// E1: a box that runs without its configuration gives that as the reason why it saves nothing.
    @Test func withoutAGoodConfigurationNothingIsSaved() throws {
        let bench = try Bench()
        bench.runner.showBadConfiguration(
            Diagnostic(file: "box.yaml", line: 3, column: 1, severity: .error, message: "no"))
        let problem = #expect(throws: LearnPlace.Problem.self) {
            try bench.runner.running.write(SavedStates(muted: 1), of: 0, nil)
        }
        #expect(problem?.message == "the box runs without its configuration, which is bad: box.yaml:3")
        #expect(bench.folder.text("box.yaml") == ReportsTests.box)
    }
}
