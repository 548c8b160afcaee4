import Settings
import Devices
import RTPMIDI
import Testing

@testable import Network

/// N3, the box as participant.
@Suite struct ParticipantTests {
    let box = DirectedBox([.named("Phone", initiates: false), .everybody(port: 1)], accept: .any)

    @Test func anInvitationIsTakenOnControlThenOnData() throws {
        box.hear(invitation(7, 0xB0B0_B0B0), from: phone)
        let first = box.did
        let taken = try #require(first.acceptances.first)
        #expect(first == [.send(.acceptance(taken), on: .control, to: phone, from: DirectedBox.home)])
        #expect(taken.token == 7 && taken.ssrc > 0xFFFF && taken.name == SessionName(utf8: "Treadle".utf8))
        // Tokens may differ per port.
        box.hear(invitation(8, 0xB0B0_B0B0), on: .data, from: address("192.0.2.7:5005"))
        let did = box.did
        #expect(did.count == 3)
        #expect(did[0] == .connect(slot: 0, from: address("192.0.2.1:5005"), to: address("192.0.2.7:5005")))
        #expect(did[1] == .sendData(.acceptance(Invitation(token: 8, ssrc: taken.ssrc, name: taken.name)), slot: 0))
        let session = try #require(did.joined.first?.session)
        #expect(session.token == 8 && session.ownSSRC == taken.ssrc && session.remoteSSRC == 0xB0B0_B0B0)
        #expect(!session.isInitiator && session.port == 0 && session.sendsJournal)
    }

    /// N6: rtpmidid is known by its SSRC of at most 0xFFFF.
    @Test func rtpmididGetsNoJournal() {
        #expect(box.call(from: phone, ssrc: 0xFFFF)?.sendsJournal == false)
    }

    /// N6: `journal: false`.
    @Test func aPortWithoutJournalSendsNone() {
        let box = DirectedBox(
            [WantedPeer(port: 0, rule: .everybody, initiates: false, sendsJournal: false)], accept: .any)
        #expect(box.call(from: phone, ssrc: 0xB0B0_B0B0)?.sendsJournal == false)
    }

    /// Invitations are taken by `accept`; others get NO.
    @Test(
        arguments: [
            (.any, "Phone", 0), (.any, "Other", 1), (.named, "Phone", 0), (.named, "Other", nil),
            (.none, "Phone", nil), (.none, "Other", nil),
        ] as [(PeerAdmission, String, Int?)])
    func acceptDecides(accept: PeerAdmission, name: String, port: Int?) {
        let box = DirectedBox([.named("Phone", initiates: false), .everybody(port: 1)], accept: accept)
        box.hear(invitation(7, 5, name), from: phone)
        if port == nil {
            #expect(box.did.refusals == [7])
            #expect(box.states.isEmpty)
        } else {
            #expect(box.call(from: phone, ssrc: 5, name: name)?.port == port)
        }
    }

    @Test func withoutAPortForEverybodyOthersGetNo() {
        let box = DirectedBox([.named("Phone")], accept: .any)
        box.hear(invitation(7, 5, "Other"), from: phone)
        #expect(box.did.refusals == [7])
    }

    @Test func aPlaceOfInviteIsNamed() {
        let box = DirectedBox([.everybody(port: 1)], invite: [PeerPlace(host: "192.0.2.7", port: 5004)])
        #expect(box.call(from: phone, ssrc: UInt32.max, name: "Other")?.port == 1)
        box.hear(invitation(7, 6, "Other"), from: tablet)
        #expect(box.did.refusals == [7])
    }

    @Test func aPortByAddressTakesItsCaller() {
        let box = DirectedBox([
            WantedPeer(port: 4, rule: .place(PeerPlace(host: "192.0.2.7", port: 5004)), initiates: false)
        ])
        #expect(box.call(from: phone, ssrc: 5, name: "Whatever")?.port == 4)
    }

    /// A name that was cut for the wire is still that of its port.
    @Test func aLongNameIsFoundByItsFirstBytes() {
        let name = "The iPhone of the keyboarder"
        let box = DirectedBox([.named(name, initiates: false)])
        #expect(box.call(from: phone, ssrc: 5, name: name)?.port == 0)
    }

    /// A second invitation of a known SSRC is answered again, not doubled.
    @Test func aRepeatedInvitationIsAnsweredAgain() throws {
        let session = try #require(box.call(from: phone, token: 7, ssrc: 5))
        box.hear(invitation(9, 5), from: phone)
        let did = box.did
        #expect(did.acceptances == [Invitation(token: 9, ssrc: session.ownSSRC, name: session.name)])
        #expect(did.count == 1 && box.states == [.connected])
        // Either token names the session.
        box.hear(.goodbye(token: 7, ssrc: 5), from: phone)
        #expect(box.did.left == [0])
    }

    @Test func aKnownSSRCFromAnotherAddressIsNotDoubled() {
        box.find("Phone", phone)
        box.find("Phone", address("[2001:db8::7]:5004"))
        box.call(from: phone, ssrc: 5)
        box.hear(invitation(9, 5), from: address("[2001:db8::7]:5004"))
        let did = box.did
        #expect(did.refusals == [9] && did.left.isEmpty)
    }

    /// At most 8 peers; the ninth gets NO.
    @Test func theNinthPeerGetsNo() {
        for number in 1...8 {
            let peer = address("198.51.100.\(number):5004")
            #expect(box.call(from: peer, ssrc: UInt32(number), name: "Peer \(number)") != nil)
        }
        box.hear(invitation(77, 9, "Peer 9"), from: address("198.51.100.9:5004"))
        #expect(box.did.refusals == [77])
        box.hear(.goodbye(token: nil, ssrc: 3), from: address("198.51.100.3:5004"))
        #expect(box.did.left == [2])
        // The slot is free when the loop has given it back.
        box.hear(invitation(78, 9, "Peer 9"), from: address("198.51.100.9:5004"))
        #expect(box.did.refusals == [78])
        box.director.ended(slot: 2, .left, at: box.now)
        #expect(box.call(from: address("198.51.100.9:5004"), ssrc: 9, name: "Peer 9") != nil)
    }

    @Test func anOccupiedPortRefusesAnotherPeer() {
        let box = DirectedBox([.named("Stage*", initiates: false)])
        #expect(box.call(from: phone, ssrc: 5, name: "Stage left") != nil)
        box.hear(invitation(9, 6, "Stage right"), from: tablet)
        #expect(box.did.refusals == [9])
    }

    /// Half-open sessions time out after 5 s, and their callers are not listed.
    @Test func aCallerThatNeverComesToTheDataPortIsForgotten() {
        box.hear(invitation(7, 5, "Other"), from: tablet)
        #expect(box.director.slots.contains(.taken))
        box.wait(5)
        #expect(!box.director.slots.contains(.taken))
        #expect(box.states.isEmpty)
        _ = box.did
        box.hear(invitation(7, 5, "Other"), on: .data, from: tablet.with(port: 5005))
        #expect(box.did.refusals == [7])
    }

    @Test func theSecondPortIsFoundByMachineWhereNothingElseAgrees() {
        box.hear(invitation(7, 5), from: phone)
        box.hear(invitation(8, 6), on: .data, from: address("192.0.2.9:5005"))
        #expect(box.did.refusals == [8])
        box.hear(invitation(8, 6), on: .data, from: phone.with(port: 5005))
        #expect(box.did.joined.first?.session.remoteSSRC == 6)
    }

    @Test func aPeerThatStartsAnewReplacesItsSession() throws {
        let old = try #require(box.call(from: phone, token: 7, ssrc: 5))
        box.hear(invitation(9, 6), from: phone)
        // Not before the loop has ended the notes of the old session.
        #expect(box.did == [.leave(slot: 0)])
        box.director.ended(slot: 0, .left, at: box.now)
        let taken = try #require(box.did.acceptances.first)
        #expect(taken.token == 9 && taken.ssrc != old.ownSSRC)
        box.hear(invitation(9, 6), on: .data, from: phone.with(port: 5005))
        #expect(box.did.joined.count == 1)
        // A stale BY does not end the newer session.
        box.hear(.goodbye(token: nil, ssrc: 5), from: phone)
        box.hear(.goodbye(token: 7, ssrc: 5), from: phone)
        box.hear(.goodbye(token: 7, ssrc: 6), from: phone)
        #expect(box.did.isEmpty && box.states == [.connected])
    }
}
