import CPlatform
import Configuration
import Devices
import Glibc
import MIDI
import Program
import Testing

@testable import Box
@testable import Engine
@testable import Loop

/// Ports of packets in the loop. Their devices are the other ends of sockets.
@Suite struct PacketLoopTests {
    private let loop: Loop
    /// Held, because its program runs.
    private let configuration: CompiledConfiguration
    /// The box's and the device's end of each port.
    private let keys: (box: Int32, far: Int32)
    private let synth: (box: Int32, far: Int32)

    init() throws {
        let text = """
            treadle: 1
            name: Packets
            ports: { keys: { match: "Keys" }, synth: { match: "Synth" } }
            presets: [{ name: Only, number: 1, routings: [{ from: [keys], to: [synth] }] }]
            """
        configuration = try Configuration.load(text: text).get()
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>(start: nil, count: 0)
        loop = try #require(Loop(configuration, sequencer: nil, contacts: contacts))
        loop.prepare(preset: configuration.program.pointee.startPreset, tempo: nil, beginsWithPanic: false)
        (keys, synth) = (PacketLoopTests.pair(), PacketLoopTests.pair())
    }

    private static func pair() -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends)
        return (ends[0], ends[1])
    }

    private func attach(_ index: PortIndex, _ end: Int32, midi2: Bool = true) {
        var port = AttachedPort(port: index)
        port.input = .packets(RawUMP(fd: end))
        port.output = port.input
        port.midi2Groups = midi2 ? 0xFFFF : 0
        loop.attach(port, at: treadle_now())
    }

    private func give(_ words: [UInt32], to far: Int32) {
        _ = words.withUnsafeBytes { write(far, $0.baseAddress, $0.count) }
    }

    /// What one read at the far end gives.
    private func taken(at far: Int32, most: Int = 4096) -> [UInt32] {
        var words = [UInt32](repeating: 0, count: most)
        let count = words.withUnsafeMutableBytes { read(far, $0.baseAddress, $0.count) }
        return Array(words.prefix(max(count, 0) / 4))
    }

    private func turn() {
        var ready = Loop.Ready()
        loop.turn(&ready)
    }

    /// Turns until the box has read all that was given: a read is short while a deadline is near.
    private func readAll() {
        var isWaiting: Int32 = 1
        while isWaiting > 0 {
            turn()
            _ = ioctl(keys.box, UInt(FIONREAD), &isWaiting)
        }
    }

    private static let note: [UInt32] = [0x4090_3C03, 0x1234_7955, 0x4080_3C00, 0x4321_0000]

    /// U3, and one write for all that a wake brings.
    @Test func packetsOfOneReadLeaveInOneWriteBitForBit() {
        attach(0, keys.box)
        attach(1, synth.box)
        _ = taken(at: synth.far)
        give(PacketLoopTests.note + PacketLoopTests.note, to: keys.far)
        loop.readPackets(0, at: 0)
        var now = treadle_now()
        loop.flushAll(&now)
        #expect(taken(at: synth.far) == PacketLoopTests.note + PacketLoopTests.note)
    }

    /// U2: what the destination speaks decides.
    @Test func groupThatSpeaksMIDI1GetsMIDI1Packets() {
        attach(0, keys.box)
        attach(1, synth.box, midi2: false)
        _ = taken(at: synth.far)
        give([0x4090_3C00, 0x8000_0000], to: keys.far)
        turn()
        #expect(taken(at: synth.far) == [0x2090_3C40])
    }

    /// S8: nothing is lost or changes places while a device does not read.
    @Test func blockedDeviceGetsEverythingInOrderLater() {
        var size: Int32 = 1
        _ = setsockopt(synth.box, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        attach(0, keys.box)
        attach(1, synth.box)
        _ = taken(at: synth.far)
        var expected: [UInt32] = []
        // Different controllers, which no queue may merge, until the socket is full; then some more.
        var more = 20
        var count: UInt32 = 0
        while more > 0 {
            for _ in 0..<8 {
                let packet = [0x40B0_4600 | (count & 15) << 16 | (count >> 4 & 15) << 8, count << 20 | 1]
                give(packet, to: keys.far)
                expected += packet
                count += 1
            }
            readAll()
            if loop.outputs.pointee.ports[1].isBlocked { more -= 1 }
        }
        var found: [UInt32] = []
        for _ in 0..<10_000 where found.count < expected.count {
            found += taken(at: synth.far, most: 64)
            loop.writable(1, at: treadle_now())
            var now = treadle_now()
            loop.flushAll(&now)
        }
        #expect(found == expected)
    }

    /// H9: the port goes with all it had, and its descriptor comes back once.
    @Test func deviceThatGoesIsDetachedAndItsNotesEnd() {
        attach(0, keys.box)
        attach(1, synth.box)
        _ = taken(at: synth.far)
        give([0x4090_3C00, 0x8000_0000], to: keys.far)
        turn()
        _ = taken(at: synth.far)
        loop.detach(0, isLost: true, at: treadle_now())
        var now = treadle_now()
        loop.flushAll(&now)
        let end = taken(at: synth.far)
        #expect(end.first.map { $0 & 0xFFFF_FF00 } == 0x4080_3C00)
        guard case .packets(let device) = loop.reports.detached[0].read().input else {
            Issue.record("no device came back")
            return
        }
        #expect(device.fd == keys.box)
    }

    /// U2.
    @Test func streamMessageOfADeviceIsReported() {
        attach(0, keys.box)
        attach(1, synth.box)
        _ = taken(at: synth.far)
        let before = loop.reports.streamNews.read()
        // Cut in the middle; what looks like a stream message inside a note is none.
        give([0x4090_3C00, 0xF006_0200, 0xF006_0200, 0], to: keys.far)
        turn()
        #expect(loop.reports.streamNews.read() == before)
        give([0, 0], to: keys.far)
        turn()
        #expect(loop.reports.streamNews.read() == before + 1)
        #expect(taken(at: synth.far) == [0x4090_3C00, 0xF006_0200])
    }

    /// U8.
    @Test func endpointOfTheBoxAnswersDiscovery() {
        var endpoint = PacketEndpoint()
        endpoint.name = "daw"
        endpoint.speaks = .midi2
        endpoint.blocks = [FunctionBlock(0, "daw", .both, first: 0, count: 1)]
        var port = AttachedPort(port: 0)
        port.input = .packetClient(PacketClient(fd: keys.box, endpoint))
        port.output = port.input
        port.midi2Groups = endpoint.midi2Groups
        loop.attach(port, at: treadle_now())
        _ = taken(at: keys.far)
        // An event of the sequencer: flags, then the packet in its second half. Name and stream configuration.
        give([0x0000_2000, 0, 0, 0, 0xF000_0101, 0b10100, 0, 0], to: keys.far)
        turn()
        let events = taken(at: keys.far)
        #expect(events.count == 16)
        #expect(events.dropFirst(4).prefix(2) == [0xF003_6461, 0x7700_0000])
        #expect(events.dropFirst(12).prefix(2) == [0xF006_0200, 0])
    }
}
