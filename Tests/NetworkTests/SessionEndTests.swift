import Settings
import Devices
import RTPMIDI
import Testing

@testable import Network

/// How sessions end and come back (N3, N4, N9).
@Suite struct SessionEndTests {
    let box = DirectedBox([.named("Phone", initiates: false), .everybody(port: 1)], accept: .any)

    /// BY also without a token, but only for the SSRC of the session it names.
    @Test(
        arguments: [
            (nil, 5, true), (7, 5, true), (0, 5, true), (8, 5, false), (nil, 6, false), (7, 6, false),
        ] as [(UInt32?, UInt32, Bool)])
    func goodbyeEndsTheSessionItNames(token: UInt32?, ssrc: UInt32, ends: Bool) {
        box.call(from: phone, token: 7, ssrc: 5)
        box.hear(.goodbye(token: token, ssrc: ssrc), from: phone)
        #expect(box.did.left == (ends ? [0] : []))
    }

    /// N9: nobody else ends a session.
    @Test func strangersCannotEndASession() {
        let stranger = address("198.51.100.66:5004")
        box.find("Phone", phone)
        box.call(from: phone, token: 7, ssrc: 5)
        box.hear(.goodbye(token: nil, ssrc: 5), from: stranger)
        box.hear(.goodbye(token: 7, ssrc: 5), on: .data, from: stranger)
        box.hear(invitation(7, 5), from: stranger)
        box.hear(invitation(9, 6), from: stranger)
        box.hear(invitation(7, 5), on: .data, from: stranger)
        box.hear(refusal(7, 5), from: stranger)
        box.hear(acceptance(7, 5), from: stranger)
        box.wait(60)
        #expect(box.did.left.isEmpty)
        #expect(box.states == [.connected])
        #expect(box.director.dropped == 5)
    }

    /// The peer heard BY only after its notes have ended, and does not hear its own BY answered.
    @Test(arguments: [
        (SessionEnd.gone, true), (.unreachable, true), (.saidBye, false), (.left, true),
    ])
    func theBoxSaysByeUnlessThePeerDid(end: SessionEnd, says: Bool) throws {
        let session = try #require(box.call(from: phone, ssrc: 5))
        box.director.ended(slot: 0, end, at: box.now)
        #expect(box.did.goodbyes == (says ? [session.ownSSRC] : []))
        #expect(box.states == [.gone])
        #expect(!box.director.slots.contains(.taken))
    }

    /// A peer that was lost is invited again.
    @Test func aLostPeerIsInvitedAgain() throws {
        let box = DirectedBox([.named("Phone")])
        box.find("Phone", phone)
        let first = try #require(box.take(from: phone, ssrc: 5))
        box.wait(60)
        #expect(box.did.isEmpty)
        box.director.ended(slot: 0, .gone, at: box.now)
        _ = box.did
        box.wait(1)
        let second = try #require(box.take(from: phone, ssrc: 5))
        // The peer cannot mistake what is left of the first session for the second.
        #expect(second.ownSSRC != first.ownSSRC && second.token != first.token)
    }

    @Test func aPeerThatEndsEachSessionIsInvitedLaterEachTime() throws {
        let box = DirectedBox([.named("Phone")])
        box.find("Phone", phone)
        var delays: [Double] = []
        for _ in 0..<6 {
            #expect(box.take(from: phone, ssrc: 5) != nil)
            box.director.ended(slot: 0, .saidBye, at: box.now)
            _ = box.did
            let since = box.now
            box.wait(Double(box.director.deadline - box.now) / 1e9)
            delays.append(Double(box.now - since) / 1e9)
        }
        #expect(delays.first! >= 1 && delays.last! == 30)
    }

    /// A caller whose port may invite is invited where it was.
    @Test func aCallerIsInvitedAgainWhereItWas() {
        let box = DirectedBox([.named("Phone")])
        box.call(from: phone, ssrc: 5)
        box.wait(60)
        box.director.ended(slot: 0, .gone, at: box.now)
        _ = box.did
        box.wait(1)
        #expect(box.did.invitations.map { $0.to } == [phone])
    }

    /// The box says BY to all when it ends: also to those whose session is open on one port.
    @Test func theEndSaysByeToAll() throws {
        box.call(from: phone, ssrc: 5)
        box.hear(invitation(7, 6, "Other"), from: tablet)
        _ = box.did
        box.director.end()
        let did = box.did
        #expect(did.goodbyes.count == 2)
        #expect(did.contains(.close(slot: 0)))
        #expect(box.director.deadline == UInt64.max)
    }

    /// Sessions from an address that is gone are renewed at once, others go on.
    @Test func anAddressThatChangesRenewsItsSessions() throws {
        let box = DirectedBox([.named("Phone"), .named("Tablet", port: 1)])
        box.find("Phone", phone)
        #expect(box.take(from: phone, ssrc: 5) != nil)
        box.find("Tablet", tablet)
        #expect(box.take(from: tablet, ssrc: 6, name: "Tablet") != nil)
        box.director.changed(ownAddresses: [address("192.0.2.1:0"), address("192.0.2.99:0")], at: box.now)
        #expect(box.did.isEmpty)
        box.director.changed(ownAddresses: [address("192.0.2.99:0")], at: box.now)
        #expect(box.did == [.leave(slot: 0), .leave(slot: 1)])
        box.director.ended(slot: 0, .left, at: box.now)
        box.director.ended(slot: 1, .left, at: box.now)
        #expect(Set(box.did.invitations.compactMap { $0.to }) == [phone, tablet])
    }

    @Test func aNewLinkInvitesAtOnce() {
        let box = DirectedBox([.named("Phone")])
        box.find("Phone", phone)
        box.wait(200)
        _ = box.did
        box.director.changed(ownAddresses: [], at: box.now)
        #expect(box.did.invitations.count == 1)
    }

    @Test func aPeerThatMovesIsInvitedAtItsNewAddress() throws {
        let box = DirectedBox([.named("Phone")])
        box.find("Phone", phone)
        #expect(box.take(from: phone, ssrc: 5) != nil)
        box.find("Phone", address("[2001:db8::7]:5004"))
        box.director.lost("Phone", address("[2001:db8::7]:5004"), at: box.now)
        #expect(box.did.isEmpty)
        box.find("Phone", tablet)
        #expect(box.did.isEmpty)
        box.director.lost("Phone", phone, at: box.now)
        #expect(box.did == [.leave(slot: 0)])
        box.director.ended(slot: 0, .left, at: box.now)
        #expect(box.did.invitations.map { $0.to } == [tablet])
    }

    /// mDNS may lose its record for a moment; the session does not.
    @Test func aWithdrawnServiceDoesNotEndItsSession() {
        let box = DirectedBox([.named("Phone")])
        box.find("Phone", phone)
        box.take(from: phone, ssrc: 5)
        box.director.lost("Phone", phone, at: box.now)
        #expect(box.did.isEmpty && box.states == [.connected])
    }

    /// RS comes on the control port from most peers; the loop needs it.
    @Test func feedbackOnTheControlPortReachesTheSession() {
        box.call(from: phone, ssrc: 5)
        box.hear(.feedback(ssrc: 5, sequence: 0x1234_0000), from: phone)
        #expect(box.did == [.feedback(slot: 0, sequence: 0x1234_0000)])
        box.hear(.feedback(ssrc: 5, sequence: 1), from: tablet)
        box.hear(.feedback(ssrc: 6, sequence: 1), from: phone)
        #expect(box.did.isEmpty)
    }
}
