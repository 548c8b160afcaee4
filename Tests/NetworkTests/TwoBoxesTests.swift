import Devices
import RTPMIDI
import Testing

@testable import Network

/// Two boxes that invite each other (N3), over a network that delays and loses.
@Suite struct TwoBoxesTests {
    /// Two boxes, at 192.0.2.1 and 192.0.2.2, and datagrams under way.
    final class Pair {
        let boxes: [DirectedBox]
        var joined: [[OpenedSession]] = [[], []]
        var underWay: [(to: Int, message: SessionMessage, isData: Bool)] = []
        var lost: (Int) -> Bool
        private var sent = 0
        private static let hosts = [address("192.0.2.1:5004"), address("192.0.2.2:5004")]

        init(randoms: [UInt64], lost: @escaping (Int) -> Bool = { _ in false }) {
            self.lost = lost
            boxes = [0, 1].map { DirectedBox([.named("Box \(1 - $0)")], name: "Box \($0)", random: randoms[$0]) }
            for box in [0, 1] { boxes[box].find("Box \(1 - box)", Pair.hosts[1 - box]) }
        }

        /// Performs what the boxes did. Datagrams arrive after all others that were sent before.
        private func collect() {
            for box in [0, 1] {
                for action in boxes[box].did {
                    switch action {
                    case .send(let message, let socket, _, _): send(message, from: box, isData: socket == .data)
                    case .sendData(let message, _): send(message, from: box, isData: true)
                    case .join(_, let session): joined[box].append(session)
                    case .leave(let slot): boxes[box].director.ended(slot: slot, .left, at: boxes[box].now)
                    case .connect, .feedback, .link, .close, .resolve: break
                    }
                }
            }
        }

        private func send(_ message: SessionMessage, from box: Int, isData: Bool) {
            sent += 1
            if !lost(sent) { underWay.append((1 - box, message, isData)) }
        }

        func run(seconds: Int) {
            for _ in 0..<seconds * 20 {
                collect()
                let arriving = underWay
                underWay = []
                for (box, message, isData) in arriving {
                    let from = Pair.hosts[1 - box].with(port: isData ? 5005 : 5004)
                    var socket = isData ? PeerSocket.data : .control
                    let peer = boxes[box].director.peers[0]
                    if isData, let slot = peer.slot, peer.hasSocket { socket = .slot(slot) }
                    // The loop answers a repeated invitation.
                    if peer.isOpen, isData {
                        if case .invitation(let asked) = message {
                            let answer = Invitation(token: asked.token, ssrc: peer.ownSSRC)
                            send(.acceptance(answer), from: box, isData: true)
                        }
                        continue
                    }
                    boxes[box].hear(message, on: socket, from: from, at: Pair.hosts[box])
                }
                for box in boxes { box.wait(0.05) }
            }
        }

        var isConnected: Bool { boxes.allSatisfy { $0.states == [.connected] } }
    }

    /// The one with the greater SSRC stays initiator.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func theGreaterSSRCStaysInitiator(random: UInt64) throws {
        let pair = Pair(randoms: [random, random + 100])
        let asked = pair.boxes.map { $0.director.peers[0].ownSSRC }
        pair.run(seconds: 1)
        #expect(pair.isConnected)
        #expect(pair.joined.map { $0.count } == [1, 1])
        let initiator = asked[0] > asked[1] ? 0 : 1
        #expect(pair.joined[initiator][0].isInitiator && !pair.joined[1 - initiator][0].isInitiator)
        #expect(pair.joined[0][0].ownSSRC == pair.joined[1][0].remoteSSRC)
        #expect(pair.joined[1][0].ownSSRC == pair.joined[0][0].remoteSSRC)
        #expect(pair.joined[0][0].token == pair.joined[1][0].token)
    }

    /// N9: whatever is lost, both find each other.
    @Test(arguments: 1...20)
    func lossOnlyDelaysTheSession(seed: Int) {
        var random = UInt64(seed)
        let pair = Pair(randoms: [UInt64(seed), UInt64(seed) + 1000]) { count in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return count < 40 && random >> 33 % 3 == 0
        }
        pair.run(seconds: 200)
        let sessions = pair.boxes.map { $0.director.peers[0] }
        #expect(
            sessions[0].ownSSRC == sessions[1].dataSSRC && sessions[1].ownSSRC == sessions[0].dataSSRC
                || !pair.isConnected)
        #expect(pair.isConnected)
        #expect(pair.boxes.allSatisfy { $0.director.slots.filter { $0 == .taken }.count == 1 })
    }

    /// A peer that never answers invitations, but sends its own, is taken after 3 s.
    @Test func aPeerThatOnlyInvitesIsTakenInTheEnd() {
        let box = DirectedBox([.named("Phone")])
        box.find("Phone", phone)
        box.hear(invitation(7, 5), from: phone)
        #expect(box.did.acceptances.isEmpty)
        for _ in 0..<3 {
            box.wait(1)
            box.hear(invitation(7, 5), from: phone)
        }
        #expect(box.did.acceptances.count == 1)
        #expect(box.call(from: phone, ssrc: 5)?.isInitiator == false)
    }
}
