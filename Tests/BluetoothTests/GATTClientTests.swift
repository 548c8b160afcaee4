import BLEMIDI
import TestSupport
import Testing

@testable import Bluetooth

/// The questions to a peer and its answers (B8).
@Suite struct GATTClientTests {
    /// A client, with the questions that it asks as hex.
    struct Talk {
        var client = GATTClient()
        var asked: [String] = []

        init() { asked.append(RadioWords.hex(client.question)) }

        @discardableResult
        mutating func hear(_ hex: String) -> GATTClient.Outcome {
            let outcome = client.handle(ManagementTests.bytes(hex)[...])
            if case .ask(let pdu) = outcome { asked.append(RadioWords.hex(pdu)) }
            return outcome
        }
    }

    static let service = "00C7C44EE36C51A7334BE8ED5A0EB803"
    static let data = "F36B109D66F2A9A112416838DBE57277"

    @Test func wholeConversationLeadsToPlaying() {
        var talk = Talk()
        talk.hear("03 6400")
        talk.hear("07 2000 2400")
        talk.hear("09 15 2100 16 2200 \(Self.data)")
        talk.hear("05 01 2300 0229")
        talk.hear("0B")
        #expect(talk.hear("13") == .ready)
        #expect(
            talk.asked == [
                "02F700", "060100FFFF0028\(Self.service)", "0820002400" + "0328", "0423002400", "0A2200",
                "1223000100",
            ])
        #expect(talk.client.mtu == 100 && talk.client.valueHandle == 0x22 && !talk.client.writesWithResponse)
    }

    @Test func refusedMTUAndReadChangeNothing() {
        var talk = Talk()
        talk.hear("01 02 0000 06")
        talk.hear("07 2000 2400")
        talk.hear("09 15 2100 16 2200 \(Self.data)")
        talk.hear("05 01 2300 0229")
        talk.hear("01 0A 2200 02")
        #expect(talk.hear("13") == .ready)
        #expect(talk.client.mtu == nil)
    }

    @Test func readThatGivesSomethingIsNoFault() {
        var talk = Self.upToRead()
        talk.hear("0B 8080 903C64")
        #expect(talk.client.step == .subscribe)
    }

    private static func upToRead(properties: String = "16") -> Talk {
        var talk = Talk()
        talk.hear("03 1700")
        talk.hear("07 2000 2400")
        talk.hear("09 15 2100 \(properties) 2200 \(data)")
        talk.hear("05 01 2300 0229")
        return talk
    }

    @Test func peerWithoutDescriptorWorks() {
        var talk = Talk()
        talk.hear("03 1700")
        talk.hear("07 2000 2200")
        talk.hear("09 15 2100 16 2200 \(Self.data)")
        #expect(talk.client.step == .read)
        #expect(talk.hear("0B") == .ready)
    }

    @Test func refusedDescriptorsMeanThatThereAreNone() {
        var talk = Talk()
        talk.hear("03 1700")
        talk.hear("07 2000 2400")
        talk.hear("09 15 2100 16 2200 \(Self.data)")
        talk.hear("01 04 2300 0A")
        #expect(talk.hear("0B") == .ready)
    }

    @Test(arguments: [("16", false), ("1E", false), ("1A", true), ("10", false)])
    func propertiesTellHowToWrite(_ properties: String, _ withResponse: Bool) {
        #expect(Self.upToRead(properties: properties).client.writesWithResponse == withResponse)
    }

    @Test func missingServiceIsNoMIDI() {
        var talk = Talk()
        talk.hear("03 1700")
        #expect(talk.hear("01 06 0100 0A") == .noMIDI)
    }

    @Test func serviceWithoutTheCharacteristicIsNoMIDI() {
        var talk = Talk()
        talk.hear("03 1700")
        talk.hear("07 2000 2400")
        // Another characteristic comes first, and nothing behind it.
        #expect(talk.hear("09 07 2100 02 2200 002A") == .ask(ManagementTests.bytes("0822002400 0328")))
        #expect(talk.hear("01 08 2200 0A") == .noMIDI)
    }

    @Test(arguments: ["05", "08", "0C", "0F"])
    func refusalForWantOfEncryptionIsAskedAgain(_ error: String) {
        var talk = Talk()
        talk.hear("03 1700")
        #expect(talk.hear("01 06 0100 \(error)") == .needsSecurity)
        #expect(talk.client.step == .service)
        #expect(talk.hear("07 2000 2400") != .nothing)
    }

    @Test func answersToOtherQuestionsDoNotCount() {
        var talk = Talk()
        for pdu in ["13", "0B", "01 06 0100 0A", "1B 2200 8080", "", "01"] { #expect(talk.hear(pdu) == .nothing) }
        #expect(talk.client.step == .mtu)
    }

    @Test func namesAreRead() {
        #expect(GATTClient.name(in: ManagementTests.bytes("09 05 0300 506164")[...]) == "Pad")
        #expect(GATTClient.name(in: ManagementTests.bytes("01 08 0100 0A")[...])?.isEmpty == true)
        #expect(GATTClient.name(in: ManagementTests.bytes("09 01")[...])?.isEmpty == true)
        #expect(GATTClient.name(in: ManagementTests.bytes("13")[...]) == nil)
    }

    @Test(arguments: SplitMix.seeds) func randomAnswersLeadToAnEnd(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        var client = GATTClient()
        for _ in 0..<200 {
            var pdu = (0..<random.below(30)).map { _ in UInt8(random.below(random.chance(50) ? 256 : 8)) }
            if let asked = client.question.first, !pdu.isEmpty, random.chance(80) { pdu[0] = asked + 1 }
            if client.handle(pdu[...]) == .ready { break }
            #expect(client.question.count <= 23)
        }
        _ = GATTClient.name(in: client.question[...])
    }
}
