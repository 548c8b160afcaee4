import Testing

@testable import MIDICI

/// U11: messages that are cut, of another version, or for somebody else.
@Suite struct MalformedTests {
    private func nak(_ bench: Bench, _ kind: UInt8, _ status: UInt8, address: UInt8 = 0x7F) -> [UInt8] {
        let body: [UInt8] = [kind, status, 0, 0, 0, 0, 0, 0, 0, 0]
        return Wire.message(0x7F, from: bench.muid, to: Bench.other, body, address: address)
    }

    /// U11: every beginning of a Discovery.
    @Test func aCutDiscoveryIsAnsweredWithNAKOrDropped() {
        var bench = Bench()
        let whole = Wire.message(0x70, from: Bench.other, to: Wire.broadcast, Wire.about())
        for length in 1..<whole.count - 1 {
            let sent = bench.hear(Array(whole.prefix(length)) + [0xF7])
            #expect(sent == (length < 14 ? [] : [nak(bench, 0x70, 0x41)]), "\(length)")
        }
        #expect(bench.device.counters.malformed > 20)
        #expect(bench.device.peers == [])
    }

    /// U11.
    @Test func anUnknownKindIsAnsweredWithNAK() {
        var bench = Bench()
        for kind in [0x10, 0x15, 0x2A, 0x32, 0x33, 0x5F, 0x45] as [UInt8] {
            #expect(bench.hear(kind, [1, 2, 3]) == [nak(bench, kind, 0x01)])
        }
        #expect(bench.hear(Wire.message(0x5F, from: Bench.other, to: Wire.broadcast)) == [])
    }

    /// U11: a kind that version 1 did not have.
    @Test func aKindOfALaterVersionIsNotKnownInVersion1() {
        var bench = Bench()
        #expect(
            bench.hear(0x72, [0], version: 1)
                == [Wire.message(0x7F, from: bench.muid, to: Bench.other, version: 1)])
    }

    /// U11: version 0 was a draft, and the upper bits of the version are reserved.
    @Test(arguments: [0, 0x10, 0x42] as [UInt8])
    func anotherVersionIsAnsweredWithNAK(version: UInt8) {
        var bench = Bench()
        #expect(bench.hear(0x20, version: version) == [nak(bench, 0x20, 0x02)])
    }

    /// U11: channels 17 and up do not exist, and Discovery is of the whole block.
    @Test func anAddressThatIsNotInUseIsAnsweredWithNAK() {
        var bench = Bench()
        #expect(bench.hear(0x20, address: 0x10) == [nak(bench, 0x20, 0x03, address: 0x10)])
        #expect(bench.hear(0x72, [0], address: 0x00) == [nak(bench, 0x72, 0x03, address: 0)])
    }

    /// U11: a message for another MUID belongs to somebody else on the wire.
    @Test func messagesToOthersAreIgnored() {
        var bench = Bench()
        #expect(bench.hear(Wire.message(0x20, from: Bench.other, to: bench.muid ^ 1)) == [])
        #expect(bench.device.counters.wrongMUIDs == 1)
    }

    /// U11: two devices must not answer each other's NAK without end.
    @Test(arguments: [0x7D, 0x7F] as [UInt8])
    func answersAreNeverAnsweredWithNAK(kind: UInt8) {
        var bench = Bench()
        #expect(bench.hear(kind) == [])
        #expect(bench.hear(kind, [0x20, 0, 0, 0, 0, 0, 0, 0], address: 0x30) == [])
        #expect(bench.hear(kind, version: 0) == [])
    }

    @Test func otherSysExIsIgnored() {
        var bench = Bench()
        #expect(bench.hear([0xF0, 0x7E, 0x7F, 0x06, 0x01, 0xF7]) == [])
        #expect(bench.hear([0xF0, 0xF7]) == [])
        #expect(bench.hear([]) == [])
        #expect(bench.device.counters == CICounters())
    }

    /// U11: 1,000 discoveries a second.
    @Test func aFloodIsAnsweredUpToTheLimit() {
        var bench = Bench()
        var answers = 0
        for index in 0..<1000 as Range<UInt32> {
            answers += bench.hear(Wire.message(0x70, from: index, to: Wire.broadcast, Wire.about())).count
        }
        #expect(answers == CILimits.inquiriesPerSecond)
        #expect(bench.device.counters.droppedInquiries == UInt64(1000 - CILimits.inquiriesPerSecond))
        #expect(bench.device.peers.count == CILimits.peers)
        bench.now += 1_000_000_000
        #expect(bench.hear(0x20).count == 1)
    }

    /// U11: a port that takes nothing.
    @Test func outputsOfAPortThatIsNotReadAreBounded() {
        var bench = Bench()
        for _ in 0..<100 {
            let inquiry = Wire.message(0x20, from: Bench.other, to: bench.muid)
            bench.device.receive(inquiry, on: 3, at: bench.now)
        }
        #expect(bench.device.counters.droppedOutputs == UInt64(100 - CILimits.outputs))
        #expect(bench.sent.count == CILimits.outputs)
    }
}
