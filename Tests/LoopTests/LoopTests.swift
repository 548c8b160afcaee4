import CPlatform
import Configuration
import Devices
import MIDI
import Testing

@testable import Box
@testable import Engine
@testable import Loop

/// What goes first in one turn of the loop. Its ports are pipes.
@Suite struct LoopTests {
    /// K1, S9: what a program gives waits, since it could be a long SysEx.
    @Test func aTickThatIsDueGoesBeforeWhatProgramsPlay() throws {
        let text = """
            treadle: 1
            name: Clock
            ports: { synth: { match: "Synth", direction: out } }
            clock: { tempo: 300 }
            presets: [{ name: Only, number: 1, routings: [{ from: [clock], to: [synth] }] }]
            """
        let configuration = try Configuration.load(text: text).get()
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>(start: nil, count: 0)
        let loop = try #require(Loop(configuration, sequencer: nil, contacts: contacts))
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        loop.prepare(preset: configuration.plan.pointee.startPreset, tempo: nil, beginsWithPanic: false)
        var port = AttachedPort(port: 0)
        port.output = .uart(UART(fd: ends[1]))
        loop.attach(port, at: treadle_now())

        for key in UInt8(60)..<70 {
            let note = Message.noteOn(channel: 0, key: key, velocity: 100)
            #expect(loop.injections.push(Injection(note, .send, port: 0)))
        }
        while treadle_now() <= loop.engine.deadline {}
        var ready = Loop.Ready()
        loop.turn(&ready)
        close(ends[1])

        var bytes = [UInt8](repeating: 0, count: 1024)
        let sent = bytes[..<max(read(ends[0], &bytes, bytes.count), 0)]
        let tick = try #require(sent.firstIndex(of: 0xF8))
        #expect(tick < sent.firstIndex(of: 60)!, "\(sent)")
        #expect(sent.contains(69))
    }
}
