import Plan
import Testing

@testable import Configuration

/// The compiled modes, curves and lists of remaps.
struct RemapTableTests {
    private func remaps(_ remaps: String, slot: Int = 1, files: [String: String] = [:]) throws -> [Remap] {
        let it = try loaded(box("{from: [keys], to: [out], controllers: {remap: [\(remaps)]}}"), files: files)
        // Tables of curves and lists are read by `outputs` only, while the configuration is alive.
        return it.remaps(slot)
    }

    private func outputs(_ remap: String, slot: Int = 1, of inputs: [Int]) throws -> [UInt16] {
        let it = try loaded(box("{from: [keys], to: [out], controllers: {remap: [{\(remap)}]}}"))
        let remap = it.remaps(slot)[0]
        #expect(remap.map == nil)
        return inputs.map { UInt16(remap.output(of: Int32($0))) }
    }

    /// R7 and R10, worked out by hand: softness y = x^(2^(s/50)), dynamics x^k/(x^k + (1-x)^k), cutoff x/(1-c/100).
    @Test(arguments: [
        ("softness: 50", [0: 0, 7: 0, 8: 1, 64: 32, 127: 127]),
        ("softness: -50", [0: 0, 1: 11, 32: 64, 127: 127]),
        ("softness: 0", [0: 0, 77: 77, 127: 127]),
        ("dynamics: 50", [0: 0, 32: 13, 96: 115, 127: 127]),
        ("dynamics: 0", [0: 0, 99: 99, 127: 127]),
        ("cutoff: 50", [0: 0, 1: 2, 63: 126, 64: 127, 127: 127]),
        ("cutoff: 25", [1: 1, 2: 3, 3: 4, 95: 127, 96: 127]),
        ("cutoff: 0", [0: 0, 1: 1, 126: 126, 127: 127]),
        ("free: [0, [40, 20], [90, 110], 127]", [0: 0, 40: 20, 90: 110, 127: 127]),
        ("free: [127, [40, 100], [90, 30], 0]", [0: 127, 40: 100, 90: 30, 127: 0]),
    ])
    func curveOfSevenBits(_ curve: String, _ values: [Int: UInt16]) throws {
        let inputs = Array(values.keys)
        let found = try outputs("from: cc 1, to: cc 2, curve: {\(curve)}", of: inputs)
        #expect(found == inputs.map { values[$0] ?? 0 })
    }

    @Test func curveBetweenPrecisionsTakesInputAndOutputUnits() throws {
        let finer = try outputs("from: cc 1, to: pitch-bend, curve: {cutoff: 50}", of: [0, 1, 32, 64, 127])
        #expect(finer == [0, 258, 8256, 16383, 16383])
        let bend = ControlInput.pitchBend
        let coarser = try outputs(
            "from: pitch-bend, to: cc 2, curve: {softness: 50}", slot: bend, of: [0, 4096, 8192, 16383])
        #expect(coarser == [0, 8, 32, 127])
        let free = try outputs(
            "from: pitch-bend, to: cc 2, curve: {free: [5, [1000, 10], [9000, 90], 99]}", slot: bend,
            of: [0, 1000, 9000, 16383])
        #expect(free == [5, 10, 90, 99])
    }

    /// A free curve with rising points never falls between them, and the other way round.
    @Test func freeCurvesAreMonotone() throws {
        for points in ["0, [1, 126], [126, 127], 127", "127, [60, 127], [61, 3], 0", "0, [40, 0], [41, 127], 127"] {
            let values = try outputs("from: cc 1, to: cc 2, curve: {free: [\(points)]}", of: Array(0...127))
            let falls = values[0] > values[127]
            for (left, right) in zip(values, values.dropFirst()) { #expect(falls ? left >= right : left <= right) }
        }
    }

    @Test func modeDefaultsFollowThePrecision() throws {
        let seven = try remaps("{from: cc 1, to: cc 2, mode: increment}")[0].mode
        #expect(seven.kind == .increment && seven.trigger == 64 && seven.edge == .rising)
        #expect(seven.by == 1 && seven.start == 0 && seven.end == 127 && seven.wraps)
        let fourteen = try remaps("{from: pitch-bend, to: cc 2, mode: latch}", slot: ControlInput.pitchBend)[0]
        #expect(fourteen.mode.trigger == 12288 && fourteen.mode.end == 16383)
        #expect(fourteen.map == LinearMap(low: 127, high: 127, from: 0, to: 127))
        let turns = try remaps("{from: cc 1, to: pitch-bend, mode: latch}")[0]
        #expect(turns.output(of: 0) == 0 && turns.output(of: 127) == 16383)
        let pair = try remaps("{from: cc 11 14-bit, to: cc 2, mode: latch}", slot: ControlInput.derived)[0]
        #expect(pair.mode.trigger == 8192)
    }

    /// R10: the ends and the centre are exact, and the values between are nearest to linear.
    @Test func sevenBitsReachTheCentreOfABipolarOutput() throws {
        for output in ["pitch-bend", "rpn 0/1 14-bit", "rpn 0/2 14-bit"] {
            let remap = try remaps("{from: cc 1, to: \(output)}")[0]
            #expect([0, 64, 127].map { remap.output(of: $0) } == [0, 8192, 16383], "\(output)")
            for value in Int32(0)..<127 { #expect(remap.output(of: value) < remap.output(of: value + 1)) }
        }
        #expect(try remaps("{from: cc 1, to: cc 11 14-bit}")[0].output(of: 64) == 8256)
    }

    @Test func modeSettingsAreCompiled() throws {
        let mode = try remaps(
            "{from: cc 1, to: cc 2, mode: increment, trigger: 1, edge: both, by: -3, start: 4, end: 5, wrap: false}")[0]
            .mode
        #expect(mode.trigger == 1 && mode.edge == .both && mode.by == -3)
        #expect(mode.start == 4 && mode.end == 5 && !mode.wraps)
    }

    /// R12: both inputs step the same internal value, each through its own chain of remaps.
    @Test func decrementSharesTheInternalValue() throws {
        let text =
            "{from: cc 9, to: cc 8}, {from: cc 1, to: cc 2, mode: increment, decrement: cc 3}, {from: cc 3, to: cc 4}"
        let forward = try remaps(text)
        let back = try remaps(text, slot: 3)
        #expect(forward.map { $0.state } == [1] && back.map { $0.state } == [1, 3])
        #expect(!forward[0].stepsBack && back.map { $0.stepsBack } == [true, false])
        #expect(back[0].forwardSlot == 1 && back[0].backSlot == 3 && back[1].backSlot == Remap.none)
    }

    @Test func bankIsCompiledWithItsProgram() throws {
        let output = try remaps("{from: cc 1, to: program, bank: 1/127}")[0].output
        #expect(output == .bankedProgram(msb: 1, lsb: 127))
    }
}
