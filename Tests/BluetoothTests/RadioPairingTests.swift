import Testing

@testable import Bluetooth

/// Pairing of peers that connect to the box (B4, B14).
@Suite struct RadioPairingTests {
    private static let phone = "C0:00:00:00:00:01/random"

    /// A box with one guest, who is not encrypted.
    private static func visited(_ orders: String...) -> (radio: DirectedRadio, link: Int) {
        let radio = DirectedRadio("port 0 accept any *", "panel menu", "pairing open")
        for order in orders { radio.tell(order) }
        radio.tell("start")
        let link = radio.arrive() ?? 0
        radio.receive(DirectedRadio.name("Pad"), from: link)
        radio.forget()
        return (radio, link)
    }

    private static func ask(_ radio: DirectedRadio, isPermission: Bool = false) {
        radio.event(.confirm(DirectedRadio.phone, isPermission: isPermission, digits: 123456))
    }

    @Test func digitsAreComparedOnABoxWithAMenu() {
        let (radio, _) = Self.visited()
        Self.ask(radio)
        #expect(radio.told == ["ask \(Self.phone) compare 123456 Pad", "state 0 pairing \(Self.phone) Pad"])
        radio.tell("answer \(Self.phone) yes")
        #expect(radio.done == ["yes \(Self.phone)"] && radio.told.contains("asked \(Self.phone)"))
        radio.encrypt()
        radio.send(key: DirectedRadio.phone)
        radio.pass(1100)
        #expect(radio.handedOver.first?.isEncrypted == true && radio.handedOver.first?.name == "Pad")
        #expect(radio.told.contains { $0.hasPrefix("bond 01") && $0.hasSuffix(" Pad") })
    }

    @Test func phoneWithoutDigitsIsAskedAboutByNameOnABoxWithAMenu() {
        let (radio, _) = Self.visited()
        Self.ask(radio, isPermission: true)
        #expect(radio.told.first == "ask \(Self.phone) permit Pad" && radio.done == [])
        radio.tell("answer \(Self.phone) yes")
        #expect(radio.done == ["yes \(Self.phone)"])
    }

    @Test(arguments: [(0, "permit"), (1, "compare 123456"), (3, "permit"), (4, "compare 123456")])
    func peerThatShowsNoDigitsIsAskedAboutByName(_ capability: Int, _ question: String) {
        let (radio, _) = Self.visited()
        radio.controllerEvent(.capability(handle: 64, isCentral: true, UInt8(capability)))
        // What the box itself can do does not count.
        radio.controllerEvent(.capability(handle: 64, isCentral: false, UInt8(4 - capability)))
        Self.ask(radio)
        #expect(radio.told.first == "ask \(Self.phone) \(question) Pad")
    }

    @Test func noOfThePlayerRefusesAtOnce() {
        let (radio, _) = Self.visited()
        Self.ask(radio)
        radio.tell("answer \(Self.phone) no")
        #expect(radio.done == ["no \(Self.phone)"] && radio.told.contains("asked \(Self.phone)"))
        radio.event(.authenticationFailed(DirectedRadio.phone, status: 5))
        #expect(radio.told.filter { $0 == "asked \(Self.phone)" }.count == 1)
        #expect(!radio.told.contains { $0.hasPrefix("no-pair") })
    }

    @Test func noOfThePhoneEndsTheQuestionAtOnceAndTheBoxGoesOn() {
        let (radio, _) = Self.visited()
        Self.ask(radio)
        radio.event(.authenticationFailed(DirectedRadio.phone, status: 5))
        #expect(radio.told.contains("asked \(Self.phone)"))
        // An answer that comes too late does nothing.
        radio.forget()
        radio.tell("answer \(Self.phone) yes")
        #expect(radio.done == [])
        Self.ask(radio)
        #expect(radio.told.contains("ask \(Self.phone) compare 123456 Pad"))
    }

    @Test func peerThatGoesEndsTheQuestion() {
        let (radio, link) = Self.visited()
        Self.ask(radio)
        radio.part(DirectedRadio.phone, reason: 3)
        #expect(radio.told.contains("asked \(Self.phone)") && radio.done.contains("close \(link)"))
    }

    @Test func unansweredQuestionIsANo() {
        let (radio, _) = Self.visited()
        Self.ask(radio)
        radio.pass(34_000)
        #expect(!radio.done.contains("no \(Self.phone)"))
        radio.pass(1100)
        #expect(radio.done.contains("no \(Self.phone)") && radio.told.contains("asked \(Self.phone)"))
    }

    @Test(arguments: ["display", "none"]) func boxWithoutMenuPairsByJustWorks(_ panel: String) {
        let (radio, _) = Self.visited("panel \(panel)")
        Self.ask(radio, isPermission: true)
        #expect(radio.done == ["yes \(Self.phone)"] && !radio.told.contains { $0.hasPrefix("ask ") })
    }

    @Test func boxWithADisplayShowsDigitsToType() {
        let (radio, _) = Self.visited("panel display")
        radio.event(.show(DirectedRadio.phone, digits: 42))
        radio.event(.show(DirectedRadio.phone, digits: 42))
        #expect(radio.told.filter { $0.hasPrefix("show") } == ["show \(Self.phone) 000042"])
        radio.encrypt()
        #expect(radio.told.contains("asked \(Self.phone)"))
    }

    @Test func closedPairingIsRefusedAndTold() {
        let (radio, _) = Self.visited("pairing closed")
        Self.ask(radio)
        #expect(radio.done == ["no \(Self.phone)"] && radio.told == ["no-pair \(Self.phone) Pad"])
        radio.event(.authenticationFailed(DirectedRadio.phone, status: 5))
        #expect(radio.told.count == 1)
    }

    @Test func pairingThatTheKernelRefusesIsToldToo() {
        let (radio, _) = Self.visited("pairing closed")
        radio.event(.authenticationFailed(DirectedRadio.phone, status: 5))
        #expect(radio.told == ["no-pair \(Self.phone) Pad"])
    }

    @Test func digitsAreNotShownWhilePairingIsClosed() {
        let (radio, _) = Self.visited("pairing closed", "panel display")
        radio.event(.show(DirectedRadio.phone, digits: 42))
        #expect(radio.told == ["no-pair \(Self.phone) Pad"] && radio.done == ["disconnect \(Self.phone)"])
    }

    @Test func bondsMayBeMadeOnlyWhilePairingIsOpen() {
        let (radio, _) = Self.visited()
        radio.tell("pairing closed")
        radio.tell("pairing always")
        #expect(radio.done == ["bondable 0", "bondable 1"])
    }

    @Test func afterThreeRefusalsWithinAMinuteAnAddressWaitsAMinute() {
        let (radio, _) = Self.visited()
        for _ in 0..<3 {
            Self.ask(radio)
            radio.tell("answer \(Self.phone) no")
            radio.event(.authenticationFailed(DirectedRadio.phone, status: 5))
            radio.pass(1000)
        }
        radio.forget()
        Self.ask(radio)
        Self.ask(radio, isPermission: true)
        radio.event(.show(DirectedRadio.phone, digits: 1))
        #expect(!radio.told.contains { $0.hasPrefix("ask ") || $0.hasPrefix("show") || $0.hasPrefix("no-pair") })
        #expect(radio.done.filter { $0 == "no \(Self.phone)" }.count == 2)
        radio.pass(61_000)
        radio.forget()
        Self.ask(radio)
        #expect(radio.told.contains("ask \(Self.phone) compare 123456 Pad"))
    }

    @Test func refusalsThatAreRareDoNotMakeAnAddressWait() {
        let (radio, _) = Self.visited()
        for _ in 0..<5 {
            Self.ask(radio)
            radio.tell("answer \(Self.phone) no")
            radio.pass(31_000)
        }
        #expect(radio.told.filter { $0.hasPrefix("ask ") }.count == 5)
    }

    @Test func everyRefusalCountsOnce() {
        var refusals = Refusals()
        for _ in 0..<2 { refusals.count(DirectedRadio.phone, at: 0) }
        #expect(!refusals.waits(DirectedRadio.phone, at: 1))
        refusals.count(DirectedRadio.phone, at: 59_000_000_000)
        #expect(refusals.waits(DirectedRadio.phone, at: 118_000_000_000))
        #expect(!refusals.waits(DirectedRadio.phone, at: 119_000_000_000))
    }

    @Test func seventeenthBondReplacesTheOneLongestUnused() {
        let radio = DirectedRadio("port 0 accept any *", "pairing open")
        for number in 0..<16 {
            var bond = PeerBond(RadioAddress(bits: 0xC000_0000_0100 + UInt64(number), isRandom: true))
            bond.lastUse = UInt32(100 - number)
            radio.tell("bond \(RadioWords.hex(bond.record)) Old \(number)")
        }
        radio.tell("start")
        radio.send(key: DirectedRadio.phone)
        #expect(radio.told.contains("bond-gone C0:00:00:00:01:0F/random"))
        #expect(radio.done.contains("unpair C0:00:00:00:01:0F/random"))
    }

    @Test func privateAddressBecomesTheIdentity() {
        let (radio, link) = Self.visited()
        let identity = RadioAddress("AC:00:00:00:00:09/public")!
        Self.ask(radio)
        radio.tell("answer \(Self.phone) yes")
        radio.encrypt()
        radio.receive(DirectedRadio.name("Pad of Anna"), from: link)
        let key = IdentityKey((identity.bytes + [UInt8](repeating: 3, count: 16))[...])!
        radio.event(.identityKey(isKept: true, DirectedRadio.phone, key))
        radio.send(key: identity)
        #expect(radio.handedOver.map(\.address) == [identity] && radio.handedOver.first?.name == "Pad of Anna")
        radio.part(identity, reason: 3)
        #expect(radio.told.contains("gone 0 ended by the peer"))
    }

    @Test func forgottenPeerIsUnpairedAndItsLinkEnds() {
        let (radio, _) = Self.visited(DirectedRadio.bondLine(DirectedRadio.phone, "Pad"))
        radio.encrypt()
        #expect(radio.handedOver.count == 1)
        radio.tell("forget \(Self.phone)")
        #expect(radio.done.contains("unpair \(Self.phone)") && radio.told.contains("bond-gone \(Self.phone)"))
        #expect(radio.told.contains { $0.hasPrefix("gone 0") })
    }
}
