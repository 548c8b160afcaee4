import Testing

@testable import Bluetooth

/// The box as central, from the link to playing (B2, B4, B8).
@Suite struct RadioCentralTests {
    /// A box that has just connected to a piano.
    private static func connected(_ orders: String...) -> DirectedRadio {
        let radio = DirectedRadio("port 5 initiate name FP*", "panel menu")
        for order in orders { radio.tell(order) }
        radio.tell("start")
        radio.find(DirectedRadio.piano, "FP-30X")
        radio.controllerEvent(.connected(handle: 70, isCentral: true, DirectedRadio.piano, interval: 9))
        radio.event(.connected(DirectedRadio.piano, AdvertisingData([])))
        radio.forget()
        radio.director.linked(1, at: radio.now)
        radio.perform()
        return radio
    }

    private static func converse(_ radio: DirectedRadio, fromMTU: Bool = true) {
        if fromMTU { radio.receive("036400", from: 1) }
        radio.receive("0720002400", from: 1)
        radio.receive("0915210016" + "2200" + GATTClientTests.data, from: 1)
        radio.receive("050123000229", from: 1)
        radio.receive("0B", from: 1)
        radio.receive("13", from: 1)
    }

    @Test func answeredQuestionsLeadToPlaying() {
        let radio = Self.connected()
        #expect(radio.done == ["send 1 02F700"])
        Self.converse(radio)
        #expect(
            radio.handedOver.map { RadioReport.linked($0).text } == [
                "linked 0 5 D4:3A:2C:01:02:03/public central 100 34 command plain subscribed 11250 FP-30X"
            ])
        #expect(radio.told.last == "state 5 none - ")
        radio.pass(60_000)
        #expect(!radio.done.contains { $0.hasPrefix("disconnect") || $0 == "search" })
    }

    @Test func peerWithoutServiceIsTriedAgainAfterAMinute() {
        let radio = Self.connected()
        radio.receive("036400", from: 1)
        radio.receive("010601000A", from: 1)
        #expect(radio.done.contains("disconnect D4:3A:2C:01:02:03/public"))
        #expect(radio.told.last == "state 5 no-MIDI D4:3A:2C:01:02:03/public FP-30X")
        radio.pass(59_000)
        radio.find(DirectedRadio.piano, "FP-30X")
        #expect(!radio.done.contains { $0.hasPrefix("connect") })
        radio.pass(1100)
        #expect(radio.told.last == "state 5 seeking - ")
        radio.find(DirectedRadio.piano, "FP-30X")
        #expect(radio.done.contains("connect 2 D4:3A:2C:01:02:03/public"))
    }

    @Test func stepWithoutAnswerFor5SecondsEndsTheLink() {
        let radio = Self.connected()
        radio.pass(4900)
        #expect(!radio.done.contains { $0.hasPrefix("disconnect") })
        radio.pass(200)
        #expect(radio.done.contains("disconnect D4:3A:2C:01:02:03/public") && radio.done.contains("close 1"))
    }

    @Test func refusalForWantOfEncryptionPairsAndAsksAgain() {
        let radio = Self.connected()
        radio.receive("036400", from: 1)
        radio.forget()
        radio.receive("0106010005", from: 1)
        #expect(radio.done == ["secure 1"])
        #expect(radio.told.last == "state 5 pairing D4:3A:2C:01:02:03/public FP-30X")
        // B4: for naming the peer is consent.
        radio.event(.confirm(DirectedRadio.piano, isPermission: true, digits: 0))
        #expect(radio.done.last == "yes D4:3A:2C:01:02:03/public" && !radio.told.contains { $0.hasPrefix("ask") })
        radio.send(key: DirectedRadio.piano)
        radio.encrypt(handle: 70)
        #expect(radio.done.contains { $0.hasPrefix("send 1 0601") })
        Self.converse(radio, fromMTU: false)
        #expect(radio.handedOver.first?.isEncrypted == true)
        #expect(radio.told.contains { $0.hasPrefix("bond 01") && $0.hasSuffix(" FP-30X") })
    }

    @Test func bondsMayBeMadeWhereTheBoxConnects() {
        let radio = DirectedRadio("port 5 initiate name FP*", "pairing closed")
        radio.tell("start")
        radio.find(DirectedRadio.piano, "FP-30X")
        #expect(radio.done.contains("bondable 1"))
        radio.director.failed(1, at: radio.now)
        radio.perform()
        #expect(radio.done.last == "bondable 0")
    }

    @Test func digitsAreComparedWhereTheBoxConnects() {
        let radio = Self.connected()
        radio.receive("0102000005", from: 1)
        radio.event(.confirm(DirectedRadio.piano, isPermission: false, digits: 123))
        #expect(radio.told.contains("ask D4:3A:2C:01:02:03/public compare 000123 FP-30X"))
        radio.tell("answer D4:3A:2C:01:02:03/public yes")
        #expect(radio.done.last == "yes D4:3A:2C:01:02:03/public")
    }

    @Test func bondedPeerIsEncryptedBeforeTheFirstQuestion() {
        let radio = Self.connected(DirectedRadio.bondLine(DirectedRadio.piano, "FP-30X"))
        #expect(radio.done == ["secure 1"])
        radio.encrypt(handle: 70)
        #expect(radio.done.contains("send 1 02F700"))
        Self.converse(radio)
        #expect(radio.handedOver.first?.isEncrypted == true)
    }

    @Test func peerThatHasLostItsBondIsANewPeer() {
        let radio = Self.connected(DirectedRadio.bondLine(DirectedRadio.piano, "FP-30X"))
        radio.part(DirectedRadio.piano, reason: ManagementEvent.authenticationFailure)
        #expect(radio.told.contains("bond-gone D4:3A:2C:01:02:03/public"))
        #expect(radio.done.contains("unpair D4:3A:2C:01:02:03/public"))
        radio.pass(2100)
        radio.find(DirectedRadio.piano, "FP-30X")
        radio.forget()
        radio.director.linked(2, at: radio.now)
        radio.perform()
        #expect(radio.done == ["send 2 02F700"])
    }

    @Test func failedPairingIsRefusedAndTriedAgain() {
        let radio = Self.connected()
        radio.receive("0102000005", from: 1)
        radio.event(.authenticationFailed(DirectedRadio.piano, status: 5))
        #expect(radio.told.contains("state 5 refused D4:3A:2C:01:02:03/public FP-30X"))
        #expect(radio.done.contains("disconnect D4:3A:2C:01:02:03/public"))
    }

    @Test func requestsOfThePeerAreAnsweredMeanwhile() {
        let radio = Self.connected()
        radio.receive("021700", from: 1)
        #expect(radio.done.last == "send 1 03F700")
        radio.receive("1D220001", from: 1)
        #expect(radio.done.last == "send 1 1E")
    }

    @Test func lostPeerIsSoughtAtOnce() {
        let radio = Self.connected()
        Self.converse(radio)
        radio.forget()
        radio.part(DirectedRadio.piano, reason: 1)
        #expect(radio.told.prefix(2) == ["gone 0 out of reach", "state 5 seeking - "])
        #expect(radio.done.first == "search")
        radio.find(DirectedRadio.piano, "FP-30X")
        #expect(radio.done.contains("connect 2 D4:3A:2C:01:02:03/public"))
    }

    @Test func longerIntervalIsAskedBackOnceAfter5Seconds() {
        let radio = Self.connected()
        Self.converse(radio)
        radio.forget()
        radio.controllerEvent(.interval(handle: 70, 40))
        #expect(radio.told == ["interval 0 50000"])
        radio.pass(4900)
        #expect(!radio.done.contains { $0.hasPrefix("packet") })
        radio.pass(200)
        let update = "packet \(RadioWords.hex(ControllerPacket.update(handle: 70)))"
        #expect(radio.done.contains(update))
        radio.forget()
        radio.controllerEvent(.interval(handle: 70, 12))
        radio.controllerEvent(.interval(handle: 70, 40))
        radio.pass(20_000)
        #expect(!radio.done.contains(update))
    }
}
