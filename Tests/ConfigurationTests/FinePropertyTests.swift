import Foundation
import MIDI
import Plan
import TestSupport
import Testing

@testable import Configuration

/// Random controller remaps at 32 bits (U4).
struct FinePropertyTests {
    private static let inputs = [
        "cc 1", "channel-pressure", "pitch-bend 7-bit", "pitch-bend", "cc 11 14-bit", "rpn 0/2",
    ]
    private static let outputs = ["cc 2", "channel-pressure", "pitch-bend 7-bit", "pitch-bend", "nrpn 3/4 14-bit"]

    /// A remap in words, and compiled.
    private struct Setting {
        var text: String
        var remap: Remap
        var inputBits: UInt32
        var outputBits: UInt32
        /// Whether its values are in order; an inner point of a free curve can be a peak.
        var isMonotone = true

        func scaledUp(_ value: UInt32) -> UInt32 { Scaling.up(value, from: inputBits, to: 32) }
        func isScaledUp(_ value: UInt32) -> Bool { scaledUp(value >> (32 - inputBits)) == value }

        /// The scaled-up values beside a value that is none.
        func neighbours(of value: UInt32) -> [UInt32] {
            let written = value >> (32 - inputBits)
            let left = scaledUp(written) < value ? written : written - 1
            return [scaledUp(left), scaledUp(left + 1)]
        }
    }

    private func setting(_ random: inout SplitMix) throws -> Setting {
        let (from, to) = (random.pick(Self.inputs), random.pick(Self.outputs))
        let inputBits: UInt32 = from == "pitch-bend" || from == "cc 11 14-bit" ? 14 : 7
        let outputBits: UInt32 = to == "pitch-bend" || to == "nrpn 3/4 14-bit" ? 14 : 7
        let (inTop, outTop) = (1 << inputBits - 1, 1 << outputBits - 1)
        var (text, isMonotone) = ("from: \(from), to: \(to)", true)
        switch random.below(6) {
        case 0: break
        case 1:
            let ends = [random.below(inTop + 1), random.below(inTop + 1)].sorted()
            text +=
                ", linear: {in: \(ends[0])..\(ends[1]), out: \(random.below(outTop + 1))..\(random.below(outTop + 1))}"
        case 2: text += ", curve: {softness: \(random.below(201) - 100)}"
        case 3: text += ", curve: {dynamics: \(random.below(201) - 100)}"
        case 4: text += ", curve: {cutoff: \(random.below(100))}"
        default:
            let (low, high) = (1 + random.below(inTop / 2), inTop - 1 - random.below(inTop / 2 - 2))
            let y = (0..<4).map { _ in random.below(outTop + 1) }
            text += ", curve: {free: [\(y[0]), [\(low), \(y[1])], [\(high), \(y[2])], \(y[3])]}"
            isMonotone = false
        }
        let it = try loaded(box("{from: [keys], to: [out], controllers: {remap: [{\(text)}]}}"))
        let remap = it.plan.pointee.presets[0].remaps.pointee
        return Setting(
            text: text, remap: remap, inputBits: inputBits, outputBits: outputBits, isMonotone: isMonotone)
    }

    /// Translating a message and then remapping it reaches MIDI 1.0 as remapping it there does.
    @Test func scaledUpValueGivesWhatScalesDownToTheOutputOfMIDI1() throws {
        for seed in SplitMix.seeds.prefix(100) {
            var random = SplitMix(state: seed)
            let it = try setting(&random)
            // Full range to full range of another precision changes nothing of 32 bits.
            if it.remap.map != nil && !it.text.contains("linear") && it.inputBits != it.outputBits { continue }
            for value in 0..<UInt32(1) << it.inputBits where value < 130 || random.chance(5) || value > 16380 {
                let fine = try #require(it.remap.fineOutput(of: it.scaledUp(value)))
                let expected = it.remap.output(of: Int32(value))
                #expect(fine >> (32 - it.outputBits) == expected, "\(it.text) of \(value), seed \(seed)")
                if expected == 1 << it.outputBits - 1 && it.isMonotone && value == 1 << it.inputBits - 1 {
                    #expect(fine == UInt32.max, "\(it.text), seed \(seed)")
                }
            }
        }
    }

    /// What rises in MIDI 1.0 rises at each step, and what falls falls.
    @Test func remapsKeepTheOrderOfValues() throws {
        for seed in SplitMix.seeds.prefix(100) {
            var random = SplitMix(state: seed)
            let it = try setting(&random)
            if !it.isMonotone { continue }
            let rises = it.remap.output(of: 0) <= it.remap.output(of: 1 << Int32(it.inputBits) - 1)
            let results = values(of: it, &random).compactMap { it.remap.fineOutput(of: $0) }
            let breaks = zip(results, results.dropFirst()).count { rises ? $0 > $1 : $0 < $1 }
            #expect(breaks == 0, "\(it.text), seed \(seed)")
        }
    }

    /// Values in order: around scaled-up values, and anywhere between.
    private func values(of it: Setting, _ random: inout SplitMix) -> [UInt32] {
        var values: [UInt32] = [0, UInt32.max]
        for _ in 0..<300 {
            let anchor = it.scaledUp(UInt32(random.below(1 << Int(it.inputBits))))
            let step = UInt32(1) << UInt32(random.below(26))
            values += [anchor, anchor < step ? 0 : anchor - step, anchor > UInt32.max - step ? anchor : anchor + step]
            values.append(UInt32.random(in: 0...UInt32.max, using: &random))
        }
        return values.sorted()
    }

    /// Linear maps and curves against whole numbers of 128 bits and a mathematics library.
    @Test func valuesBetweenAreThoseOfTheFormula() throws {
        for seed in SplitMix.seeds.prefix(100) {
            var random = SplitMix(state: seed)
            let it = try setting(&random)
            if !it.isMonotone { continue }
            for _ in 0..<100 {
                let value = UInt32.random(in: 0...UInt32.max, using: &random)
                if it.isScaledUp(value) { continue }
                let fine = try #require(it.remap.fineOutput(of: value))
                // As far as the scaled-up neighbours leave room.
                let ends = it.neighbours(of: value).compactMap { it.remap.fineOutput(of: $0) }.map { Double($0) }
                let formula = it.remap.map.map { linear($0, value, it) } ?? curve(it, value)
                let expected = min(max(formula, min(ends[0], ends[1])), max(ends[0], ends[1]))
                #expect(abs(Double(fine) - expected) <= 0.501, "\(it.text) of \(value), seed \(seed)")
            }
        }
    }

    private func linear(_ map: LinearMap, _ value: UInt32, _ it: Setting) -> Double {
        // Full range to full range.
        if !it.text.contains("linear") { return Double(value) }
        let (low, high) = (it.scaledUp(UInt32(map.low)), it.scaledUp(UInt32(map.high)))
        let ends = [map.from, map.to].map { Int128(Scaling.up(UInt32($0), from: it.outputBits, to: 32)) }
        if low == high { return Double(value >> (32 - it.inputBits) < UInt32(map.low) ? ends[0] : ends[1]) }
        let place = Int128(min(max(value, low), high) - low)
        // Exact to 2^-20.
        let scaled = ((ends[1] - ends[0]) * place << 20) / Int128(high - low)
        return Double(ends[0]) + Double(scaled) / 0x1p20
    }

    private func curve(_ it: Setting, _ value: UInt32) -> Double {
        // `.centered` has no words.
        guard let number = it.text.firstMatch(of: /(softness|dynamics|cutoff): (-?\d+)/) else { return Double(value) }
        let (x, setting) = (Double(value) / 0xFFFF_FFFF, Double(number.2) ?? 0)
        let power = pow(2, setting / 50)
        let y =
            switch number.1 {
            case "softness": pow(x, power)
            case "dynamics": pow(x, power) / (pow(x, power) + pow(1 - x, power))
            default: min(1, x / (1 - setting / 100))
            }
        return y * 0xFFFF_FFFF
    }

    /// A list of random values is linear between the scaled-up places of neighbours.
    @Test func listStaysBetweenItsNeighbours() throws {
        for seed in SplitMix.seeds.prefix(30) {
            var random = SplitMix(state: seed)
            let entries = (0..<128).map { _ in random.below(16384) }
            let it = try loaded(
                box("{from: [keys], to: [out], controllers: {remap: [{from: cc 1, to: pitch-bend, list: \(entries)}]}}")
            )
            let remap = it.remaps(1)[0]
            for left in 0..<127 {
                let ends = [left, left + 1].map { Double(Scaling.up(UInt32($0), from: 7, to: 32)) }
                let outs = entries[left...left + 1].map { Double(Scaling.up(UInt32($0), from: 14, to: 32)) }
                let part = Double(random.below(1 << 20)) / 0x1p20
                let value = UInt32(ends[0] + part * (ends[1] - ends[0]))
                let expected = outs[0] + (Double(value) - ends[0]) / (ends[1] - ends[0]) * (outs[1] - outs[0])
                let fine = try #require(remap.fineOutput(of: value))
                #expect(abs(Double(fine) - expected) <= 0.501, "\(left), seed \(seed)")
            }
        }
    }
}
