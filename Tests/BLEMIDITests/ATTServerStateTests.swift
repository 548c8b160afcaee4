import BLEMIDI
import TestSupport
import Testing

/// What the server remembers of a link, and what it makes of any bytes.
@Suite struct ATTServerStateTests {
    /// B6: 23 until the peer asks, and never more than is offered.
    @Test(arguments: [("02 17 00", 23), ("02 05 00", 23), ("02 64 00", 100), ("02 F7 00", 247), ("02 00 02", 247)])
    func mtuIsTheSmallerOffer(request: String, mtu: Int) {
        var server = Serving()
        #expect(server.server.mtu == 23)
        _ = server.ask(request)
        #expect(server.server.mtu == mtu)
    }

    @Test func longAnswersAreCutToTheMTU() {
        let name = "A name of twenty-nine bytes !"
        var server = Serving(name: name)
        #expect(server.ask("0A 03 00") == hex([0x0B] + name.utf8.prefix(22)))
        #expect(server.ask("08 01 00 FF FF 00 2A") == hex([0x09, 0x15, 3, 0] + name.utf8.prefix(19)))
        #expect(server.ask("0C 03 00 16 00") == hex([0x0D] + name.utf8.dropFirst(22)))
        _ = server.ask("02 F7 00")
        #expect(server.ask("0A 03 00") == hex([0x0B] + Array(name.utf8)))
        #expect(server.ask("10 01 00 FF FF 00 28") == "11 06 01 00 07 00 00 18 08 00 08 00 01 18")
    }

    @Test func aLongNameIsCutBetweenCharacters() {
        for (text, kept) in [("A name of twenty-eight bytes€", "A name of twenty-eight bytes"), ("", "")] {
            let name = Serving.name(text)
            #expect((0..<name.count).map { name[$0] } == Array(kept.utf8))
        }
    }

    @Test func notificationsAreTurnedOnAndOff() {
        var server = Serving()
        #expect(!server.server.notifies)
        #expect(server.ask("12 13 00 01 00") == "13")
        #expect(server.server.notifies)
        #expect(server.ask("0A 13 00") == "0B 01 00")
        _ = server.ask("52 13 00 00 00")
        #expect(!server.server.notifies)
        // Indications do not exist.
        _ = server.ask("12 13 00 02 00")
        #expect(!server.server.notifies)
    }

    @Test func writesOfMIDIArePackets() {
        var server = Serving()
        #expect(server.ask("52 12 00 80 80 90 3C 64") == "")
        #expect(server.outcome == .packet(3..<8))
        #expect(server.ask("12 12 00 80 80 90 3C 64") == "13")
        #expect(server.outcome == .packet(3..<8))
        #expect(server.server.ignoredWrites == 0)
    }

    /// B5
    @Test func writesBeforeEncryptionAreIgnoredAndCounted() {
        var server = Serving(isOpen: false)
        _ = server.ask("52 12 00 80 80 90 3C 64")
        #expect(server.outcome == .nothing)
        _ = server.ask("12 12 00 80 80 90 3C 64")
        _ = server.ask("52 13 00 01 00")
        #expect(server.server.ignoredWrites == 2)
        #expect(!server.server.notifies)
        server.server.isOpen = true
        _ = server.ask("52 12 00 80 80 90 3C 64")
        #expect(server.outcome == .packet(3..<8))
    }

    /// B14: any bytes get an answer of the specified form, or none, and never reach behind their end.
    @Test(arguments: SplitMix.seeds) func anyBytesAreAnsweredInForm(seed: UInt64) {
        var random = SplitMix(state: seed)
        var server = Serving(isOpen: random.chance(50))
        for _ in 0..<200 {
            var pdu = (0..<random.below(30)).map { _ in UInt8(random.below(random.chance(50) ? 24 : 256)) }
            if !pdu.isEmpty && random.chance(70) { pdu[0] = UInt8(random.below(0x20)) }
            let answer = bytes(server.ask(hex(pdu)))
            #expect(answer.count <= server.server.mtu, "seed \(seed): \(hex(pdu))")
            if case .packet(let range) = server.outcome {
                #expect(range.lowerBound == 3 && range.upperBound == pdu.count, "seed \(seed): \(hex(pdu))")
            }
            guard let first = answer.first else { continue }
            if first == ATT.errorResponse {
                #expect(answer.count == 5 && answer[1] == pdu[0], "seed \(seed): \(hex(pdu))")
            } else {
                #expect(first == pdu[0] + 1, "seed \(seed): \(hex(pdu))")
            }
        }
    }
}
