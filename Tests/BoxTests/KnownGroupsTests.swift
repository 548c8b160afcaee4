import CPlatform
import Configuration
import Devices
import HostSupport
import MIDI
import Testing

@testable import Box
@testable import Engine
@testable import Loop

/// A running box to which a device with more groups comes (U6). Its loop is turned by hand, and its outputs are pipes.
@Suite struct KnownGroupsTests {
    private static let text = """
        treadle: 1
        ports: { keys: { match: k, direction: in }, synth: { match: s, direction: out } }
        clock: { send-when-stopped: false }
        presets:
        - { name: A, number: 1, routings: [{ from: [keys], to: [synth] }] }
        - { name: B, number: 2, routings: [{ from: [keys], to: [synth], channel: 5 }] }

        """

    private let folder: TemporaryFolder
    private let running: RunningConfiguration

    init() throws {
        folder = try TemporaryFolder(["box.yaml": Self.text])
        let configuration = try Configuration.load(path: folder.path).get()
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>(start: nil, count: 0)
        let loop = try #require(Loop(configuration, sequencer: nil, contacts: contacts))
        running = RunningConfiguration(configuration, path: folder.path, LoopLink(loop))
        loop.prepare(preset: 1, tempo: nil, beginsWithPanic: false)
    }

    private func turn() {
        // Else the loop would wait for a message.
        running.link.wake()
        var ready = Loop.Ready()
        running.link.loop.turn(&ready)
    }

    @Test func configurationIsCompiledAgainWithTheGroupsOfADevice() throws {
        turn()
        let before = running.current
        running.know(groups: ["synth": 4])
        #expect(running.current !== before && running.current.box.groups.places(of: 1).count == 4)
        turn()
        // The preset goes on, in the new program.
        #expect(running.link.running.plan == running.current.plan)
        #expect(running.current.name(of: running.link.running.preset) == "B")
        // The same groups again, and groups of a device that no port has, compile nothing anew.
        let now = running.current
        running.know(groups: ["synth": 4])
        running.know(groups: ["synth": 4, "other": 2])
        #expect(running.current === now)
        // A reload knows the groups too.
        running.reload()
        #expect(running.current !== now && running.current.box.groups == now.box.groups)
    }

    @Test func editedFilesWaitForAReload() throws {
        turn()
        let before = running.current
        try folder.write(Self.text + "# edited\n", "box.yaml")
        running.know(groups: ["synth": 4])
        #expect(running.current === before)
        running.reload()
        #expect(running.current.box.groups.places(of: 1).count == 4)
    }
}
