import Configuration
import Routing

/// An engine with a configuration from memory and outputs that only count.
struct BenchEngine {
    private let engine: Engine
    private let configuration: CompiledConfiguration

    init?(_ box: String) {
        guard case .success(let configuration) = Configuration.load(text: box) else { return nil }
        self.configuration = configuration
        let sink: Transmit = { _, _, _, _, _ in 1 }
        guard let engine = Engine(configuration, context: nil, transmit: sink) else { return nil }
        self.engine = engine
        for (index, port) in configuration.box.ports.enumerated() {
            if port.receives { engine.inputCame(UInt8(index)) }
            if port.sends { engine.outputCame(UInt8(index), byteTime: 0, lead: 0, at: 0) }
        }
        engine.begin(preset: configuration.program.pointee.startPreset, at: 0)
    }

    /// Nanoseconds a message: `bytes` hold `messages` of them and leave nothing held.
    func cost(of bytes: [UInt8], messages: Int) -> Double {
        let passes: UInt64 = 10_000
        return bytes.withUnsafeBytes { raw in
            Bench.measure(Int(passes) * messages) {
                // At one instant over and over they would be a ring (R19).
                for pass in 0..<passes { engine.receive(raw, from: 0, at: pass * 10_000_000) }
            }
        }
    }

    /// Nanoseconds a loading of the other preset takes while 500 notes are held.
    func costOfSwitch() -> Double {
        for note in 0..<500 {
            let bytes: [UInt8] = [0x90 | UInt8(note / 100), UInt8(note % 100), 100]
            bytes.withUnsafeBytes { engine.receive($0, from: 0, at: 0) }
        }
        let passes = 1000
        return Bench.measure(passes) { for _ in 0..<passes { engine.perform(.nextPreset, at: 0) } }
    }
}

/// What is measured: a box, and bytes that go through it.
struct BenchSubject {
    var name: String
    var box: String
    var bytes: [UInt8]

    private static let head = """
        treadle: 1
        ports:
          keys: { match: a, direction: in }
          other: { match: b, direction: in }
          out: { match: c, direction: out }
        clock: { send-when-stopped: false }
        presets:

        """
    private static let noteBytes: [UInt8] = [0x90, 0x3C, 0x64, 0x80, 0x3C, 0x40]

    static let all = [
        BenchSubject(name: "thru", box: box(["{ from: [keys], to: [out] }"]), bytes: noteBytes),
        BenchSubject(
            name: "split with transpose",
            box: box([
                "{ from: [keys], to: [out], restrict: { notes: C-1..B3 }, notes: { shift: -12 } }",
                "{ from: [keys], to: [out], restrict: { notes: C4..G9 }, notes: { shift: 12 } }",
            ]), bytes: noteBytes),
        unconcerned(1), unconcerned(8), unconcerned(64),
        BenchSubject(
            name: "velocity list", box: box(["{ from: [keys], to: [out], velocity: { curve: { softness: 30 } } }"]),
            bytes: noteBytes),
        BenchSubject(
            name: "linear remap",
            box: box([
                "{ from: [keys], to: [out], controllers: { remap: [{ from: cc 1, to: cc 74, "
                    + "linear: { in: 0..127, out: 20..100 } }] } }"
            ]), bytes: [0xB0, 0x01, 0x40, 0xB0, 0x01, 0x00]),
    ]

    static let switching =
        head + "- { name: A, number: 1, routings: [{ from: [keys], to: [out] }] }\n"
        + "- { name: B, number: 2, routings: [{ from: [keys], to: [out] }] }\n"

    /// `count` routings, of which the message concerns one.
    private static func unconcerned(_ count: Int) -> BenchSubject {
        var routings = ["{ from: [keys], to: [out] }"]
        for _ in 1..<max(count, 1) { routings.append("{ from: [other], to: [out] }") }
        return BenchSubject(name: "1 of \(count) routings concerned", box: box(routings), bytes: noteBytes)
    }

    private static func box(_ routings: [String]) -> String {
        var text = head + "- name: A\n  number: 1\n  routings:\n"
        for routing in routings { text += "  - \(routing)\n" }
        return text
    }
}
