import CPlatform
import Configuration
import Devices
import Glibc
import MIDI
import Plan
import RTPMIDI
import Testing

@testable import Box
@testable import Engine
@testable import Loop

/// Sessions with peers in the loop, over sockets of this machine (N1, N3, N4, N10). The synth is a pipe.
@Suite final class NetworkLoopTests {
    private let configuration: CompiledConfiguration
    private let loop: Loop
    private var ready = Loop.Ready()
    private let synth: Int32
    private var sockets: [Int32] = []

    convenience init() throws { try self.init("") }

    /// - Parameter keys: further keys of the network port.
    init(_ keys: String) throws {
        let text = """
            treadle: 1
            name: Network
            network: { rtp-midi: { accept: any } }
            ports: { synth: { match: "Synth", direction: out }, peer: { network: "*"\(keys) }, keys: { match: "Keys" } }
            presets: [{ name: Only, number: 1, routings: [{ from: [peer], to: [synth] }, { from: [keys], to: [peer] \
            }] }]
            """
        configuration = try Configuration.load(text: text).get()
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>(start: nil, count: 0)
        loop = try #require(Loop(configuration, sequencer: nil, contacts: contacts))
        loop.prepare(preset: configuration.plan.pointee.startPreset, tempo: nil, beginsWithPanic: false)
        var ends: [Int32] = [0, 0]
        _ = pipe(&ends)
        synth = ends[0]
        _ = treadle_never_wait(synth)
        var port = AttachedPort(port: 0)
        port.output = .uart(UART(fd: ends[1]))
        loop.attach(port, at: treadle_now())
    }

    deinit {
        for socket in sockets { Glibc.close(socket) }
        Glibc.close(synth)
        loop.closeDescriptors()
    }

    /// Two ends of a connection that keeps datagrams apart, as UDP does.
    private func connection() -> (own: Int32, remote: Int32) {
        var ends: [Int32] = [0, 0]
        _ = socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        sockets += ends
        return (ends[0], ends[1])
    }

    /// Lets a peer join and returns its end of the connection.
    private func join(slot: UInt8 = 0, isInitiator: Bool = false) -> Int32 {
        let (own, remote) = connection()
        let setup = SessionSetup(ownSSRC: 0xAAAA_0000, remoteSSRC: 0xBBBB_0000, token: 1, isInitiator: isInitiator)
        let peer = JoinedPeer(
            slot: slot, port: 1, socket: own, session: setup, firstSequence: 100, isAnnounced: true)
        #expect(loop.commands.push(.join(peer)))
        turn()
        return remote
    }

    /// One turn of the loop, which must have something to do.
    private func turn() {
        treadle_event_signal(loop.wake)
        loop.turn(&ready)
        loop.turn(&ready)
    }

    private func receive(_ socket: Int32) -> [[UInt8]] {
        var datagrams: [[UInt8]] = []
        var bytes = [UInt8](repeating: 0, count: 2048)
        while true {
            let count = read(socket, &bytes, bytes.count)
            if count <= 0 { return datagrams }
            datagrams.append(Array(bytes[..<count]))
        }
    }

    private func send(_ bytes: [UInt8], to socket: Int32) {
        #expect(write(socket, bytes, bytes.count) == bytes.count)
        turn()
    }

    private func packet(_ sequence: UInt8, _ list: [UInt8]) -> [UInt8] {
        [0x80, 0xE1, 0, sequence, 0, 0, 0, 0, 0xBB, 0xBB, 0, 0, UInt8(list.count)] + list
    }

    /// The bytes that the synth was sent.
    private var played: [UInt8] { receive(synth).flatMap { $0 } }

    @Test func noteOfAPeerIsRouted() {
        let peer = join()
        send(packet(1, [0x90, 60, 100]), to: peer)
        #expect(played == [0x90, 60, 100])
    }

    @Test func noteForAPeerIsAPacket() throws {
        let peer = join()
        let now = treadle_now()
        loop.engine.inputCame(2)
        loop.engine.inject(Injection(.noteOn(channel: 0, key: 60, velocity: 100), .play, port: 2), at: now)
        turn()
        let packet = try #require(receive(peer).first { $0[0] == 0x80 })
        #expect(Array(packet[12...15]) == [0x43, 0x90, 60, 100])
        #expect(Array(packet[8...11]) == [0xAA, 0xAA, 0, 0])
    }

    /// N4
    @Test func clockQuestionIsAnsweredInTheSameTurn() throws {
        let peer = join()
        _ = receive(peer)
        let question: [UInt8] = [0xFF, 0xFF, 0x43, 0x4B, 0xBB, 0xBB, 0, 0] + [UInt8](repeating: 0, count: 28)
        #expect(write(peer, question, question.count) == question.count)
        loop.turn(&ready)
        let answer = try #require(receive(peer).first)
        #expect(Array(answer[...8]) == [0xFF, 0xFF, 0x43, 0x4B, 0xAA, 0xAA, 0, 0, 1])
    }

    /// N3, H9
    @Test func goodbyeReleasesWhatThePeerHolds() {
        let peer = join()
        send(packet(1, [0x90, 60, 100]), to: peer)
        send([0xFF, 0xFF, 0x42, 0x59, 0, 0, 0, 2, 0, 0, 0, 1, 0xBB, 0xBB, 0, 0], to: peer)
        #expect(played.suffix(3) == [0x80, 60, 64])
        let report = loop.reports.peers[0].read()
        #expect(report.state == .saidBye && report.socket == sockets[0])
    }

    /// H9: `notes-off-on-unplug: false` holds for sessions, too: a later release works.
    @Test func aPortMayKeepWhatItsPeersHeld() throws {
        let box = try NetworkLoopTests(", notes-off-on-unplug: false")
        let peer = box.join()
        box.send(packet(1, [0x90, 60, 100]), to: peer)
        #expect(box.loop.commands.push(.suspend(slot: 0)))
        box.turn()
        box.send([0xFF, 0xFF, 0x42, 0x59, 0, 0, 0, 2, 0, 0, 0, 1, 0xBB, 0xBB, 0, 0], to: peer)
        #expect(box.played == [0x90, 60, 100])
        let again = box.join()
        box.send(packet(1, [0x80, 60, 64]), to: again)
        #expect(box.played == [0x80, 60, 64])
    }

    /// H9: a link that is down releases what its peer holds, and the session goes on with the link.
    @Test func aLinkThatIsDownReleasesWhatThePeerHolds() throws {
        let peer = join()
        send(packet(1, [0x90, 60, 100]), to: peer)
        #expect(loop.commands.push(.suspend(slot: 0)))
        turn()
        #expect(played.suffix(3) == [0x80, 60, 64])
        #expect(loop.reports.detached[1].read().port == 1)
        #expect(loop.commands.push(.resume(slot: 0)))
        turn()
        send(packet(2, [0x90, 62, 100]), to: peer)
        #expect(played == [0x90, 62, 100])
        // Who is heard is there, whatever the control thread thinks.
        #expect(loop.commands.push(.suspend(slot: 0)))
        turn()
        #expect(played.suffix(3) == [0x80, 62, 64])
        send(packet(3, [0x90, 64, 100]), to: peer)
        #expect(played == [0x90, 64, 100])
        #expect(loop.commands.push(.leave(slot: 0)))
        turn()
        #expect(played.suffix(3) == [0x80, 64, 64])
    }

    /// N7: a loss is reported when it happens.
    @Test func aLossIsReportedAtOnce() {
        let peer = join()
        send(packet(1, [0x90, 60, 100]), to: peer)
        #expect(loop.reports.peers[0].read().counters.unrepaired == 0)
        send(packet(4, [0x90, 62, 100]), to: peer)
        #expect(loop.reports.peers[0].read().counters.unrepaired == 2)
        send(packet(5, []) + [UInt8](repeating: 0, count: SessionLimits.datagram), to: peer)
        #expect(loop.reports.peers[0].read().counters.tooLarge == 1)
    }

    /// N1: several peers of one port come and go by themselves.
    @Test func peersOfOnePortHoldTheirNotesApart() {
        let (first, second) = (join(slot: 0), join(slot: 1))
        send(packet(1, [0x90, 60, 100]), to: first)
        send(packet(1, [0x90, 64, 100]), to: second)
        _ = played
        #expect(loop.commands.push(.leave(slot: 0)))
        turn()
        #expect(played == [0x80, 60, 64])
        #expect(loop.reports.peers[0].read().state == .left)
        #expect(loop.reports.peers[1].read().state == .connected)
        send(packet(2, [0x80, 64, 0]), to: second)
        #expect(played == [0x80, 64, 0])
    }

    /// N5, S8: segments that alternate with those of another peer, and other messages between them.
    @Test func sysExOfAPeerIsRoutedWhole() {
        let (first, second) = (join(slot: 0), join(slot: 1))
        send(packet(1, [0xF0, 1, 2, 0xF0]), to: first)
        send(packet(1, [0xF0, 11, 0xF0]), to: second)
        send(packet(2, [0x90, 60, 100]), to: first)
        #expect(played == [0x90, 60, 100])
        send(packet(3, [0xF7, 3, 0xF7]), to: first)
        #expect(played == [0xF0, 1, 2, 3, 0xF7])
        send(packet(2, [0xF7, 0xF4]), to: second)
        #expect(played == [])
    }

    /// N7: a gap without a journal.
    @Test func sysExWithAGapIsDropped() {
        let peer = join()
        send(packet(1, [0xF0, 1, 2, 0xF0]), to: peer)
        send(packet(3, [0xF7, 5, 0xF7]), to: peer)
        #expect(played == [])
    }

    /// N9
    @Test func anythingElseIsCountedAndDropped() {
        let peer = join()
        for bytes in [[1], [0xFF, 0xFF, 0, 0], packet(1, [0x90]), [UInt8](repeating: 0x80, count: 1500)] {
            send(bytes, to: peer)
        }
        #expect(loop.commands.push(.count))
        turn()
        #expect(loop.reports.peers[0].read().counters.malformed == 4)
        #expect(loop.reports.peers[0].read().state == .connected)
        #expect(played == [])
    }
}
