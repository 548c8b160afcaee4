import Testing

@testable import MIDICI

/// U9, U10 and U11: Discovery, MUIDs and Endpoint Information, byte by byte.
@Suite struct DiscoveryTests {
    /// The identity of the box and what it offers: profiles, properties, process inquiry.
    static let own: [UInt8] = [0, 0x7D, 0, 1, 0, 1, 0, 1, 2, 3, 4]

    /// U9.
    @Test func discoveryIsAnsweredInItsVersion() {
        var bench = Bench()
        let two = bench.hear(Wire.message(0x70, from: Bench.other, to: Wire.broadcast, Wire.about(path: [5])))
        let body = DiscoveryTests.own + [0x1C, 0, 4, 0, 0, 5, 0x7F]
        #expect(two == [Wire.message(0x71, from: bench.muid, to: Bench.other, body)])
        let one = bench.hear(
            Wire.message(0x70, from: 0x111, to: Wire.broadcast, Wire.about(path: []), version: 1))
        let short = DiscoveryTests.own + [0x0C, 0, 4, 0, 0]
        #expect(one == [Wire.message(0x71, from: bench.muid, to: 0x111, short, version: 1)])
        #expect(bench.device.peers.map { $0.version } == [2, 1])
    }

    /// U9: a later version has fields that this one does not know.
    @Test func aLaterVersionIsAnsweredAsTheNewestKnown() {
        var bench = Bench()
        let about = Wire.about(path: [0]) + [1, 2, 3]
        let sent = bench.hear(Wire.message(0x70, from: Bench.other, to: Wire.broadcast, about, version: 3))
        #expect(sent.map { $0[5] } == [2])
    }

    /// U10.
    @Test func aPortThatComesIsDiscoveredOnce() {
        var bench = Bench(asks: true)
        let body = DiscoveryTests.own + [0x1C, 0, 4, 0, 0, 0]
        #expect(bench.sent == [Wire.message(0x70, from: bench.muid, to: Wire.broadcast, body)])
        #expect(bench.wait(100) == [])
        #expect(bench.hear(0x71, Wire.about() + [0x7F]).first?[4] != 0x71)
        #expect(bench.notices == [.found])
        #expect(bench.device.peers.first?.muid == MUID(Bench.other))
        #expect(bench.device.peers.first?.identity.model == 2)
    }

    @Test func aPortOfOneDirectionHasNoMUID() {
        var device = CIDevice(Bench.settings, random: 1)
        device.portCame(0, CIPort(maySend: false), at: 0)
        #expect(device.muid(of: 0) == nil)
        #expect(device.nextOutput() == nil)
    }

    /// U9.
    @Test func endpointInformationIsTheProductInstanceId() {
        var bench = Bench()
        let text = Array("treadle-1".utf8)
        #expect(
            bench.hear(0x72, [0])
                == [Wire.message(0x73, from: bench.muid, to: Bench.other, [0, 9, 0] + text)])
        let refusal: [UInt8] = [0x72, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(bench.hear(0x72, [1]) == [Wire.message(0x7F, from: bench.muid, to: Bench.other, refusal)])
    }

    /// U9: Profile Inquiry finds none, and none can be set.
    @Test(arguments: [0x7F, 0x7E, 0x00, 0x0F] as [UInt8])
    func thereAreNoProfiles(address: UInt8) {
        var bench = Bench()
        let none = Wire.message(0x21, from: bench.muid, to: Bench.other, [0, 0, 0, 0], address: address)
        #expect(bench.hear(0x20, address: address) == [none])
        for kind in [0x22, 0x23, 0x28, 0x2F] as [UInt8] {
            let answer = bench.hear(kind, [0x7E, 0, 0, 1, 1, 0, 0], address: address)
            #expect(answer.map { Array($0[14...15]) } == [[kind, 0x04]])
        }
    }

    // MARK: - MUIDs

    /// U9: another device has the box's MUID.
    @Test func aCollisionEndsInAnotherMUID() {
        var bench = Bench(asks: true)
        _ = bench.sent
        let before = bench.muid
        bench.now += 5_000_000_000
        let sent = bench.hear(Wire.message(0x70, from: before, to: Wire.broadcast, Wire.about()))
        #expect(bench.muid != before)
        #expect(sent.first == Wire.message(0x7E, from: before, to: Wire.broadcast, Wire.muid(before)))
        #expect(sent.dropFirst().map { $0[4] } == [0x70])
        #expect(sent.dropFirst().allSatisfy { Wire.number(of: $0[6..<10]) == bench.muid })
        #expect(bench.device.counters.collisions == 1)
    }

    /// U9: somebody says that the box's MUID is invalid.
    @Test func anInvalidatedMUIDIsReplaced() {
        var bench = Bench(asks: true)
        bench.meet()
        let before = bench.muid
        bench.now += 5_000_000_000
        let sent = bench.hear(Wire.message(0x7E, from: Bench.other, to: Wire.broadcast, Wire.muid(before)))
        #expect(bench.muid != before)
        #expect(sent.map { $0[4] } == [0x70])
        #expect(bench.device.peers == [])
        #expect(bench.notices == [.gone])
    }

    /// U10: when a peer's MUID is invalid, the box looks who is there.
    @Test func aPeerWhoseMUIDIsInvalidIsForgottenAndSoughtAgain() {
        var bench = Bench(asks: true)
        bench.meet()
        bench.now += 5_000_000_000
        let sent = bench.hear(Wire.message(0x7E, from: Bench.other, to: Wire.broadcast, Wire.muid(Bench.other)))
        #expect(sent.map { $0[4] } == [0x70])
        #expect(bench.device.peers == [])
    }

    /// U11: a flood of Invalidate leads to one Discovery a second.
    @Test func invalidatesInAFloodLeadToOneDiscoveryASecond() {
        var bench = Bench(asks: true)
        _ = bench.sent
        var discoveries = 0
        for _ in 0..<1000 {
            bench.now += 10_000_000
            bench.device.advance(to: bench.now)
            let target = Wire.muid(bench.muid)
            discoveries += bench.hear(Wire.message(0x7E, from: Bench.other, to: Wire.broadcast, target)).count
        }
        #expect(9...11 ~= discoveries)
    }

    /// The port is wired to itself.
    @Test func theOwnDiscoveryIsNoCollision() {
        var bench = Bench(asks: true)
        let own = bench.sent
        let before = bench.muid
        #expect(own.flatMap { bench.hear($0) } == [])
        #expect(bench.muid == before)
        #expect(bench.device.counters.echoes == 1)
        #expect(bench.device.peers == [])
    }

    /// U9: two devices answer one Discovery with one MUID.
    @Test func twoAnswersWithOneMUIDInvalidateIt() {
        var bench = Bench(asks: true)
        _ = bench.hear(0x71, Wire.about() + [0x7F])
        let sent = bench.hear(0x71, Wire.about(model: 9) + [0x7F])
        #expect(sent == [Wire.message(0x7E, from: bench.muid, to: Wire.broadcast, Wire.muid(Bench.other))])
        #expect(bench.device.peers == [])
    }

    /// U9: reserved numbers are never taken, and no two ports have the same.
    @Test func ownMUIDsAreUsableAndDistinct() {
        var taken: Set<UInt32> = []
        for seed in 0..<2000 as Range<UInt64> {
            var device = CIDevice(Bench.settings, random: seed)
            device.portCame(0, CIPort(), at: 0)
            device.portCame(1, CIPort(), at: 0)
            let both = [device.muid(of: 0)!, device.muid(of: 1)!]
            #expect(both[0] != both[1])
            #expect(both.allSatisfy { $0.value < 0x0FFF_FF00 })
            taken.formUnion(both.map { $0.value })
        }
        #expect(taken.count > 3990)
    }

    /// U11: a device that says it has a reserved MUID is not believed.
    @Test(arguments: [0x0FFF_FF00, 0x0FFF_FF01, 0x0FFF_FFFE, 0x0FFF_FFFF] as [UInt32])
    func reservedMUIDsAreIgnored(muid: UInt32) {
        var bench = Bench()
        #expect(bench.hear(Wire.message(0x70, from: muid, to: Wire.broadcast, Wire.about())) == [])
        #expect(bench.device.counters.wrongMUIDs == 1)
        #expect(bench.device.peers == [])
    }

    @Test func theEndSaysThatTheMUIDIsInvalid() {
        var bench = Bench()
        bench.device.end()
        #expect(bench.sent == [Wire.message(0x7E, from: bench.muid, to: Wire.broadcast, Wire.muid(bench.muid))])
    }
}
