import Devices
import RTPMIDI
import Testing

@testable import Network

/// N9: datagrams of any content and origin.
@Suite struct StrangersTests {
    let box = DirectedBox([.named("Phone", initiates: false), .everybody(port: 1)], accept: .any)
    let stranger = address("198.51.100.66:5004")

    /// At most 500 datagrams of strangers in a second are handled.
    @Test func aFloodIsCountedAndLeavesPeersAlone() {
        box.call(from: phone, token: 7, ssrc: 5)
        box.wait(1)
        for number in 0..<2000 {
            box.hear(invitation(UInt32(number), 6), on: .data, from: stranger.with(port: UInt16(number)))
        }
        #expect(box.did.refusals.count == 500)
        #expect(box.director.dropped == 2000)
        box.hear(.goodbye(token: 7, ssrc: 5), from: phone)
        #expect(box.did.left == [0])
        box.wait(1)
        box.hear(invitation(1, 6), on: .data, from: stranger)
        #expect(box.did.refusals == [1])
    }

    @Test func otherDatagramsAreDroppedAndCounted() {
        let datagrams: [[UInt8]] = [
            [], [0xFF], [0xFF, 0xFF, 0x49, 0x4E], [0x80, 0x61, 0, 1], [UInt8](repeating: 0xFF, count: 1500),
        ]
        for bytes in datagrams {
            for socket in [PeerSocket.control, .data, .slot(0), .slot(7)] {
                box.hear(bytes, on: socket, from: stranger)
            }
        }
        box.hear(.clock(ClockExchangeMessage(ssrc: 1, count: 0, t1: 1)), from: stranger)
        #expect(box.director.dropped == 21)
        #expect(box.did.isEmpty && box.states.isEmpty)
    }

    /// Memory is bounded: callers that have gone make room, announced peers stay.
    @Test func theListOfPeersIsBounded() {
        for number in 0..<400 {
            let caller = address("203.0.\(number / 200).\(number % 200):5004")
            box.wait(0.1)
            #expect(box.call(from: caller, ssrc: UInt32(number + 10), name: "Caller \(number)") != nil)
            box.director.ended(slot: 0, .saidBye, at: box.now)
        }
        #expect(box.states.count == NetworkLimits.peers)
        for number in 0..<400 { box.find("Peer \(number)", address("192.0.2.\(number % 250):6000")) }
        #expect(box.states.count == NetworkLimits.peers)
        #expect(box.director.unlistedPeers == 144)
    }

    /// Random messages of random senders neither stop the director nor leave a slot taken for ever.
    @Test(arguments: 1...20)
    func randomMessagesLeaveNothingBehind(seed: Int) {
        var random = UInt64(seed)
        func next(_ limit: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % limit
        }
        let box = DirectedBox([.named("A*"), .everybody(port: 1, initiates: true)], accept: .any, random: random)
        var handed: Set<Int> = []
        for _ in 0..<5000 {
            let from = address("192.0.2.\(next(6)):\(5004 + next(2))")
            let (token, ssrc) = (UInt32(next(4)), UInt32(next(4)))
            let name = ["A", "AB", "B", "Treadle"][next(4)]
            let asked = box.did
            let answers = asked.invitations.last?.invitation.token ?? token
            let messages: [SessionMessage] = [
                invitation(token, ssrc, name), acceptance(answers, ssrc, name), refusal(answers, ssrc),
                .goodbye(token: next(2) == 0 ? nil : token, ssrc: ssrc), .feedback(ssrc: ssrc, sequence: 1),
            ]
            box.hear(messages[next(5)], on: [.control, .data, .slot(next(8))][next(3)], from: from)
            switch next(20) {
            case 0: box.find(name, from)
            case 1: box.director.lost(name, from, at: box.now)
            case 2: box.wait(Double(next(10)))
            case 3: box.director.changed(ownAddresses: next(2) == 0 ? [DirectedBox.home] : [], at: box.now)
            case 4: box.director.couldNotConnect(slot: next(8), at: box.now)
            default: break
            }
            let did = box.did
            for (slot, _) in did.joined { #expect(handed.insert(slot).inserted, "slot \(slot) is handed twice") }
            for slot in did.left { #expect(handed.contains(slot)) }
            if let slot = did.left.first ?? (next(9) == 0 ? handed.first : nil) {
                handed.remove(slot)
                box.director.ended(slot: slot, did.left.isEmpty ? .gone : .left, at: box.now)
            }
        }
        #expect(box.states.count < 20)
    }
}
