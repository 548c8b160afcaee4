import Compact
import Testing

@testable import MIDICI

/// U9 and U11: chunks in both directions.
@Suite struct ChunkTests {
    private static let status = #"{"resource":"X-Treadle-Status"}"#

    private func bench(longest: Int = 512, presets: Int = 300) -> Bench {
        var bench = Bench()
        bench.meet(longest: longest)
        bench.device.content.presets = (0..<presets).map { CIContent.Preset(number: $0, title: "Preset \($0)") }
        return bench
    }

    /// U9: a chunk is as short as every device takes it, so that other messages do not wait long.
    @Test(arguments: [0, 128, 129, 200, 511, 512, 4096, 268_435_455])
    func chunksAreShortWhateverThePeerTakes(longest: Int) throws {
        var bench = bench(longest: longest)
        let sent = bench.hear(0x34, WireChunk.body(#"{"resource":"ProgramList"}"#))
        #expect(sent.dropLast().allSatisfy { $0.count == 128 } && sent.last.map { $0.count <= 128 } == true)
        let whole = try need(bench.whole(sent))
        #expect(JSONReader.value(of: Array(whole.data.utf8), depth: CILimits.jsonDepth)?.items?.count == 300)
    }

    /// U9: data that end exactly with a chunk, and one byte before and after.
    @Test func dataAreCutAtEachLength() throws {
        var bench = bench(longest: 128, presets: 1)
        var lengths: Set<Int> = []
        for length in 0..<300 {
            bench.now += 1_000_000_000
            bench.device.content.presets[0].title = String(repeating: "x", count: length)
            let sent = bench.hear(0x34, WireChunk.body(#"{"resource":"ProgramList"}"#))
            let whole = try need(bench.whole(sent))
            #expect(whole.data.utf8.count == length + 31)
            lengths.formUnion(sent.map { $0.count })
        }
        #expect(lengths.isSuperset(of: [126, 127, 128]) && lengths.allSatisfy { $0 <= 128 })
    }

    /// U9: replies to two requests go side by side.
    @Test func repliesOfSeveralRequestsAlternate() {
        var bench = bench()
        for request in [1, 2] as [UInt8] {
            let body = WireChunk.body(#"{"resource":"ProgramList"}"#, request: request)
            bench.device.receive(Wire.message(0x34, from: Bench.other, to: bench.muid, body), on: 3, at: bench.now)
        }
        let sent = bench.sent
        #expect(sent.prefix(4).map { $0[14] } == [1, 2, 1, 2])
        for request in [1, 2] as [UInt8] {
            #expect(bench.whole(sent.filter { $0[14] == request }) != nil)
        }
    }

    /// U9: at most four at once.
    @Test func aFifthRequestIsTooMany() throws {
        var bench = bench()
        for request in 0..<4 as Range<UInt8> {
            let body = WireChunk.body(#"{"resource":"ProgramList"}"#, request: request)
            bench.device.receive(Wire.message(0x34, from: Bench.other, to: bench.muid, body), on: 3, at: bench.now)
        }
        let body = WireChunk.body(#"{"resource":"DeviceInfo"}"#, request: 4)
        bench.device.receive(Wire.message(0x34, from: Bench.other, to: bench.muid, body), on: 3, at: bench.now)
        let sent = bench.sent
        #expect(bench.whole(sent.filter { $0[14] == 4 })?.header == #"{"status":343}"#)
        #expect(bench.get(#"{"resource":"DeviceInfo"}"#)?.header == #"{"status":200}"#)
    }

    /// U9: a Set in three chunks.
    @Test func aSetInChunksIsPutTogether() throws {
        var bench = bench()
        let parts = ["{\"pre", "set\":", "17}"]
        for (index, part) in parts.enumerated() {
            let header = index == 0 ? ChunkTests.status : ""
            // The number of chunks is only known at the end.
            let total = index == 2 ? 3 : 0
            #expect(
                bench.hear(0x36, WireChunk.body(header, data: part, total: total, number: index + 1)) == [])
        }
        #expect(bench.device.nextRequest()?.action == .loadPreset(17))
    }

    /// U11.
    @Test(arguments: [[2], [1, 3], [1, 1], [1, 2, 2], [1, 2, 4], [4]])
    func chunksOutOfSequenceAreAnsweredWithNAK(numbers: [Int]) {
        var bench = bench()
        var sent: [[UInt8]] = []
        for number in numbers {
            sent += bench.hear(0x36, WireChunk.body("", data: "{", request: 5, total: 3, number: number))
        }
        let body: [UInt8] = [0x36, 0x21, 0, 5, 0, 0, 0, 0, 0, 0]
        #expect(sent == [Wire.message(0x7F, from: bench.muid, to: Bench.other, body)])
        #expect(bench.device.assemblies.isEmpty)
    }

    /// U11: the sender gives up with chunk 0.
    @Test func aSenderMayGiveUp() {
        var bench = bench()
        _ = bench.hear(0x36, WireChunk.body(ChunkTests.status, data: "{", total: 3, number: 1))
        #expect(bench.device.assemblies.count == 1)
        #expect(bench.hear(0x36, WireChunk.body("", total: 0, number: 0)) == [])
        #expect(bench.device.assemblies.isEmpty)
    }

    /// U11: chunks that stop coming.
    @Test func aTransferThatStopsEndsAfter3s() {
        var bench = bench()
        _ = bench.hear(0x36, WireChunk.body(ChunkTests.status, data: "{", request: 6, total: 3, number: 1))
        #expect(bench.wait(2.999) == [])
        let body: [UInt8] = [0x36, 0x42, 0, 6, 0, 0, 0, 0, 0, 0]
        #expect(bench.wait(0.001) == [Wire.message(0x7F, from: bench.muid, to: Bench.other, body)])
        #expect(bench.device.deadline == .max)
    }

    /// U11: each length of a Get is wrong by one, or the message is cut anywhere.
    @Test func aFalseLengthIsAnsweredWithNAK() {
        var bench = bench()
        let good = WireChunk.body(#"{"resource":"DeviceInfo"}"#, data: "x")
        let nak: [UInt8] = [0x34, 0x41, 0, 0, 0, 0, 0, 0, 0, 0]
        let expected = [Wire.message(0x7F, from: bench.muid, to: Bench.other, nak)]
        for length in 0..<good.count { #expect(bench.hear(0x34, Array(good.prefix(length))) == expected) }
        #expect(bench.hear(0x34, good + [0]) == expected)
        for index in [2, good.count - 2] {
            var wrong = good
            wrong[index] = 0x7F
            #expect(bench.hear(0x34, wrong) == expected)
        }
        let long = WireChunk.body(String(repeating: " ", count: CILimits.headerBytes + 1))
        #expect(bench.hear(0x34, long) == expected)
    }

    /// U11: data without end are not kept.
    @Test func tooMuchDataAreRefused() {
        var bench = bench()
        let part = String(repeating: "x", count: 2000)
        var sent: [[UInt8]] = []
        for number in 1...40 {
            sent += bench.hear(
                0x36, WireChunk.body(number == 1 ? ChunkTests.status : "", data: part, total: 40, number: number))
        }
        #expect(bench.whole(sent)?.header == #"{"status":413}"#)
    }

    /// U11: transfers that many devices begin.
    @Test func transfersOfManyDevicesAreBounded() {
        var bench = bench()
        let body = WireChunk.body(ChunkTests.status, data: "x", total: 3)
        for muid in 1...500 as ClosedRange<UInt32> {
            _ = bench.hear(Wire.message(0x36, from: muid, to: bench.muid, body))
        }
        #expect(bench.device.assemblies.count == CILimits.transfers)
        _ = bench.wait(3)
        #expect(bench.device.assemblies.isEmpty)
    }

    /// U9: a peer that does not want the rest, by NAK or, in version 1, by Notify.
    @Test(arguments: [true, false])
    func aPeerMayEndAReply(byNAK: Bool) {
        var bench = bench()
        let inquiry = WireChunk.body(#"{"resource":"ProgramList"}"#)
        bench.device.receive(Wire.message(0x34, from: Bench.other, to: bench.muid, inquiry), on: 3, at: bench.now)
        _ = bench.device.nextOutput()
        let rest =
            byNAK
            ? bench.hear(0x7F, [0x35, 0x20, 0, 0, 0, 0, 0, 0, 0, 0])
            : bench.hear(0x3F, WireChunk.body(#"{"status":144}"#))
        #expect(rest == [])
        #expect(bench.device.deliveries.isEmpty)
    }
}
