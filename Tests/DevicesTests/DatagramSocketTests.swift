import CPlatform
import Devices
import Foundation
import Testing

/// Sockets as sessions need them (N3, N9, N10), over the loopback interface.
@Suite struct DatagramSocketTests {
    let anyone: DatagramSocket
    let stranger: DatagramSocket
    let peer: DatagramSocket
    let home: PeerAddress

    init() throws {
        anyone = try DatagramSocket(port: 0, isShared: true)
        stranger = try DatagramSocket(port: 0, isShared: false)
        peer = try DatagramSocket(port: 0, isShared: false)
        home = try #require(PeerAddress("127.0.0.1:\(anyone.port)"))
    }

    /// Waits for a datagram, at most a second.
    func heard(_ socket: DatagramSocket) -> (bytes: [UInt8], received: DatagramSocket.Received)? {
        var ready: UInt32 = 0
        _ = treadle_poll([socket.fd], 1, 0, 1000, &ready)
        var bytes = [UInt8](repeating: 0, count: 100)
        guard let received = bytes.withUnsafeMutableBytes({ socket.receive(into: $0) }) else { return nil }
        return (Array(bytes.prefix(received.count)), received)
    }

    @Test func aDatagramTellsItsSenderAndOurSide() throws {
        defer { close() }
        #expect(peer.send([1, 2, 3], to: home, from: .none))
        let (bytes, received) = try #require(heard(anyone))
        #expect(bytes == [1, 2, 3])
        #expect(received.from.text == "127.0.0.1:\(peer.port)")
        #expect(received.local.host == "127.0.0.1")
        #expect(received.local.scope != 0)
    }

    /// L8: packets go in a radio's voice queue, those by IPv4 from a socket of IPv6 too.
    @Test func packetsAreMarkedAsExpeditedForwarding() throws {
        defer { close() }
        let connected = try DatagramSocket(from: home, to: try #require(PeerAddress("127.0.0.1:\(peer.port)")))
        defer { connected.close() }
        for socket in [anyone, peer, connected] {
            var mark: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            #expect(getsockopt(socket.fd, Int32(IPPROTO_IP), IP_TOS, &mark, &size) == 0 && mark == 46 << 2)
        }
    }

    /// 127.0.0.2 is also ours: an answer from 127.0.0.1 would not reach a peer that has connected its socket.
    @Test func anAnswerGoesOutFromTheAddressThatWasAsked() throws {
        defer { close() }
        let asked = try #require(PeerAddress("127.0.0.2:\(anyone.port)"))
        #expect(peer.send([1], to: asked, from: .none))
        let question = try #require(heard(anyone)).received
        #expect(anyone.send([2], to: question.from, from: question.local))
        #expect(try #require(heard(peer)).received.from == asked)
    }

    @Test func ipv6IsHeardOnTheSameSocket() throws {
        defer { close() }
        // A machine without IPv6 has nothing to try.
        guard InterfaceAddress.all().contains(where: { $0.address.isIPv6 && $0.isLoopback }) else { return }
        let asked = try #require(PeerAddress("[::1]:\(anyone.port)"))
        #expect(peer.send([1], to: asked, from: .none))
        let question = try #require(heard(anyone)).received
        #expect(question.from.text == "[::1]:\(peer.port)")
        #expect(anyone.send([2], to: question.from, from: question.local))
        #expect(try #require(heard(peer)).received.from == asked)
    }

    /// N9: after its socket is connected, a peer's datagrams arrive there, and strangers' do not.
    @Test func aConnectedSocketHearsItsPeerOnly() throws {
        defer { close() }
        let other = try #require(PeerAddress("127.0.0.1:\(peer.port)"))
        let connected = try DatagramSocket(from: home, to: other)
        defer { connected.close() }
        #expect(stranger.send([9], to: home, from: .none))
        #expect(peer.send([1], to: home, from: .none))
        #expect(heard(connected)?.bytes == [1])
        #expect(heard(anyone)?.bytes == [9])
        #expect(connected.send([2]))
        let answer = try #require(heard(peer))
        #expect(answer.bytes == [2] && answer.received.from == home)
    }

    @Test func aPortThatIsNotSharedIsOurs() throws {
        defer { close() }
        #expect(throws: DeviceError.failed("UDP port \(peer.port)", doing: "opening", code: EADDRINUSE)) {
            try DatagramSocket(port: peer.port, isShared: false)
        }
    }

    @Test func theLoopbackInterfaceHasItsAddress() {
        #expect(InterfaceAddress.all().contains { $0.isLoopback && $0.address.host == "127.0.0.1" })
    }

    func close() {
        for socket in [anyone, stranger, peer] { socket.close() }
    }
}
