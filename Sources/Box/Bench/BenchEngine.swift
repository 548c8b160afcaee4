import Engine
import Loop
import Program
import CPlatform
import Configuration
import MIDI
import Routing

/// An engine with a configuration from memory, whose outputs write bytes as the loop's do; nobody takes them.
struct BenchEngine {
    private let engine: Engine
    private let outputs: UnsafeMutablePointer<LoopOutputs>
    private let configuration: CompiledConfiguration

    init?(_ box: String) {
        guard case .success(let configuration) = Configuration.load(text: box) else { return nil }
        self.configuration = configuration
        guard let recorder = Recorder() else { return nil }
        outputs = .allocate(capacity: 1)
        outputs.initialize(to: LoopOutputs(sequencer: nil, epoll: -1, recorder: recorder))
        guard let engine = Engine(configuration, context: outputs, transmit: LoopOutputs.transmit) else { return nil }
        engine.recorder = recorder
        self.engine = engine
        for (index, port) in configuration.box.ports.enumerated() {
            if port.receives { engine.inputCame(UInt8(index)) }
            if port.sends { engine.outputCame(UInt8(index), byteTime: 0, lead: 0, at: 0) }
        }
        engine.begin(preset: configuration.program.pointee.startPreset, at: 0)
    }

    /// Bytes that come in at the first port, in one read a pass.
    func receive(_ bytes: [UInt8], times: Int) {
        bytes.withUnsafeBytes { raw in
            for pass in 0..<times {
                // At one instant over and over they would be a ring (R19).
                engine.receive(raw, from: 0, at: UInt64(pass) * 10_000_000)
                forgetOutputs()
            }
        }
    }

    /// Presses keys, as many as there are, and leaves them held.
    func hold(_ count: Int) {
        for note in 0..<count {
            receive([Status.noteOn | UInt8(note / 100), UInt8(note % 100), 100], times: 1)
        }
    }

    /// One of the things that are remembered of a note, of one that is pressed and released.
    func repeatPart(_ part: RouterPart, _ on: Message, _ off: Message, times: Int) {
        engine.router.pointee.repeatPart(part, on, off, to: 2, times: times)
    }

    /// Steps to the next preset.
    func step(times: Int) {
        for _ in 0..<times { engine.perform(.nextPreset, at: 0) }
        forgetOutputs()
    }

    /// Stands for the writing to the kernel.
    private func forgetOutputs() {
        let (ports, dirty) = (outputs.pointee.ports, outputs.pointee.dirty)
        while dirty.pointee != 0 {
            ports[dirty.pointee.trailingZeroBitCount].count = 0
            dirty.pointee &= dirty.pointee - 1
        }
    }
}
