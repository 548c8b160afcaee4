import Settings
import Devices
import RTPMIDI
import Testing

@testable import Network

/// N3, the box as initiator.
@Suite struct InitiatorTests {
    let box = DirectedBox([.named("Phone")])

    /// IN on the control port, then on the data port.
    @Test func aFoundPeerIsInvitedOnControlThenOnData() throws {
        box.find("Phone", phone)
        let asked = try #require(box.did.invitations.first)
        #expect(asked.to == phone)
        #expect(asked.invitation.name == SessionName(utf8: "Treadle".utf8))
        box.hear(acceptance(asked.invitation.token, 0xB0B0_B0B0), from: phone)
        let did = box.did
        #expect(did.count == 2)
        #expect(did[0] == .connect(slot: 0, from: address("192.0.2.1:5005"), to: address("192.0.2.7:5005")))
        #expect(did[1] == .sendData(.invitation(asked.invitation), slot: 0))
        #expect(did.joined.isEmpty)
        box.hear(acceptance(asked.invitation.token, 0xB0B0_B0B0), on: .slot(0), from: address("192.0.2.7:5005"))
        let (slot, session) = try #require(box.did.joined.first)
        #expect(slot == 0 && session.isInitiator && session.sendsJournal)
        #expect(session.ownSSRC == asked.invitation.ssrc && session.remoteSSRC == 0xB0B0_B0B0)
        #expect(box.states == [.connected])
    }

    /// Repeated with back-off from 1 s to 30 s for as long as the peer is wanted.
    @Test func invitationsAreRepeatedWithBackOff() {
        box.find("Phone", phone)
        #expect(box.did.invitations.count == 1)
        for delay in [1.0, 2, 4, 8, 16, 30, 30, 30] {
            box.wait(delay - 0.001)
            #expect(box.did.invitations.isEmpty)
            box.wait(0.001)
            #expect(box.did.invitations.count == 1, "\(delay)")
        }
        #expect(box.states == [.inviting])
    }

    @Test func aLostPeerIsInvitedNoMore() {
        box.find("Phone", phone)
        box.director.lost("Phone", phone, at: box.now)
        _ = box.did
        box.wait(100)
        #expect(box.did.isEmpty)
        #expect(box.states == [])
        box.find("Phone", phone)
        #expect(box.did.invitations.count == 1)
    }

    /// Several addresses, one of them unreachable: IPv4 first, the next after a second.
    @Test func theNextAddressIsTriedAfterASecond() {
        box.find("Phone", address("[2001:db8::7]:5004"))
        _ = box.did
        box.find("Phone", phone)
        box.wait(4)
        #expect(Set(box.did.invitations.compactMap { $0.to }) == [phone, address("[2001:db8::7]:5004")])
    }

    @Test func twoAddressesHaveTheirTurnInEachRound() {
        box.director.found("Phone", host: "", phone, at: box.now)
        box.director.found("Phone", host: "", address("[2001:db8::7]:5004"), at: box.now)
        let six = address("[2001:db8::7]:5004")
        box.wait(10)
        let asked = box.did.invitations.compactMap { $0.to }
        #expect(asked.prefix(5) == [phone, six, phone, six, phone])
    }

    /// NO is honoured: the peer is asked again, but later each time.
    @Test func aRefusalIsShownAndAskedAgainLater() throws {
        box.find("Phone", phone)
        let asked = try #require(box.did.invitations.first)
        box.hear(refusal(asked.invitation.token, 5), from: phone)
        #expect(box.states == [.refused])
        box.wait(0.999)
        #expect(box.did.isEmpty)
        box.wait(0.001)
        let again = try #require(box.did.invitations.first)
        box.hear(refusal(again.invitation.token, 5), from: phone)
        box.wait(1.999)
        #expect(box.did.isEmpty)
        box.wait(0.001)
        #expect(box.did.invitations.count == 1)
    }

    @Test func aRefusalOnTheDataPortFreesTheSlot() throws {
        box.find("Phone", phone)
        let asked = try #require(box.did.invitations.first)
        box.hear(acceptance(asked.invitation.token, 5), from: phone)
        _ = box.did
        box.hear(refusal(asked.invitation.token, 5), on: .slot(0), from: phone)
        #expect(box.did == [.close(slot: 0)])
        #expect(box.states == [.refused])
        #expect(!box.director.slots.contains(.taken))
    }

    @Test(arguments: [PeerSocket.control, .data, .slot(0)])
    func answersToOtherInvitationsAreIgnored(socket: PeerSocket) throws {
        box.find("Phone", phone)
        let asked = try #require(box.did.invitations.first)
        box.hear(acceptance(asked.invitation.token &+ 1, 5), on: socket, from: phone)
        box.hear(refusal(asked.invitation.token &+ 1, 5), on: socket, from: phone)
        box.hear(acceptance(asked.invitation.token, 5), on: socket, from: address("198.51.100.1:5004"))
        #expect(box.did.isEmpty)
        #expect(box.director.dropped == 3)
    }

    /// Half-open sessions time out after 5 s; IN on the data port is repeated meanwhile.
    @Test func aSilentDataPortIsGivenUpAfter5s() throws {
        box.find("Phone", phone)
        let asked = try #require(box.did.invitations.first)
        box.hear(acceptance(asked.invitation.token, 5), from: phone)
        _ = box.did
        box.wait(4.999)
        #expect(box.did.invitations.filter { $0.to == nil }.count == 4)
        box.wait(0.001)
        let did = box.did
        #expect(did.contains(.close(slot: 0)) && did.goodbyes == [asked.invitation.ssrc])
        #expect(!box.director.slots.contains(.taken))
        box.wait(5)
        #expect(!box.did.invitations.isEmpty)
    }

    @Test func aSocketThatCannotConnectIsGivenUp() throws {
        box.find("Phone", phone)
        let asked = try #require(box.did.invitations.first)
        box.hear(acceptance(asked.invitation.token, 5), from: phone)
        _ = box.did
        box.director.couldNotConnect(slot: 0, at: box.now)
        #expect(!box.director.slots.contains(.taken))
        box.wait(5)
        #expect(!box.did.invitations.isEmpty)
    }

    /// Tokens and SSRCs may differ per port: the SSRC of the data port is that of RTP.
    @Test func theSSRCOfTheDataPortCounts() throws {
        box.find("Phone", phone)
        let asked = try #require(box.did.invitations.first)
        box.hear(acceptance(asked.invitation.token, 0x1111_1111), from: phone)
        _ = box.did
        box.hear(acceptance(asked.invitation.token, 0x2222_2222), on: .slot(0), from: phone.with(port: 5005))
        #expect(box.did.joined.first?.session.remoteSSRC == 0x2222_2222)
        // BY may name either.
        box.hear(.goodbye(token: nil, ssrc: 0x1111_1111), from: phone)
        #expect(box.did.left == [0])
    }

    /// The name is the mDNS name, at most 23 bytes of UTF-8.
    @Test func theNameInUseIsCutForTheWire() throws {
        box.director.named("Treadle of the concert hall")
        box.find("Phone", phone)
        let asked = try #require(box.did.invitations.first)
        #expect(asked.invitation.name == SessionName(utf8: "Treadle of the concert ".utf8))
    }

    @Test func theBoxDoesNotInviteItself() {
        let box = DirectedBox([.named("*")])
        box.director.changed(ownAddresses: [address("192.0.2.1:0")], at: box.now)
        box.find("Treadle", phone)
        box.find("Treadle #2", DirectedBox.home)
        #expect(box.did.isEmpty && box.states.isEmpty)
    }

    @Test func aPortThatDoesNotInitiateWaits() {
        let box = DirectedBox([.named("Phone", initiates: false), .everybody(port: 1)])
        box.find("Phone", phone)
        box.find("Tablet", tablet)
        box.wait(100)
        #expect(box.did.isEmpty && box.states == [.found, .found])
        #expect(box.director.status.map { $0.port } == [0, 1])
    }

    @Test func peersOfANameTakeTurnsAndOneIsTaken() throws {
        let box = DirectedBox([.named("Stage*")])
        box.find("Stage left", phone)
        box.find("Stage right", tablet)
        box.find("Other", address("192.0.2.9:5004"))
        box.wait(2)
        let asked = box.did.invitations
        #expect(Set(asked.compactMap { $0.to }) == [phone, tablet])
        box.hear(acceptance(asked.last!.invitation.token, 5), from: try #require(asked.last?.to))
        _ = box.did
        box.wait(4)
        #expect(box.did.invitations.allSatisfy { $0.to == nil })
    }

    /// `invite` and ports by address.
    @Test func configuredPlacesAreInvitedAtOnceAndForEver() throws {
        let place = PeerPlace(host: "192.0.2.7", port: 5004)
        for box in [
            DirectedBox([WantedPeer(port: 3, rule: .place(place), initiates: true)]),
            DirectedBox([.named("Phone", port: 3, initiates: false)], invite: [place]),
        ] {
            #expect(box.did.invitations.map { $0.to } == [phone])
            box.wait(10_000)
            #expect(box.did.invitations.count > 300)
            box.wait(30)
            let session = try #require(box.take(from: phone, ssrc: 0xB0B0_B0B0))
            #expect(session.port == 3)
        }
    }

    @Test func anInvitedPeerThatNoPortTakesHearsBye() throws {
        let box = DirectedBox([.named("Other")], invite: [PeerPlace(host: "192.0.2.7", port: 5004)])
        let asked = try #require(box.did.invitations.first)
        box.hear(acceptance(asked.invitation.token, 5), from: phone)
        #expect(box.did.goodbyes == [asked.invitation.ssrc])
    }

    @Test func hostNamesAreResolvedFirst() {
        let box = DirectedBox([
            WantedPeer(port: 0, rule: .place(PeerPlace(host: "phone.local", port: 5006)), initiates: true)
        ])
        #expect(box.did == [.resolve(host: "phone.local")])
        box.wait(1)
        #expect(box.did == [.resolve(host: "phone.local")])
        box.director.resolved("Phone.local.", [address("192.0.2.7:0")], at: box.now)
        #expect(box.did.invitations.map { $0.to } == [address("192.0.2.7:5006")])
        // Where it does not answer, the name may have another address by now.
        box.wait(1)
        #expect(box.did.contains(.resolve(host: "phone.local")))
        box.director.resolved("phone.local", [address("192.0.2.8:0")], at: box.now)
        box.wait(30)
        #expect(box.did.invitations.map { $0.to }.contains(address("192.0.2.8:5006")))
    }

    @Test func aServiceAtAConfiguredPlaceIsOnePeer() {
        let box = DirectedBox([
            WantedPeer(port: 0, rule: .place(PeerPlace(host: "192.0.2.7", port: 5004)), initiates: true),
            .everybody(port: 1, initiates: true),
        ])
        box.find("Phone", phone)
        #expect(box.director.status.map { $0.name } == ["Phone"])
        #expect(box.director.status.map { $0.port } == [0])
    }
}
