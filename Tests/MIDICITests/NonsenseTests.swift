import TestSupport
import Testing

@testable import MIDICI

/// U11: whatever comes, the box neither traps nor grows, and what it sends is well-formed.
@Suite struct NonsenseTests {
    /// Messages of a well-behaved device to a box, to begin with.
    static func talk(to muid: UInt32) -> [[UInt8]] {
        let headers = CIResource.allCases.map { #"{"resource":"\#($0.name)"}"# }
        var messages = headers.map {
            Wire.message(0x34, from: Bench.other, to: muid, WireChunk.body($0))
        }
        messages += [
            Wire.message(0x70, from: Bench.other, to: Wire.broadcast, Wire.about()),
            Wire.message(0x71, from: Bench.other, to: muid, Wire.about() + [0x7F]),
            Wire.message(0x72, from: Bench.other, to: muid, [0]),
            Wire.message(0x73, from: Bench.other, to: muid, [0, 3, 0, 65, 66, 67]),
            Wire.message(0x7E, from: Bench.other, to: Wire.broadcast, Wire.muid(muid)),
            Wire.message(0x7F, from: Bench.other, to: muid, [0x35, 0x20, 0, 0, 0, 0, 0, 0, 0, 0]),
            Wire.message(0x20, from: Bench.other, to: muid),
            Wire.message(0x30, from: Bench.other, to: muid, [1, 0, 0]),
            Wire.message(0x31, from: Bench.other, to: muid, [1, 0, 0]),
            Wire.message(0x40, from: Bench.other, to: muid),
            Wire.message(0x42, from: Bench.other, to: muid, [0x7F, 0x7F, 0, 0x7F, 0x7F]),
            Wire.message(
                0x36, from: Bench.other, to: muid,
                WireChunk.body(#"{"resource":"X-Treadle-Status"}"#, data: #"{"preset":1}"#)),
            Wire.message(
                0x36, from: Bench.other, to: muid,
                WireChunk.body(#"{"resource":"State","resId":"band"}"#, data: "{", total: 2)),
            Wire.message(
                0x38, from: Bench.other, to: muid, WireChunk.body(#"{"command":"start","resource":"ProgramList"}"#)),
            Wire.message(
                0x35, from: Bench.other, to: muid,
                WireChunk.body(#"{"status":200}"#, data: #"[{"resource":"ProgramList"}]"#, request: 1)),
            Wire.message(0x3F, from: Bench.other, to: muid, WireChunk.body(#"{"status":100}"#)),
        ]
        return messages
    }

    @Test func mutatedMessagesAreRefusedOrTaken() {
        for seed in SplitMix.seeds {
            var random = SplitMix(state: seed)
            var bench = Bench(asks: random.chance(50), longest: 128 << random.below(4), random: seed)
            bench.device.content.presets = (0..<50).map { CIContent.Preset(number: $0, title: "Preset \($0)") }
            bench.device.content.states = [CIContent.State(id: "band", title: "Band")]
            var (muid, talk) = (bench.muid, NonsenseTests.talk(to: bench.muid))
            for _ in 0..<100 {
                if bench.muid != muid { (muid, talk) = (bench.muid, NonsenseTests.talk(to: bench.muid)) }
                var message = random.pick(talk)
                for _ in 0..<random.below(3) { mutate(&message, &random) }
                bench.device.receive(message, on: 3, at: bench.now)
                if random.chance(30) { expectWhole(bench.sent, seed) }
                while let request = bench.device.nextRequest() {
                    let answers: [CIAnswer] = [
                        .done, .text("a"), .messages([[0x90, 1, 2], []]), .refused(status: 404, ""),
                    ]
                    if random.chance(70) { bench.device.answer(request.token, random.pick(answers), at: bench.now) }
                }
                bench.now += UInt64(random.below(random.chance(10) ? 4_000_000_000 : 20_000_000))
                bench.device.advance(to: bench.now)
                if random.chance(20) { bench.device.changed(random.pick(CIResource.allCases), at: bench.now) }
                #expect(isBounded(bench.device), "seed \(seed)")
            }
        }
    }

    @Test func noiseIsIgnored() {
        for seed in SplitMix.seeds {
            var random = SplitMix(state: seed)
            var bench = Bench(random: seed)
            for _ in 0..<50 {
                let noise = (0..<random.below(40)).map { _ in UInt8(random.below(256)) }
                bench.device.receive(noise, on: 3, at: bench.now)
                bench.device.receive([0xF0, 0x7E, 0x7F, 0x0D] + noise + [0xF7], on: 3, at: bench.now)
            }
            expectWhole(bench.sent, seed)
        }
    }

    private func expectWhole(_ messages: [[UInt8]], _ seed: UInt64) {
        #expect(messages.allSatisfy { TwoBoxes.isWhole($0) }, "seed \(seed)")
    }

    private func mutate(_ message: inout [UInt8], _ random: inout SplitMix) {
        if message.isEmpty { return }
        let at = random.below(message.count)
        switch random.below(5) {
        case 0: message[at] = UInt8(random.below(256))
        case 1: message[at] = UInt8(random.below(128))
        case 2: message.removeSubrange(at..<min(message.count, at + 1 + random.below(8)))
        case 3: message.insert(contentsOf: message[at...].prefix(1 + random.below(100)), at: at)
        default: message = Array(message.prefix(at)) + [0xF7]
        }
    }

    private func isBounded(_ device: CIDevice) -> Bool {
        device.peers.count <= CILimits.peers && device.assemblies.count <= CILimits.transfers
            && device.deliveries.count <= CILimits.transfers + CILimits.subscriptions
            && device.waiting.count <= CILimits.requests && device.requests.count <= CILimits.requests
            && device.subscriptions.count <= CILimits.subscriptions && device.notices.count <= CILimits.notices
            && device.ports.allSatisfy { $0.outputs.count <= CILimits.outputs }
            && device.assemblies.allSatisfy { $0.body.count <= CILimits.dataBytes }
    }
}
