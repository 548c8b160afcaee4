import CPlatform
import Configuration
import Devices
import Glibc
import Plan
import Testing

@testable import Box
@testable import Engine
@testable import Loop

/// A box whose clock ticks at a synth, which is a pipe.
final class ClockRig {
    let loop: Loop
    private let configuration: CompiledConfiguration
    private var ready = Loop.Ready()
    private var ends: [Int32] = [0, 0]

    init() throws {
        let text = """
            treadle: 1
            ports: { synth: { match: "Synth", direction: out } }
            clock: { tempo: 300 }
            presets: [{ name: Only, number: 1, routings: [{ from: [clock], to: [synth] }] }]

            """
        configuration = try Configuration.load(text: text).get()
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>(start: nil, count: 0)
        loop = try #require(Loop(configuration, sequencer: nil, contacts: contacts))
        #expect(pipe(&ends) == 0)
        loop.prepare(preset: configuration.plan.pointee.startPreset, tempo: nil, beginsWithPanic: false)
        var port = AttachedPort(port: PortIndex(0))
        port.output = .uart(UART(fd: ends[1]))
        loop.attach(port, at: treadle_now())
    }

    deinit {
        for end in ends { Glibc.close(end) }
        loop.closeDescriptors()
    }

    /// Turns the loop until it has sent a tick.
    func tick() {
        let written = loop.recorder.outputs.written
        while loop.recorder.outputs.written == written { loop.turn(&ready) }
    }
}
