import BLEMIDI
import TestSupport
import Testing

@testable import Bluetooth

/// Peers that connect to the box: whose port, when MIDI is served, and strangers (B1, B5, B6, B14).
@Suite struct RadioGuestTests {
    private static let phone = "C0:00:00:00:00:01/random"

    private static func started(_ orders: String...) -> DirectedRadio {
        let radio = DirectedRadio("panel menu")
        for order in orders { radio.tell(order) }
        radio.tell("start")
        return radio
    }

    @Test func strangerGetsErrorsUntilItIsEncrypted() {
        let radio = Self.started("port 0 accept any *")
        let link = radio.arrive() ?? 0
        let handle = RadioWords.hex([UInt8(ATTServer.valueHandle & 0xFF), UInt8(ATTServer.valueHandle >> 8)])
        radio.receive("0A\(handle)", from: link)
        #expect(radio.done.last == "send \(link) 010A\(handle)05" && radio.handedOver.isEmpty)
        radio.receive("52\(handle)8080903C64", from: link)
        #expect(radio.handedOver.isEmpty)
    }

    @Test func strangerIsDisconnectedAfter30Seconds() {
        let radio = Self.started("port 0 accept any *")
        let link = radio.arrive() ?? 0
        radio.pass(29_900)
        #expect(!radio.done.contains("disconnect \(Self.phone)"))
        radio.pass(200)
        #expect(radio.done.contains("disconnect \(Self.phone)") && radio.done.contains("close \(link)"))
    }

    @Test func bondedPeerPlaysAsSoonAsItIsEncrypted() {
        let radio = Self.started("port 0 accept any *", DirectedRadio.bondLine(DirectedRadio.phone, "Pad"))
        _ = radio.arrive()
        #expect(radio.handedOver.isEmpty)
        radio.encrypt()
        #expect(
            radio.handedOver.map { RadioReport.linked($0).text } == [
                "linked 0 0 \(Self.phone) peripheral 23 0 command encrypted quiet 15000 Pad"
            ])
    }

    @Test func encryptionThatIsFasterThanTheLinkCounts() {
        let radio = Self.started("port 0 accept any *", DirectedRadio.bondLine(DirectedRadio.phone, "Pad"))
        radio.controllerEvent(.connected(handle: 64, isCentral: false, DirectedRadio.phone, interval: 12))
        radio.encrypt()
        radio.event(.connected(DirectedRadio.phone, AdvertisingData([])))
        let link = radio.director.accept(DirectedRadio.phone, at: radio.now)
        radio.perform()
        #expect(link != nil && radio.handedOver.count == 1)
    }

    @Test func afterHandingOverNothingIsReadHere() {
        let radio = Self.started("port 0 accept any *", DirectedRadio.bondLine(DirectedRadio.phone, "Pad"))
        let link = radio.arrive() ?? 0
        #expect(radio.director.reads(link))
        radio.encrypt()
        #expect(!radio.director.reads(link))
    }

    @Test func withoutEncryptionMIDIIsServedWhenTheNameIsKnown() {
        let radio = Self.started("port 0 accept any *", "encryption optional")
        let link = radio.arrive() ?? 0
        #expect(radio.done.last == "send \(link) \(RadioWords.hex(GATTClient.nameQuestion))")
        radio.receive(DirectedRadio.name("Pad"), from: link)
        #expect(radio.handedOver.first?.name == "Pad" && radio.handedOver.first?.isEncrypted == false)
    }

    /// B16: a peer may pair while it plays, and tells its identity then.
    @Test func pairingWhileItPlaysIsTold() {
        let radio = Self.started("port 0 accept any *", "encryption optional", "pairing open")
        let own = RadioAddress("40:00:00:00:00:09/random")!
        let link = radio.arrive(own) ?? 0
        radio.receive(DirectedRadio.name("Pad"), from: link)
        radio.told = []
        radio.encrypt()
        let key = IdentityKey((DirectedRadio.phone.bytes + [UInt8](repeating: 3, count: 16))[...])!
        radio.event(.identityKey(isKept: true, own, key))
        #expect(
            radio.told.filter { $0.hasPrefix("peer") } == [
                "peer 0 \(own.text) encrypted", "peer 0 \(Self.phone) encrypted",
            ])
    }

    @Test func namedPeerGetsItsPortAndOthersThatOfEverybody() {
        let radio = Self.started("port 3 accept any *", "port 4 accept name Stage*", "encryption optional")
        for (number, name) in ["Stage iPad", "Other", "stage two"].enumerated() {
            let peer = RadioAddress(bits: 0xC000_0000_0020 + UInt64(number), isRandom: true)
            let link = radio.arrive(peer, handle: UInt16(80 + number)) ?? 0
            radio.receive(DirectedRadio.name(name), from: link)
        }
        // The second of the same name is refused, since its port has a peer.
        #expect(radio.handedOver.map(\.port) == [4, 3])
        #expect(radio.done.contains("disconnect C0:00:00:00:00:22/random"))
    }

    @Test func peerWithoutAPortIsRefused() {
        let radio = Self.started("port 4 accept name Stage*", "encryption optional")
        let link = radio.arrive() ?? 0
        radio.receive(DirectedRadio.name("Other"), from: link)
        #expect(radio.told.contains("fault Other fits no port") && radio.done.contains("disconnect \(Self.phone)"))
    }

    @Test func floodOfRequestsEndsTheLink() {
        let radio = Self.started("port 0 accept any *")
        let link = radio.arrive() ?? 0
        for _ in 0..<500 { radio.receive("0A0300", from: link) }
        #expect(!radio.done.contains("disconnect \(Self.phone)"))
        radio.receive("0A0300", from: link)
        #expect(radio.done.contains("disconnect \(Self.phone)"))
    }

    @Test func peripheralAsksOnceMoreForAShorterInterval() {
        let radio = Self.started("port 0 accept any *", DirectedRadio.bondLine(DirectedRadio.phone, "Pad"))
        _ = radio.arrive(interval: 36)
        radio.encrypt()
        radio.pass(4900)
        #expect(!radio.done.contains { $0.hasPrefix("packet") })
        radio.pass(200)
        #expect(radio.done.contains("packet \(RadioWords.hex(ControllerPacket.request(handle: 64)))"))
    }

    @Test func intervalUpTo15MillisecondsIsAccepted() {
        let radio = Self.started("port 0 accept any *")
        _ = radio.arrive(interval: 12)
        radio.pass(20_000)
        #expect(!radio.done.contains { $0.hasPrefix("packet") })
    }

    @Test func unlinkDisconnectsAndFreesTheSlot() {
        let radio = Self.started("port 0 accept any *", DirectedRadio.bondLine(DirectedRadio.phone, "Pad"))
        _ = radio.arrive()
        radio.encrypt()
        radio.tell("unlink 0")
        #expect(radio.done.contains("disconnect \(Self.phone)"))
        radio.part(DirectedRadio.phone, reason: 2)
        _ = radio.arrive(handle: 65)
        radio.encrypt(handle: 65)
        #expect(radio.handedOver.map(\.slot) == [0, 0])
    }

    // MARK: - Anything at any time

    @Test(arguments: SplitMix.seeds) func anyEventsInAnyOrderLeaveTheDirectorInOrder(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        let radio = Self.started(
            "port 0 accept any *", "port 1 initiate name FP*", "port 2 accept name Pad", "pairing open", "visible 1")
        let peers = (0..<6).map { RadioAddress(bits: 0xC000_0000_0000 + UInt64($0), isRandom: true) }
        for _ in 0..<150 {
            let peer = random.pick(peers)
            let handle = UInt16(64 + random.below(6))
            switch random.below(20) {
            case 0, 1: _ = radio.arrive(peer, handle: handle, interval: UInt16(6 + random.below(60)))
            case 2: radio.encrypt(handle: handle)
            case 3: radio.event(.disconnected(peer, reason: UInt8(random.below(6))))
            case 4: radio.find(peer, random.pick(["FP-30X", "Pad", "", "Other"]))
            case 5:
                let digits = UInt32(random.below(1_000_000))
                radio.event(.confirm(peer, isPermission: random.chance(50), digits: digits))
            case 6: radio.event(.authenticationFailed(peer, status: 5))
            case 7: radio.tell("answer \(peer.text) \(random.chance(50) ? "yes" : "no")")
            case 8: radio.send(key: peer)
            case 9: radio.tell("unlink \(random.below(4))")
            case 10: radio.director.linked(1 + random.below(max(1, radio.director.nextLink)), at: radio.now)
            case 11: radio.director.failed(1 + random.below(max(1, radio.director.nextLink)), at: radio.now)
            case 12: radio.director.hungUp(1 + random.below(max(1, radio.director.nextLink)), at: radio.now)
            case 13: radio.event(.show(peer, digits: 7))
            case 14: radio.tell(random.pick(["pairing closed", "pairing open", "fast", "forget all", "visible 0"]))
            case 15:
                let key = IdentityKey((random.pick(peers).bytes + [UInt8](repeating: 3, count: 16))[...])
                if let key { radio.event(.identityKey(isKept: random.chance(50), peer, key)) }
            case 16: radio.event(.discovering(false))
            case 17: (radio.answersProbes, radio.silent) = random.chance(20) ? (false, [0]) : (true, [])
            default:
                let pdu = (0..<random.below(24)).map { _ in UInt8(random.below(32)) }
                radio.receive(RadioWords.hex(pdu), from: 1 + random.below(max(1, radio.director.nextLink)))
            }
            radio.perform()
            radio.pass(random.below(3000))
            let slots = radio.director.links.compactMap(\.slot)
            #expect(radio.director.links.count <= 4 && Set(slots).count == slots.count, "seed \(seed)")
        }
        (radio.answersProbes, radio.silent) = (true, [])
        radio.tell("end")
        radio.pass(1000)
        #expect(radio.hasExited, "seed \(seed)")
    }
}
