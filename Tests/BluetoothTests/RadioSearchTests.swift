import Testing

@testable import Bluetooth

/// Advertising and search (B1 to B3).
@Suite struct RadioSearchTests {
    private static func started(_ orders: String...) -> DirectedRadio {
        let radio = DirectedRadio()
        for order in orders { radio.tell(order) }
        radio.tell("start")
        return radio
    }

    private static let (fast, slow) = ("defaults 0A00023000" + "0B00025000", "defaults 0A0002F000" + "0B0002F000")

    @Test func boxAdvertisesFastFor30SecondsThenSlowly() {
        let radio = Self.started("visible 1")
        #expect(radio.done.suffix(2) == [Self.fast, "advertise"] && radio.told.contains("advertising 1"))
        radio.forget()
        radio.pass(29_900)
        #expect(radio.done.filter { $0 != "probe" } == [])
        radio.pass(200)
        #expect(radio.done.filter { $0 != "probe" } == [Self.slow, "advertise"])
        radio.forget()
        radio.tell("fast")
        #expect(radio.done == [Self.fast, "advertise"])
    }

    @Test func hiddenBoxAdvertisesOnlyWhenThePlayerSaysSo() {
        let radio = Self.started("visible 0")
        #expect(!radio.done.contains("advertise"))
        radio.tell("fast")
        #expect(radio.done.last == "advertise")
        radio.pass(31_000)
        #expect(radio.done.contains("hide") && radio.told.last == "advertising 0")
    }

    @Test func boxAdvertisesWhileFewerThanFourPeersAreConnected() {
        let radio = Self.started("visible 1", "port 0 accept any *", "encryption optional")
        for number in 0..<4 {
            radio.forget()
            let peer = RadioAddress(bits: 0xC000_0000_0010 + UInt64(number), isRandom: true)
            #expect(radio.arrive(peer, handle: UInt16(64 + number)) != nil)
            #expect(radio.done.contains("advertise") == (number < 3))
        }
        #expect(radio.done.contains("hide"))
        radio.pass(2000)
        #expect(radio.handedOver.map(\.slot) == [0, 1, 2, 3])
        // A fifth is refused.
        radio.forget()
        #expect(radio.arrive(RadioAddress(bits: 0xC000_0000_0099, isRandom: true), handle: 99) == nil)
        #expect(radio.done.contains("disconnect C0:00:00:00:00:99/random"))
        radio.event(.disconnected(RadioAddress(bits: 0xC000_0000_0011, isRandom: true), reason: 3))
        #expect(radio.done.contains("advertise") && radio.told.contains("gone 1 ended by the peer"))
    }

    @Test func missingPeerIsSoughtFoundAndConnected() {
        let radio = Self.started("port 5 initiate name fp-30*")
        #expect(radio.done.last == "search" && radio.told.last == "state 5 seeking - ")
        radio.find(DirectedRadio.phone, "Other")
        #expect(radio.done.last == "search")
        radio.find(DirectedRadio.piano, "FP-30X", hasMIDI: false)
        #expect(radio.done.contains("stop search") && radio.done.contains("connect 1 D4:3A:2C:01:02:03/public"))
        #expect(radio.told.last == "state 5 connecting D4:3A:2C:01:02:03/public FP-30X")
    }

    @Test func searchThatEndsByItselfBeginsAgain() {
        let radio = Self.started("port 5 initiate name FP*")
        radio.forget()
        radio.event(.discovering(false))
        #expect(radio.done == ["search"])
    }

    @Test func refusedSearchIsTriedAgainAfterASecond() {
        let radio = DirectedRadio("port 5 initiate name FP*")
        radio.status[0x23] = 10
        radio.tell("start")
        radio.forget()
        radio.pass(3100)
        #expect(radio.done == ["search", "search", "search"])
    }

    @Test func boxWithoutInitiatorSeeksNobody() {
        let radio = Self.started("port 5 accept name FP*")
        radio.pass(1000)
        #expect(!radio.done.contains("search"))
    }

    @Test func peerThatCannotBeConnectedIsTriedAgain() {
        let radio = Self.started("port 5 initiate name FP*")
        radio.find(DirectedRadio.piano, "FP-30X")
        radio.pass(10_100)
        #expect(radio.done.contains("close 1") && radio.done.last != "connect 2 D4:3A:2C:01:02:03/public")
        radio.find(DirectedRadio.piano, "FP-30X")
        #expect(!radio.done.contains("connect 2 D4:3A:2C:01:02:03/public"))
        radio.pass(2000)
        radio.find(DirectedRadio.piano, "FP-30X")
        #expect(radio.done.contains("connect 2 D4:3A:2C:01:02:03/public"))
    }

    @Test func deviceThatMerelyHasTheNameOfABondedPeerIsNotTaken() {
        let radio = Self.started(
            "port 5 initiate name FP*", DirectedRadio.bondLine(DirectedRadio.piano, "FP-30X"))
        radio.find(DirectedRadio.phone, "FP-30X")
        #expect(!radio.done.contains { $0.hasPrefix("connect") })
        // The right one is known by its identity, whatever its name is now.
        radio.find(DirectedRadio.piano, "")
        #expect(radio.done.contains("connect 1 D4:3A:2C:01:02:03/public"))
        radio.tell("forget all")
        #expect(radio.told.contains("bond-gone D4:3A:2C:01:02:03/public"))
    }

    @Test func peerIsFoundByItsAddress() {
        let radio = Self.started("port 5 initiate address D4:3A:2C:01:02:03")
        radio.find(DirectedRadio.piano, "Whatever")
        #expect(radio.done.contains("connect 1 D4:3A:2C:01:02:03/public"))
    }

    @Test func linkOfTheCentralWithTheGreaterAddressStays() {
        for (bits, staysOurs) in [(0x0000_0000_0001 as UInt64, true), (0xFF00_0000_0001, false)] {
            let radio = Self.started("port 5 initiate name Twin", "encryption optional")
            let twin = RadioAddress(bits: bits, isRandom: false)
            radio.find(twin, "Twin")
            radio.director.linked(1, at: radio.now)
            radio.perform()
            radio.forget()
            #expect((radio.arrive(twin) == nil) == staysOurs)
            #expect(radio.done.contains("close 1") != staysOurs)
        }
    }

    @Test func endOfTheOtherLinkLeavesTheOneThatStays() {
        for (bits, staysOurs) in [(0x0000_0000_0001 as UInt64, true), (0xFF00_0000_0001, false)] {
            let radio = Self.started("port 5 initiate name Twin", "encryption optional")
            let twin = RadioAddress(bits: bits, isRandom: false)
            radio.find(twin, "Twin")
            radio.controllerEvent(.connected(handle: 63, isCentral: true, twin, interval: 12))
            radio.event(.connected(twin, DirectedRadio.advertisement("Twin")))
            radio.director.linked(1, at: radio.now)
            _ = radio.arrive(twin, handle: 64)
            radio.part(twin, handle: staysOurs ? 64 : 63, reason: 2)
            #expect(radio.director.links.map { $0.isCentral } == [staysOurs])
            radio.part(twin, handle: staysOurs ? 63 : 64, reason: 2)
            #expect(radio.director.links.isEmpty)
        }
    }

    @Test func encryptionOfOneLinkIsNotThatOfTheOther() {
        let radio = Self.started("port 5 initiate name Twin", "visible 1")
        let twin = RadioAddress(bits: 0xFF00_0000_0001, isRandom: false)
        radio.find(twin, "Twin")
        radio.controllerEvent(.connected(handle: 63, isCentral: true, twin, interval: 12))
        radio.event(.connected(twin, DirectedRadio.advertisement("Twin")))
        radio.director.linked(1, at: radio.now)
        radio.encrypt(handle: 63)
        _ = radio.arrive(twin, handle: 64)
        #expect(radio.director.links.map { $0.isEncrypted } == [false])
        radio.controllerEvent(.encryption(handle: 63, isOn: false))
        radio.encrypt(handle: 63)
        #expect(radio.director.links.map { $0.isEncrypted } == [false])
        radio.encrypt(handle: 64)
        #expect(radio.director.links.map { $0.isEncrypted } == [true])
    }
}
