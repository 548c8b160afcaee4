import TestSupport
import Testing

@testable import MIDICI

/// U9 and U10: two boxes, each initiator and responder, at the ends of one wire.
struct TwoBoxes {
    var devices: [CIDevice]
    var now: UInt64 = 1_000_000_000
    /// Of 100 messages, so many are lost, or come twice.
    var lost = 0
    var doubled = 0
    /// Of 100 messages, so many have a byte changed.
    var changed = 0
    var random: SplitMix
    /// What went over the wire.
    var messages: [[UInt8]] = []

    init(seed: UInt64) {
        random = SplitMix(state: seed)
        devices = (0..<2).map { index in
            var settings = Bench.settings
            settings.identity.model = UInt16(index + 1)
            settings.productInstance = "box-\(index)"
            return CIDevice(settings, random: seed &* 2 &+ UInt64(index))
        }
        for index in 0..<2 {
            devices[index].content.presets = (0..<100 * (index + 1)).map {
                CIContent.Preset(number: $0, title: "Preset \($0) ü")
            }
            devices[index].content.running = index
        }
    }

    mutating func connect(longest: Int = 512) {
        for index in 0..<2 { devices[index].portCame(0, CIPort(longest: longest), at: now) }
    }

    /// Passes messages until both have nothing to say now.
    mutating func talk() {
        var isTalking = true
        while isTalking {
            isTalking = false
            for index in 0..<2 {
                guard var output = devices[index].nextOutput(on: 0) else { continue }
                isTalking = true
                #expect(TwoBoxes.isWhole(output.bytes))
                messages.append(output.bytes)
                if random.chance(lost) { continue }
                if random.chance(changed) {
                    let at = 1 + random.below(output.bytes.count - 2)
                    output.bytes[at] = UInt8(random.below(128))
                }
                for _ in 0..<(random.chance(doubled) ? 2 : 1) {
                    devices[1 - index].receive(output.bytes, on: 0, at: now)
                }
            }
            serve()
        }
    }

    private mutating func serve() {
        for index in 0..<2 {
            while let request = devices[index].nextRequest() {
                if random.chance(80) { devices[index].answer(request.token, .done, at: now) }
            }
            while devices[index].nextNotice() != nil {}
        }
    }

    /// Lets time pass until nothing is due. Fails if that never is so.
    mutating func settle() {
        for _ in 0..<1000 {
            talk()
            let due = min(devices[0].deadline, devices[1].deadline)
            if due == .max { return }
            now = max(now, due)
            for index in 0..<2 { devices[index].advance(to: now) }
        }
        Issue.record("the boxes do not come to rest")
    }

    static func isWhole(_ bytes: [UInt8]) -> Bool {
        if bytes.first != 0xF0 { return (1...3).contains(bytes.count) && bytes[0] >= 0x80 }
        return bytes.last == 0xF7 && bytes.count <= 512 && bytes.dropFirst().dropLast().allSatisfy { $0 < 0x80 }
    }
}

@Suite struct TwoBoxesTests {
    /// U10: each knows the other's name and programs.
    @Test(arguments: [128, 200, 512, 4096])
    func eachKnowsTheOther(longest: Int) {
        var boxes = TwoBoxes(seed: 1)
        boxes.connect(longest: longest)
        boxes.settle()
        for index in 0..<2 {
            let peer = boxes.devices[index].peers.first
            #expect(peer?.productInstance == "box-\(1 - index)")
            #expect(peer?.modelName == "Treadle" && peer?.requestsAtOnce == 4)
            #expect(peer?.programs?.count == 100 * (2 - index))
            #expect(peer?.programs?.last?.title == "Preset \(100 * (2 - index) - 1) ü")
        }
        #expect(boxes.messages.allSatisfy { $0.count <= min(longest, 512) })
    }

    /// U11: on a bad wire nothing is stuck or grows. Each seed is another evening.
    @Test func aBadWireHoldsNothingUp() {
        for seed in SplitMix.seeds {
            var boxes = TwoBoxes(seed: seed)
            (boxes.lost, boxes.doubled, boxes.changed) = (20, 10, 10)
            boxes.connect()
            boxes.settle()
            boxes.devices[0].changed(.programList, at: boxes.now)
            boxes.settle()
            for device in boxes.devices {
                #expect(
                    device.assemblies.isEmpty && device.deliveries.isEmpty && device.waiting.isEmpty, "seed \(seed)")
            }
        }
    }

    /// U9: the same MUID at both ends of a wire, and then another at one of them at least.
    @Test func equalMUIDsEndDifferent() {
        for seed in SplitMix.seeds {
            var boxes = TwoBoxes(seed: seed)
            boxes.connect()
            boxes.devices[1].ports[0].muid = boxes.devices[0].ports[0].muid
            boxes.devices[1].ports[0].outputs = []
            boxes.devices[1].sendDiscovery(on: 0, at: boxes.now)
            #expect(boxes.devices[0].muid(of: 0) == boxes.devices[1].muid(of: 0), "seed \(seed)")
            boxes.settle()
            #expect(boxes.devices[0].muid(of: 0) != boxes.devices[1].muid(of: 0), "seed \(seed)")
            #expect(boxes.devices.allSatisfy { $0.peers.count == 1 }, "seed \(seed)")
        }
    }
}
