import CPlatform
import Configuration
import Devices
import Plan
import Testing

@testable import Box
@testable import Engine
@testable import Loop

/// The ends of turns, by which clients are told how long messages take.
@Suite struct TurnEndTests {
    private static let text = """
        treadle: 1
        ports: { synth: { match: "Synth", direction: out } }
        clock: { tempo: 300 }
        presets: [{ name: Only, number: 1, routings: [{ from: [clock], to: [synth] }] }]

        """

    @Test func turnsThatSendAreMeasuredWhileSomebodyAsks() throws {
        let configuration = try Configuration.load(text: TurnEndTests.text).get()
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
        func tick() {
            let written = loop.recorder.outputs.written
            while loop.recorder.outputs.written == written { loop.turn(&ready) }
        }
        tick()
        loop.watched.prepareTurnEnds()
        #expect(loop.watched.nextTurnEnd() == nil)
        let begins = loop.recorder.outputs.written
        loop.measure(true)
        for _ in 0..<3 { tick() }
        var place = begins
        while let turn = loop.watched.nextTurnEnd() {
            #expect(turn.first == place && turn.end > place)
            for sent in turn.first..<turn.end { #expect(loop.recorder.outputs.entry(at: sent).time <= turn.at) }
            place = turn.end
        }
        #expect(place == loop.recorder.outputs.written && place >= begins + 3)
        loop.measure(false)
        tick()
        #expect(loop.watched.nextTurnEnd() == nil)
    }
}
