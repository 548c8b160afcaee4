import CPlatform
import Configuration
import Devices
import Host
import Plan
import Testing

@testable import Box
@testable import Engine
@testable import Loop

/// The trace records that the loop shows, and when it wakes the control thread for them.
@Suite struct WatchTests {
    private static let text = """
        treadle: 1
        ports: { synth: { match: "Synth", direction: out } }
        clock: { tempo: 300 }
        presets: [{ name: Only, number: 1, routings: [{ from: [clock], to: [synth] }] }]

        """

    @Test func controlThreadIsWokenOnlyIfItWaits() throws {
        let configuration = try Configuration.load(text: WatchTests.text).get()
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>(start: nil, count: 0)
        let loop = try #require(Loop(configuration, sequencer: nil, contacts: contacts))
        defer { loop.closeDescriptors() }
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        loop.prepare(preset: configuration.plan.pointee.startPreset, tempo: nil, beginsWithPanic: false)
        var port = AttachedPort(port: PortIndex(0))
        port.output = .uart(UART(fd: ends[1]))
        loop.attach(port, at: treadle_now())
        var ready = Loop.Ready()
        /// Whether a tick wakes the control thread.
        func tickWakes() -> Bool {
            treadle_event_clear(loop.controlWake)
            let written = loop.recorder.outputs.written
            while loop.recorder.outputs.written == written { loop.turn(&ready) }
            return PollSet.isReadable(loop.controlWake, within: 0)
        }
        _ = tickWakes()
        loop.watched.prepare()
        loop.watch(true)
        #expect([tickWakes(), tickWakes(), tickWakes()] == [true, false, false])
        #expect(!loop.watched.awaitNext())
        while loop.watched.next() != nil {}
        #expect(loop.watched.awaitNext())
        #expect([tickWakes(), tickWakes()] == [true, false])
        loop.watch(false)
        while loop.watched.next() != nil {}
        #expect(loop.watched.awaitNext())
        #expect(!tickWakes() && loop.watched.next() == nil)
    }
}
