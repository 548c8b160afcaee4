import Engine
import Loop
import Plan
import CPlatform
import Configuration
import MIDI
import Routing

/// An engine with the loop's outputs, which encode bytes that no port sends.
struct BenchEngine {
    private let engine: Engine
    private let outputsAddress: UnsafeMutablePointer<LoopOutputs>
    private let configuration: CompiledConfiguration
    private let time: UnsafeMutablePointer<UInt64>

    private var outputs: LoopOutputs {
        @inline(__always) unsafeAddress { UnsafePointer(outputsAddress) }
        @inline(__always) nonmutating unsafeMutableAddress { outputsAddress }
    }

    init?(_ box: String) {
        guard case .success(let configuration) = Configuration.load(text: box) else { return nil }
        self.configuration = configuration
        time = .allocate(capacity: 1)
        time.initialize(to: 0)
        guard let recorder = Recorder() else { return nil }
        outputsAddress = .allocate(capacity: 1)
        outputsAddress.initialize(
            to: LoopOutputs(sequencer: nil, epoll: -1, recorder: recorder, peers: 0, links: 0))
        guard
            let engine = Engine(
                configuration, context: outputsAddress, transmit: LoopOutputs.transmit,
                transmitUMP: LoopOutputs.transmitUMP)
        else { return nil }
        engine.recorder = recorder
        self.engine = engine
        for (index, port) in configuration.box.ports.enumerated() {
            let isUMP = configuration.plan.pointee.ports[index].wanted == .midi2
            if port.receives { engine.inputCame(PortIndex(index)) }
            if port.sends {
                engine.outputCame(
                    PortIndex(index), byteTime: 0, lead: 0, speaks: isUMP ? .ump2 : .bytes, at: 0)
            }
        }
        engine.begin(preset: configuration.plan.pointee.startPreset, at: 0)
    }

    /// The time of the next pass, in nanoseconds.
    private func nextPass() -> UInt64 {
        // Bytes that return too soon after they were sent would count as feedback (R19).
        time.pointee += 22_000_000
        return time.pointee
    }

    /// Feeds bytes into the first port, in one read per pass.
    func receive(_ bytes: [UInt8], times: Int) {
        bytes.withUnsafeBytes { raw in
            for _ in 0..<times {
                engine.receive(raw, from: 0, at: nextPass())
                discardOutputs()
            }
        }
    }

    /// Feeds UMPs into the first port, in one read per pass.
    func receive(_ words: [UInt32], times: Int) {
        words.withUnsafeBufferPointer { raw in
            for _ in 0..<times {
                engine.receive(umps: raw, from: 0, at: nextPass())
                discardOutputs()
            }
        }
    }

    /// Presses `count` different keys and leaves them held.
    func hold(_ count: Int) {
        for note in 0..<count {
            receive([Status.noteOn | UInt8(note / 100), UInt8(note % 100), 100], times: 1)
        }
    }

    /// Runs one part of the router for a note that is pressed and released.
    func repeatPart(_ part: RouterPart, _ on: Message, _ off: Message, times: Int) {
        engine.router.repeatPart(part, on, off, to: PortIndex(2), times: times)
    }

    /// Steps to the next preset.
    func step(times: Int) {
        for _ in 0..<times { engine.perform(.nextPreset, at: 0) }
        discardOutputs()
    }

    /// Empties the outputs as a write to the kernel would.
    private func discardOutputs() {
        while outputs.dirty != 0 {
            outputs.ports[outputs.dirty.trailingZeroBitCount].count = 0
            outputs.dirty &= outputs.dirty - 1
        }
    }
}
