import CPlatform
import Configuration
import Devices
import Glibc
import MIDI
import Plan
import Testing

@testable import Box
@testable import Engine
@testable import Loop

/// A box with ports of UMPs. Their devices are the other ends of sockets.
struct UMPRig {
    let loop: Loop
    /// Held, because its program runs.
    private let configuration: CompiledConfiguration
    /// The box's and the device's end of each port.
    let keys: (box: Int32, far: Int32)
    let synth: (box: Int32, far: Int32)

    static func text(_ more: String = "") -> String {
        """
        treadle: 1
        name: Packets
        ports: { keys: { match: "Keys"\(more) }, synth: { match: "Synth"\(more) } }
        presets: [{ name: Only, number: 1, routings: [{ from: [keys], to: [synth] }] }]
        """
    }

    /// - Parameter more: what the two ports of the box file say besides their names.
    init(_ more: String = "") throws {
        configuration = try Configuration.load(text: UMPRig.text(more)).get()
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>(start: nil, count: 0)
        loop = try #require(Loop(configuration, sequencer: nil, contacts: contacts))
        loop.prepare(preset: configuration.plan.pointee.startPreset, tempo: nil, beginsWithPanic: false)
        (keys, synth) = (UMPRig.pair(), UMPRig.pair())
    }

    private static func pair() -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        return (ends[0], ends[1])
    }

    func attach(_ index: PortIndex, _ end: Int32, midi2: Bool = true) {
        var port = AttachedPort(port: index)
        port.input = .umps(RawUMP(fd: end))
        port.output = port.input
        port.midi2Groups = midi2 ? 0xFFFF : 0
        loop.attach(port, at: treadle_now())
    }

    func give(_ words: [UInt32], to far: Int32) {
        _ = words.withUnsafeBytes { write(far, $0.baseAddress, $0.count) }
    }

    /// What one read at the far end gives.
    func taken(at far: Int32, most: Int = 4096) -> [UInt32] {
        var words = [UInt32](repeating: 0, count: most)
        let count = words.withUnsafeMutableBytes { read(far, $0.baseAddress, $0.count) }
        return Array(words.prefix(max(count, 0) / 4))
    }

    func turn() {
        var ready = Loop.Ready()
        loop.turn(&ready)
    }

    /// Turns until the box has read all that was given: a read is short while a deadline is near.
    func readAll() {
        var isWaiting: Int32 = 1
        while isWaiting > 0 {
            turn()
            _ = ioctl(keys.box, UInt(FIONREAD), &isWaiting)
        }
    }

    static let note: [UInt32] = [0x4090_3C03, 0x1234_7955, 0x4080_3C00, 0x4321_0000]

    /// Attaches both ports and drops what they hear at first.
    func attachBoth(midi2: Bool = true) {
        attach(0, keys.box)
        attach(1, synth.box, midi2: midi2)
        _ = taken(at: synth.far)
    }
}
