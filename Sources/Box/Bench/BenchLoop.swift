import MIDI
import Loop
import Plan
import CPlatform
import Configuration
import Devices

/// The loop of the running box between two pipes, to measure a whole wake with one message. With `isWire`, each byte
/// arrives in a separate wake, and the output is paced.
final class BenchLoop {
    private let loop: Loop
    /// Owns the plan that the loop runs.
    private let configuration: CompiledConfiguration
    private let keys: Int32
    private let module: Int32
    private var ready = Loop.Ready()
    private var passes = 0
    private let isWire: Bool

    init?(isWire: Bool) {
        var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
        guard case .success(let configuration) = Configuration.load(text: BenchBoxes.pedalboard),
            let loop = Loop(configuration, sequencer: nil, contacts: UnsafeMutableBufferPointer(start: nil, count: 0)),
            pipe(&input) == 0, pipe(&output) == 0
        else { return nil }
        self.loop = loop
        self.configuration = configuration
        self.isWire = isWire
        (keys, module) = (input[1], output[0])
        loop.prepare(preset: configuration.plan.pointee.startPreset, tempo: nil, beginsWithPanic: false)
        for (index, port) in configuration.box.ports.enumerated() {
            var attached = AttachedPort(port: PortIndex(index))
            if index == 0 { attached.input = .uart(UART(fd: input[0])) }
            if port.sends && index == 2 { attached.output = .uart(UART(fd: output[1])) }
            // 8 ns per byte: no byte waits for the previous byte.
            if isWire { attached.byteTime = 8 }
            loop.attach(attached, at: treadle_now())
        }
    }

    /// Runs two wakes per pass: a key goes down and comes up. Key and velocity change with each pass, because the same
    /// message again at once would count as feedback (R19).
    func wake(times: Int) {
        let loop = self.loop
        for _ in 0..<times {
            let (key, velocity) = (UInt8(passes & 0x7F), UInt8(1 + passes >> 7 & 0x3F))
            play(Status.noteOn, key, velocity, loop)
            play(Status.noteOff, key, velocity, loop)
            passes += 1
        }
    }

    private func play(_ status: UInt8, _ key: UInt8, _ velocity: UInt8, _ loop: borrowing Loop) {
        var bytes = (status, key, velocity)
        if isWire {
            _ = write(keys, &bytes.0, 1)
            loop.turn(&ready)
            _ = write(keys, &bytes.1, 1)
            loop.turn(&ready)
            _ = write(keys, &bytes.2, 1)
        } else {
            _ = write(keys, &bytes, 3)
        }
        loop.turn(&ready)
        _ = read(module, &bytes, 3)
    }
}
