import Foundation
import MIDI
import Plan
import TestSupport
import Testing

@testable import Configuration

/// Velocity remaps at 16 bits (U4).
struct FineVelocityTests {
    private func routing(_ velocity: String) throws -> Routing {
        try loaded(box("{from: [keys], to: [out], velocity: \(velocity)}")).routing()
    }

    private func list(_ entry: (Int) -> Int) -> String {
        "{list: [\((0..<128).map { "\(entry($0))" }.joined(separator: ", "))]}"
    }

    /// Softness 50 is 65535·x². A scaled-up velocity (0x4000 is 32) gives the bucket of MIDI 1.0.
    @Test(arguments: [
        ("{curve: {softness: 50}}", [0x8000: 16384, 0x4001: 4097, 0x4000: 4096, 0xFFFF: 0xFFFF, 1: 1, 0: 0]),
        ("{curve: {softness: 0}}", [1: 1, 511: 511, 512: 512, 0x1234: 0x1234, 0x8000: 0x8000, 0xABCD: 0xABCD]),
        // x² / (x² + (1-x)²) is 1/10 at a quarter. 64 gives 64 in MIDI 1.0.
        ("{curve: {dynamics: 50}}", [0x4001: 6656, 0x8000: 0x8000, 0xFFFF: 0xFFFF]),
        ("{curve: {cutoff: 50}}", [0x2001: 0x4002, 0x7F01: 0xFE02, 0x8000: 0xFFFF, 0xC000: 0xFFFF]),
        ("{curve: {free: [0, [40, 40], [90, 90], 127]}}", [0x2345: 0x2345, 0xFFFF: 0xFFFF]),
        ("{curve: {free: [50, [40, 50], [90, 50], 50]}}", [1: 25600, 0x7777: 25600, 0xFFFF: 25600]),
        // R25: 40 and 110 are scaled up to 20480 and 56693; 0x8001 is a hair above the middle of 1 and 127.
        ("{linear: {in: 1..127, out: 40..110}}", [1: 20480, 512: 20480, 0xFFFF: 56693]),
        ("{linear: {}}", [511: 512, 512: 512, 0x1234: 0x1234, 0xABCD: 0xABCD, 0xFFFF: 0xFFFF]),
        ("{offset: -10}", [1: 1, 100: 100, 512: 512, 5632: 512, 5633: 513, 0xC001: 0xC001 - 5120]),
        ("{offset: 10, limit: 20..110}", [1: 10240, 0x3001: 0x3001 + 5120, 0xFFFF: 56693]),
        ("{curve: {cutoff: 50}, offset: -10, limit: 20..110}", [0x2001: 0x4002 - 5120, 0x7F01: 56693]),
        ("{fixed: 90}", [1: 46291, 0x1234: 46291, 0xFFFF: 46291]),
    ])
    func velocityBecomes(_ text: String, _ expected: [Int: Int]) throws {
        let routing = try routing(text)
        for (velocity, result) in expected {
            #expect(Int(routing.fineVelocity(UInt16(velocity))) == result, "\(velocity)")
        }
    }

    @Test func withoutARemapNothingChanges() {
        for velocity: UInt16 in [0, 1, 0x8001, 0xFFFF] { #expect(Routing().fineVelocity(velocity) == velocity) }
    }

    @Test func listIsLinearBetweenItsEntries() throws {
        let routing = try routing(list { [0: 5, 1: 10, 2: 20, 64: 64, 65: 100, 127: 1][$0] ?? 50 })
        // 10 and 20 stand at 512 and 1024; below 512 is a 1 of MIDI 1.0.
        #expect([0, 511, 512, 768, 1024].map { routing.fineVelocity($0) } == [5120, 5120, 5120, 7680, 10240])
        // 65 stands at 0x8208, and means 100, which is 0xC924.
        #expect(routing.fineVelocity(0x8000) == 0x8000 && routing.fineVelocity(0x8208) == 0xC924)
        #expect(routing.fineVelocity(0x8104) == 0xA492)
        // Falling.
        #expect(routing.fineVelocity(0xFFFF) == 512 && (513..<25600).contains(routing.fineVelocity(0xFF00)))
    }

    @Test func listThatDropsIsTakenAsWritten() throws {
        let routing = try routing(list { $0 < 64 ? 0 : $0 < 100 ? 10 : 100 })
        #expect([0x8000, 0xC7FF, 0xC800, 0xFFFF].map { routing.fineVelocity($0) } == [5120, 5120, 0xC924, 0xC924])
        // Entry 0 stands for no velocity, so it drops nothing.
        #expect(try self.routing(list { $0 }).fineVelocity(0x1234) == 0x1234)
    }

    /// The formulas of R7 on x = v/65535, with a mathematics library, as far as the scaled-up neighbours leave room.
    @Test func curvesAreTheirFormulasAtEveryVelocity() throws {
        for (kind, settings) in [
            ("softness", [-100, -33, 0, 50, 100]), ("dynamics", [-100, 71, 100]), ("cutoff", [0, 37, 99]),
        ] {
            for setting in settings {
                let routing = try routing("{curve: {\(kind): \(setting)}}")
                let ends = (0..<128).map { Double(routing.fineVelocity(scaledUp($0))) }
                var (worst, last) = (0.0, UInt16(0))
                var falls = 0
                for velocity in 1...65535 {
                    let result = routing.fineVelocity(UInt16(velocity))
                    let exact = max(65535 * curve(kind, setting, Double(velocity) / 65535), Double(min(velocity, 512)))
                    let left = neighbour(below: velocity)
                    if scaledUp(left) != velocity {
                        let within = min(max(exact, left == 0 ? 0 : ends[left]), ends[left + 1])
                        worst = max(worst, abs(Double(result) - within))
                    }
                    if result < last { falls += 1 }
                    last = result
                }
                #expect(worst <= 0.500001 && falls == 0, "\(kind) \(setting): \(worst), falls \(falls)")
            }
        }
    }

    /// A scaled-up velocity gives what scales down to the velocity of MIDI 1.0.
    @Test func scaledUpVelocitiesGiveThoseOfMIDI1() throws {
        for seed in SplitMix.seeds.prefix(60) {
            var random = SplitMix(state: seed)
            let text = randomSetting(&random)
            let routing = try routing(text)
            let table = try #require(routing.velocityMap)
            for velocity in 1...127 where table[velocity] > 0 {
                let result = routing.fineVelocity(UInt16(Scaling.up(UInt32(velocity), from: 7, to: 16)))
                #expect(result >> 9 == table[velocity], "\(text) of \(velocity), seed \(seed)")
            }
            if !text.contains("curve") || text.contains("limit") { continue }
            // Full scale stays full scale.
            #expect(table[127] < 127 || routing.fineVelocity(65535) == 65535)
        }
    }

    private func randomSetting(_ random: inout SplitMix) -> String {
        switch random.below(9) {
        case 0: return "{curve: {softness: \(random.below(201) - 100)}}"
        case 6: return "{\(randomLine(&random))}"
        case 7: return "{\(randomLine(&random)), \(randomTrim(&random))}"
        case 8: return "{curve: {softness: \(random.below(201) - 100)}, \(randomTrim(&random))}"
        case 1: return "{curve: {dynamics: \(random.below(201) - 100)}}"
        case 2: return "{curve: {cutoff: \(random.below(100))}}"
        case 3:
            let (low, high) = (1 + random.below(60), 62 + random.below(64))
            let y = (0..<4).map { _ in random.below(128) }
            return "{curve: {free: [\(y[0]), [\(low), \(y[1])], [\(high), \(y[2])], \(y[3])]}}"
        case 4: return list { _ in random.below(128) }
        default: return list { _ in 1 + random.below(127) }
        }
    }

    private func randomLine(_ random: inout SplitMix) -> String {
        let low = random.below(128)
        return "linear: {in: \(low)..\(low + random.below(128 - low)), "
            + "out: \(random.below(128))..\(random.below(128))}"
    }

    private func randomTrim(_ random: inout SplitMix) -> String {
        let low = random.below(128)
        return "offset: \(random.below(255) - 127), limit: \(low)..\(low + random.below(128 - low))"
    }

    /// A velocity curve that rises or falls does so at each step, also beside scaled-up velocities.
    @Test func curvesKeepTheOrderOfAllVelocities() throws {
        for seed in SplitMix.seeds.prefix(12) {
            var random = SplitMix(state: seed)
            let (setting, sign) = orderedSetting(&random)
            let routing = try routing(setting)
            var (last, breaks) = (Int.min, 0)
            for velocity in 1...65535 {
                let result = sign * Int(routing.fineVelocity(UInt16(velocity)))
                if result < last { breaks += 1 }
                last = result
            }
            #expect(breaks == 0, "\(setting), seed \(seed)")
        }
    }

    /// A curve without a peak, and -1 where it falls.
    private func orderedSetting(_ random: inout SplitMix) -> (String, Int) {
        switch random.below(4) {
        case 0: return ("{curve: {softness: \(random.below(201) - 100)}}", 1)
        case 1: return ("{curve: {dynamics: \(random.below(201) - 100)}}", 1)
        case 2: return ("{curve: {cutoff: \(random.below(100))}}", 1)
        default:
            let (low, high) = (1 + random.below(60), 62 + random.below(64))
            let rises = random.below(2) == 0
            let up = (0..<4).map { _ in random.below(128) }.sorted()
            let y = rises ? up : up.reversed()
            return ("{curve: {free: [\(y[0]), [\(low), \(y[1])], [\(high), \(y[2])], \(y[3])]}}", rises ? 1 : -1)
        }
    }

    private func scaledUp(_ velocity: Int) -> UInt16 { UInt16(Scaling.up(UInt32(velocity), from: 7, to: 16)) }

    /// The velocity of MIDI 1.0 that is scaled up to a velocity or less.
    private func neighbour(below velocity: Int) -> Int {
        let written = velocity >> 9
        return scaledUp(written) <= velocity ? written : written - 1
    }

    private func curve(_ kind: String, _ setting: Int, _ x: Double) -> Double {
        let power = pow(2, Double(setting) / 50)
        switch kind {
        case "softness": return pow(x, power)
        case "dynamics": return pow(x, power) / (pow(x, power) + pow(1 - x, power))
        default: return min(1, x / (1 - Double(setting) / 100))
        }
    }
}
