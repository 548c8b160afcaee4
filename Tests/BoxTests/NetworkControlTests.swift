import Settings
import CPlatform
import Devices
import Host
import Network
import RTPMIDI
import Testing

@testable import Box
@testable import Configuration

/// Sessions of a box over real sockets of the loopback interface (N3, N9, N10, N12).
@Suite struct NetworkControlTests {
    /// A box whose loop only remembers what it was given.
    final class ControlledBox {
        var control: NetworkControl!
        var joined: [(slot: Int, socket: Int32, session: OpenedSession)] = []
        var left: [Int] = []
        var links: [(slot: Int, isUp: Bool)] = []
        var feedback: [UInt32] = []

        /// - Parameter rule: of its only port, `keys`.
        init(_ rule: PeerRule, initiates: Bool, accept: PeerAdmission = .any, name: String = "Box") throws {
            var box = BoxConfiguration()
            box.name = name
            box.network.isOn = true
            box.network.accept = accept
            box.network.interfaces = ["lo"]
            var port = PortConfiguration(alias: "keys", place: .network(rule))
            port.initiates = initiates
            box.ports = [port]
            let loop = SessionLoop(
                join: { [unowned self] in joined.append(($0, $1, $2)) }, leave: { [unowned self] in left.append($0) },
                link: { [unowned self] in links.append(($0, $1)) }, feedback: { [unowned self] in feedback.append($1) })
            control = try ControlledBox.opened(box, loop)
        }

        /// Takes a free port whose next port is free, too.
        private static func opened(_ box: BoxConfiguration, _ loop: SessionLoop) throws -> NetworkControl {
            var box = box
            box.network.port = 0
            for _ in 0..<20 {
                if let control = try? NetworkControl(box, discovery: nil, loop: loop, at: treadle_now()) {
                    return control
                }
            }
            return try NetworkControl(box, discovery: nil, loop: loop, at: treadle_now())
        }

        var address: PeerAddress { PeerAddress("127.0.0.1:\(control.control.port)")! }

        func end() { control.end() }
    }

    /// A peer made of two sockets.
    struct PeerDouble {
        let control: DatagramSocket
        let data: DatagramSocket

        init() throws {
            while true {
                let first = try DatagramSocket(port: 0, isShared: false)
                if let second = try? DatagramSocket(port: first.port &+ 1, isShared: false) {
                    (control, data) = (first, second)
                    return
                }
                first.close()
            }
        }

        var place: PeerPlace { PeerPlace(host: "127.0.0.1", port: control.port) }

        func close() {
            control.close()
            data.close()
        }
    }

    /// Lets boxes work until something is so, at most 5 s.
    func serve(_ boxes: [ControlledBox], until isDone: () -> Bool) -> Bool {
        let end = treadle_now() + 5_000_000_000
        while treadle_now() < end {
            if isDone() { return true }
            var ready: UInt32 = 0
            _ = treadle_poll(boxes.map { $0.control.descriptor }, Int32(boxes.count), 0, 10, &ready)
            for box in boxes { box.control.serve(at: treadle_now()) }
        }
        return false
    }

    /// The next message to a peer's socket, and its sender.
    func heard(_ socket: DatagramSocket, _ box: ControlledBox) -> (SessionMessage?, from: PeerAddress)? {
        var bytes = [UInt8](repeating: 0, count: 100)
        var received: DatagramSocket.Received?
        _ = serve([box]) {
            received = bytes.withUnsafeMutableBytes { socket.receive(into: $0) }
            return received != nil
        }
        return received.map { given in
            (bytes.withUnsafeBytes { SessionMessage(UnsafeRawBufferPointer(rebasing: $0[..<given.count])) }, given.from)
        }
    }

    func name(_ text: String) -> SessionName { SessionName(utf8: text.utf8) }

    @Test func theBoxInvitesAndHandsTheSocketToTheLoop() throws {
        let peer = try PeerDouble()
        defer { peer.close() }
        let box = try ControlledBox(.place(peer.place), initiates: true)
        let (first, from) = try #require(heard(peer.control, box))
        guard case .invitation(let asked)? = first else { return #expect(Bool(false), "\(String(describing: first))") }
        #expect(asked.name == name("Box") && from == box.address)
        let answer = Invitation(token: asked.token, ssrc: 0xB0B0_B0B0, name: name("Peer"))
        peer.control.send(NetworkControl.bytes(.acceptance(answer)), to: from, from: .none)
        let (second, dataFrom) = try #require(heard(peer.data, box))
        #expect(second == .invitation(asked) && dataFrom == from.with(port: from.port + 1))
        peer.data.send(NetworkControl.bytes(.acceptance(answer)), to: dataFrom, from: .none)
        #expect(serve([box]) { !box.joined.isEmpty })
        let (slot, socket, session) = try #require(box.joined.first)
        #expect(session.isInitiator && session.remoteSSRC == 0xB0B0_B0B0)

        // The loop's socket hears this peer, and the peer hears the loop from the data port.
        let clock = SessionMessage.clock(ClockExchangeMessage(ssrc: session.ownSSRC, count: 0, t1: 1))
        #expect(treadle_write(socket, NetworkControl.bytes(clock), 36) == 36)
        let third = try #require(heard(peer.data, box))
        #expect(third.0 == clock && third.from == dataFrom)

        box.control.measured(
            slot: slot, remoteSSRC: 0xB0B0_B0B0, SessionMeasures(roundTrip: 1_250_000, repaired: 3, unrepaired: 1))
        #expect(
            box.control.lines.last
                == "peer Peer at \(peer.place.text): connected, keys, round trip 1.3 ms, 3 repaired, 1 unrepaired")

        // N7: what is lost and not repaired is said once in 10 s.
        let now = treadle_now()
        let notice = "of Peer lost and not repaired; the notes it held were released"
        #expect(box.control.newLoss(slot: slot, at: now) == "keys: 1 packet \(notice)")
        box.control.measured(slot: slot, remoteSSRC: 0xB0B0_B0B0, SessionMeasures(unrepaired: 4))
        #expect(box.control.newLoss(slot: slot, at: now + LossNotice.pause - 1) == nil)
        #expect(box.control.newLoss(slot: slot, at: now + LossNotice.pause) == "keys: 3 packets \(notice)")
        #expect(box.control.newLoss(slot: slot, at: now + 3 * LossNotice.pause) == nil)
        #expect(box.control.newsDeadline == UInt64.max)
        box.control.measured(
            slot: slot, remoteSSRC: 0xB0B0_B0B0, SessionMeasures(unrepaired: 4, lostSysEx: 1, tooLarge: 2))
        #expect(box.control.newsDeadline == now + 2 * LossNotice.pause)
        #expect(
            box.control.newLoss(slot: slot, at: now + 2 * LossNotice.pause)
                == "keys: 1 SysEx of Peer lost; 2 datagrams of Peer dropped: larger than 2048 bytes")

        // A report about another session of the slot changes nothing.
        box.control.ended(slot: slot, remoteSSRC: 1, .gone, at: treadle_now())
        #expect(box.control.sockets[slot] != nil)
        box.end()
        #expect(heard(peer.control, box)?.0 == .goodbye(token: asked.token, ssrc: asked.ssrc))
    }

    @Test func theBoxTakesAnInvitationAndIgnoresStrangers() throws {
        let (peer, stranger) = (try PeerDouble(), try PeerDouble())
        defer {
            peer.close()
            stranger.close()
        }
        let box = try ControlledBox(.everybody, initiates: false)
        let data = box.address.with(port: box.control.data.port)
        let asked = Invitation(token: 7, ssrc: 0xB0B0_B0B0, name: name("Peer"))
        peer.control.send(NetworkControl.bytes(.invitation(asked)), to: box.address, from: .none)
        guard case .acceptance(let answer)? = heard(peer.control, box)?.0 else { return #expect(Bool(false)) }
        #expect(answer.token == 7)
        peer.data.send(NetworkControl.bytes(.invitation(asked)), to: data, from: .none)
        #expect(heard(peer.data, box)?.0 == .acceptance(answer))
        let (slot, socket, _) = try #require(box.joined.first)

        // N9: what a stranger sends to the data port does not reach the loop.
        stranger.data.send([0x80, 0x61, 0, 1], to: data, from: .none)
        #expect(serve([box]) { box.control.director.dropped == 1 })
        #expect(!PollSet.isReadable(socket, within: 0))
        peer.data.send([0x80, 0x61, 0, 1], to: data, from: .none)
        #expect(PollSet.isReadable(socket, within: 60_000))

        peer.control.send(NetworkControl.bytes(.feedback(ssrc: 0xB0B0_B0B0, sequence: 9)), to: box.address, from: .none)
        #expect(serve([box]) { box.feedback == [9] })
        peer.control.send(
            NetworkControl.bytes(.goodbye(token: nil, ssrc: 0xB0B0_B0B0)), to: box.address, from: .none)
        #expect(serve([box]) { box.left == [slot] })
        box.control.ended(slot: slot, remoteSSRC: 0xB0B0_B0B0, .left, at: treadle_now())
        #expect(box.control.sockets[slot] == nil)
        box.end()
    }

    /// N3: of two boxes that invite each other, one becomes the initiator, and each hears the other.
    @Test func twoBoxesFindEachOther() throws {
        let one = try ControlledBox(.name("Two"), initiates: true, name: "One")
        let two = try ControlledBox(.name("One"), initiates: true, name: "Two")
        one.control.director.found("Two", host: "two.local", two.address, at: treadle_now())
        two.control.director.found("One", host: "one.local", one.address, at: treadle_now())
        #expect(serve([one, two]) { one.joined.count == 1 && two.joined.count == 1 })
        let (first, second) = (try #require(one.joined.first), try #require(two.joined.first))
        #expect(first.session.isInitiator != second.session.isInitiator)
        #expect(first.session.ownSSRC == second.session.remoteSSRC)
        #expect(treadle_write(first.socket, [1, 2, 3], 3) == 3)
        #expect(PollSet.isReadable(second.socket, within: 60_000))
        one.end()
        #expect(serve([two]) { two.left == [second.slot] })
        two.end()
    }

    /// N12: who is turned away is told once, with the name that a port could have.
    @Test(arguments: [
        (PeerRule.name("Anna's iPad"), "Nobody", "no port names it"),
        (.name("Anna's iPad"), "Annas iPad", "no port names it; did you mean it by \"Anna's iPad\" of `keys`?"),
    ])
    func whoIsTurnedAwayIsTold(rule: PeerRule, caller: String, reason: String) throws {
        let peer = try PeerDouble()
        defer { peer.close() }
        let box = try ControlledBox(rule, initiates: false)
        let asked = Invitation(token: 7, ssrc: 0xB0B0_B0B0, name: name(caller))
        peer.control.send(NetworkControl.bytes(.invitation(asked)), to: box.address, from: .none)
        guard case .refusal? = heard(peer.control, box)?.0 else { return #expect(Bool(false)) }
        let line = "turned away: \(caller) at \(peer.place.text): \(reason)"
        #expect(box.control.lines.last == line)
        box.control.said = NetworkControl.Said()
        #expect(box.control.newTurnedAway(at: treadle_now()) == [line])
        #expect(box.control.newTurnedAway(at: UInt64.max) == [])
        box.end()
    }

    /// N12: an interface that this machine does not have is told.
    @Test func aMissingInterfaceIsTold() throws {
        let place = PeerPlace(host: "fe80::1%none9", port: 5004)
        let box = try ControlledBox(.place(place), initiates: true)
        #expect(box.control.missingInterfaces == ["none9"])
        #expect(box.control.lines.last == "interface none9 does not exist")
        box.end()
    }

    /// `interfaces` keeps others out.
    @Test func otherInterfacesAreNotHeard() throws {
        let peer = try PeerDouble()
        defer { peer.close() }
        let box = try ControlledBox(.everybody, initiates: false)
        box.control.interfaces = []
        peer.control.send(
            NetworkControl.bytes(.invitation(Invitation(token: 7, ssrc: 5))), to: box.address, from: .none)
        #expect(serve([box]) { box.control.dropped == 1 })
        #expect(box.control.director.status.isEmpty)
        box.end()
    }

    /// A second box on this machine cannot take the port.
    @Test func theControlPortIsOurs() throws {
        let box = try ControlledBox(.everybody, initiates: false)
        #expect(throws: DeviceError.self) {
            try DatagramSocket(port: box.control.control.port, isShared: false)
        }
        box.end()
    }
}
