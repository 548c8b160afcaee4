import BLEMIDI
import CPlatform
import Configuration
import Devices
import Glibc
import MIDI
import Plan
import TestSupport
import Testing

@testable import Box
@testable import Engine
@testable import Loop

/// A box with Bluetooth ports whose peers are the other ends of sockets that keep packets apart. The synth is a pipe,
/// the keys are played by `play`.
final class BluetoothRig {
    static let synth: PortIndex = 0
    static let tablet: PortIndex = 1
    static let keys: PortIndex = 2
    static let piano: PortIndex = 3

    let loop: Loop
    private let configuration: CompiledConfiguration
    private var ready = Loop.Ready()
    private let pipeEnd: Int32
    private(set) var sockets: [Int32] = []

    /// - Parameter more: further keys of the port `tablet`.
    init(_ more: String = "") throws {
        let text = """
            treadle: 1
            name: Links
            ports:
              synth: { match: "Synth", direction: out }
              tablet: { bluetooth: "*"\(more) }
              keys: { match: "Keys" }
              piano: { bluetooth: "Piano" }
            presets: [{ name: Only, number: 1, routings: [{ from: [tablet, piano], to: [synth] }, { from: [keys], \
            to: [tablet, piano] }] }]
            """
        configuration = try Configuration.load(text: text).get()
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>(start: nil, count: 0)
        loop = try #require(Loop(configuration, sequencer: nil, contacts: contacts))
        loop.prepare(preset: configuration.plan.pointee.startPreset, tempo: nil, beginsWithPanic: false)
        var ends: [Int32] = [0, 0]
        _ = pipe(&ends)
        pipeEnd = ends[0]
        _ = treadle_never_wait(pipeEnd)
        var port = AttachedPort(port: BluetoothRig.synth)
        port.output = .uart(UART(fd: ends[1]))
        loop.attach(port, at: treadle_now())
        loop.engine.inputCame(BluetoothRig.keys)
    }

    deinit {
        for socket in sockets where socket >= 0 { Glibc.close(socket) }
        Glibc.close(pipeEnd)
        loop.closeDescriptors()
    }

    /// Links a peer and returns its end of the link.
    func link(
        slot: UInt8 = 0, identity: UInt64? = nil, port: PortIndex = BluetoothRig.tablet, isCentral: Bool = false,
        listens: Bool = true, isOpen: Bool = true, writesWithResponse: Bool = false, mtu: UInt16 = 247,
        buffer: UInt64 = 0
    ) -> Int32 {
        var ends: [Int32] = [0, 0]
        let kind = SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        _ = socketpair(AF_UNIX, Int32(kind), 0, &ends)
        var least: Int32 = 1
        _ = setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &least, socklen_t(MemoryLayout<Int32>.size))
        sockets += ends
        var server = ATTServer(name: Array("Links".utf8).withUnsafeBytes { ServerName($0) }, isOpen: isOpen)
        if listens { server.resumeNotifying() }
        let peer = LinkedPeer(
            slot: slot, identity: identity ?? UInt64(sockets.count), port: port, socket: ends[0],
            isCentral: isCentral, server: server, valueHandle: 0x21, writesWithResponse: writesWithResponse,
            mtu: mtu, buffer: buffer, isAnnounced: true)
        #expect(loop.commands.push(.link(peer)))
        turn()
        return ends[1]
    }

    /// Closes the peer's end of a link.
    func hangUp(_ socket: Int32) {
        Glibc.close(socket)
        for index in sockets.indices where sockets[index] == socket { sockets[index] = -1 }
        turn()
    }

    /// Turns of the loop, in each of which one PDU of each peer is read.
    func turn(_ count: Int = 3) {
        for _ in 0..<count {
            treadle_event_signal(loop.wake)
            loop.turn(&ready)
        }
    }

    func obey(_ command: LoopCommand) {
        #expect(loop.commands.push(command))
        turn()
    }

    /// Plays messages at the keys, in one turn.
    func play(_ messages: Message...) { play(messages) }

    func play(_ messages: [Message]) {
        let now = treadle_now()
        for message in messages { loop.engine.inject(Injection(message, .play, port: BluetoothRig.keys), at: now) }
        turn(1)
    }

    /// Sends a PDU of a peer. Returns false if the box does not take it now.
    @discardableResult
    func send(_ pdu: [UInt8], to socket: Int32) -> Bool {
        let count = Glibc.send(socket, pdu, pdu.count, 0)
        turn()
        return count == pdu.count
    }

    /// The PDUs that a peer was sent since the last call.
    func take(_ socket: Int32, most: Int = Int.max) -> [[UInt8]] {
        var pdus: [[UInt8]] = []
        var bytes = [UInt8](repeating: 0, count: 600)
        while pdus.count < most {
            let count = read(socket, &bytes, bytes.count)
            if count <= 0 { break }
            pdus.append(Array(bytes[..<count]))
        }
        return pdus
    }

    /// The PDUs that a peer was sent since the last call, and those that had to wait for them.
    func takeAll(_ socket: Int32) -> [[UInt8]] {
        var pdus: [[UInt8]] = []
        for _ in 0..<30 {
            pdus += take(socket)
            turn(1)
        }
        return pdus + take(socket)
    }

    /// The bytes of MIDI in packets, of which each has a head of three bytes.
    static func midi(_ pdus: [[UInt8]]) -> [UInt8] {
        var (reader, bytes) = (BLEPacketReader(), [UInt8]())
        for pdu in pdus where [0x1B, 0x12, 0x52].contains(pdu[0]) {
            pdu.dropFirst(3).withUnsafeBytes { packet in reader.read(packet) { byte, _ in bytes.append(byte) } }
        }
        return bytes
    }

    /// The bytes that the synth was sent since the last call.
    var played: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var all: [UInt8] = []
        while true {
            let count = read(pipeEnd, &bytes, bytes.count)
            if count <= 0 { return all }
            all += bytes[..<count]
        }
    }

    func report(_ slot: Int = 0) -> LinkReport { loop.reports.links[slot].read() }

    /// The packet of one message with time stamp 0, as a central writes it.
    static func written(_ bytes: UInt8...) -> [UInt8] { [0x52, 18, 0, 0x80, 0x80] + bytes }
}
