import Settings
import Devices
import RTPMIDI
import Testing

@testable import Network

/// N3, N12: those whose invitation is not taken stay in sight.
@Suite struct TurnedAwayTests {
    @Test(
        arguments: [
            ([.named("Phone")], .any, "Nobody", .hasNoPort), ([.everybody(port: 1)], .named, "Nobody", .isNotNamed),
            ([.everybody(port: 1)], .none, "Nobody", .acceptsNobody), ([], .any, "Nobody", .hasNoPort),
        ] as [([WantedPeer], PeerAdmission, String, TurnedAway.Reason)])
    func aCallerIsKeptWithTheReason(
        ports: [WantedPeer], accept: PeerAdmission, name: String, reason: TurnedAway.Reason
    ) {
        let box = DirectedBox(ports, accept: accept)
        box.hear(invitation(7, 5, name), from: tablet)
        box.hear(invitation(8, 5, name), from: tablet)
        #expect(box.director.turnedAway == [TurnedAway(name: name, address: tablet, reason: reason)])
    }

    @Test func anotherPeerOfAPortIsKept() {
        let box = DirectedBox([.named("Phone", initiates: false)], accept: .any)
        box.call(from: phone, ssrc: 5)
        box.call(from: tablet, ssrc: 6)
        #expect(
            box.director.turnedAway == [TurnedAway(name: "Phone", address: tablet, reason: .portIsTaken(0))])
    }

    @Test func aNinthPeerIsKept() {
        let box = DirectedBox([.everybody(port: 1)], accept: .any)
        for number in 1...9 {
            box.call(from: address("192.0.2.\(number):5004"), ssrc: UInt32(number), name: "\(number)")
        }
        #expect(box.director.turnedAway.map { $0.name } == ["9"])
        #expect(box.director.turnedAway.map { $0.reason } == [.isFull])
    }

    /// A flood of names keeps no more memory.
    @Test func theListHasTheLastEight() {
        let box = DirectedBox([.named("Phone")], accept: .named)
        for number in 0..<100 { box.hear(invitation(7, 5, "Name \(number)"), from: tablet) }
        #expect(box.director.turnedAway.map { $0.name } == (92..<100).map { "Name \($0)" })
    }

    @Test func whoIsTakenAfterAllLeavesTheList() {
        let box = DirectedBox([.named("Phone", initiates: false)], accept: .any)
        box.call(from: phone, ssrc: 5)
        box.call(from: tablet, ssrc: 6)
        box.director.ended(slot: 0, .saidBye, at: box.now)
        #expect(box.call(from: tablet, ssrc: 6) != nil)
        #expect(box.director.turnedAway == [])
    }

    /// N12: a guest is `gone` for a minute, then forgotten.
    @Test func aGuestLeavesTheListAfterAMinute() {
        let box = DirectedBox([.everybody(port: 1)], accept: .any)
        box.call(from: phone, ssrc: 5)
        box.director.ended(slot: 0, .saidBye, at: box.now)
        box.wait(59)
        #expect(box.states == [.gone])
        box.wait(2)
        #expect(box.states == [])
        box.find("Tablet", tablet)
        box.director.lost("Tablet", tablet, at: box.now)
        #expect(box.states == [.gone])
        box.wait(61)
        #expect(box.states == [])
    }

    /// Those that the box still looks for, and those that are announced, stay.
    @Test func whoIsExpectedStaysInTheList() {
        let box = DirectedBox(
            [.everybody(port: 1)], accept: .any, invite: [PeerPlace(host: "192.0.2.7", port: 5004)])
        box.find("Tablet", tablet)
        box.call(from: phone, ssrc: UInt32.max)
        box.director.ended(slot: 0, .gone, at: box.now)
        box.wait(120)
        #expect(box.states.count == 2)
    }
}

/// N1: names compare as people write them.
@Suite struct PeerNameTests {
    @Test(arguments: [
        ("Anna's iPhone", "Anna\u{2019}s iPhone", true), ("anna\u{2019}s iphone", "ANNA'S IPHONE", true),
        ("Stage*", "stage iPad", true), ("Stage", "Stage iPad", false), ("Émile", "émile", false),
        // An invitation has room for 23 bytes, and cuts between letters.
        ("The very long name of a phone", "The very long name of a", true),
        ("the very long name of a phone", "The very long name of a", true),
        ("The very long name", "The very long name of a", false),
        ("Annabella's very long's name", "Annabella\u{2019}s very long", true),
        ("Anna's iPhone", "Anna\u{2019}s iPhon", false), ("Phone", "Phon", false),
    ])
    func namesCompareWithoutCaseAndCurls(written: String, heard: String, areSame: Bool) {
        #expect(WantedPeer.named(written).names(heard) == areSame)
    }
}

/// H9: a link that is down cuts a session off, which goes on when the link is back.
@Suite struct LinkTests {
    @Test func aLinkThatIsDownCutsItsSessionsOff() {
        let box = DirectedBox([.named("Phone", initiates: false)], accept: .any)
        var local = DirectedBox.home
        local.scope = 2
        box.hear(invitation(7, 5), from: phone, at: local)
        box.hear(invitation(7, 5), on: .data, from: phone.with(port: 5005), at: local)
        _ = box.did
        box.director.changed(ownAddresses: [local], down: [3], at: box.now)
        #expect(box.did == [] && box.states == [.connected])
        for _ in 0..<2 { box.director.changed(ownAddresses: [local], down: [2], at: box.now) }
        #expect(box.did == [.link(slot: 0, isUp: false)])
        #expect(box.states == [.gone] && box.director.status[0].slot == nil)
        box.director.changed(ownAddresses: [local], down: [], at: box.now)
        #expect(box.did == [.link(slot: 0, isUp: true)])
        #expect(box.states == [.connected] && box.director.status[0].slot == 0)
    }
}
