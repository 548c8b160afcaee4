import Testing

@testable import Plan
@testable import Routing

/// R10.
@Suite struct LinearMapTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var map: LinearMap
        var value: Int32
        var expected: Int32
        var testDescription: String { "\(map.low)..\(map.high) → \(map.from)..\(map.to) at \(value): \(expected)" }

        init(_ low: Int32, _ high: Int32, _ from: Int32, _ to: Int32, at value: Int32, _ expected: Int32) {
            map = LinearMap(low: low, high: high, from: from, to: to)
            self.value = value
            self.expected = expected
        }
    }

    @Test(arguments: [
        // Below and above the range, and its ends.
        Row(20, 100, 10, 110, at: 0, 10), Row(20, 100, 10, 110, at: 20, 10),
        Row(20, 100, 10, 110, at: 100, 110), Row(20, 100, 10, 110, at: 127, 110),
        // 10 + 1.25, 10 + 2.5, 10 + 3.75
        Row(20, 100, 10, 110, at: 21, 11), Row(20, 100, 10, 110, at: 22, 13), Row(20, 100, 10, 110, at: 23, 14),
        // Halves away from zero: 0.5, 1.5, 2.5
        Row(0, 2, 0, 1, at: 1, 1), Row(0, 2, 0, 3, at: 1, 2), Row(0, 2, 0, 5, at: 1, 3),
        // The same going down: the value is rounded, not the step
        Row(0, 2, 1, 0, at: 1, 1), Row(0, 2, 3, 0, at: 1, 2), Row(0, 2, 5, 0, at: 1, 3),
        Row(0, 4, 10, 0, at: 1, 8), Row(0, 4, 10, 0, at: 3, 3),
        Row(0, 127, 127, 0, at: 0, 127), Row(0, 127, 127, 0, at: 64, 63), Row(0, 127, 127, 0, at: 127, 0),
        // lo = hi: a step
        Row(64, 64, 5, 99, at: 63, 5), Row(64, 64, 5, 99, at: 64, 99), Row(64, 64, 5, 99, at: 65, 99),
        Row(0, 0, 5, 99, at: 0, 99),
        // A constant
        Row(0, 127, 7, 7, at: 40, 7),
        // Precisions: 8192·127/16383 = 63.504, 64·16383/127 = 8256
        Row(0, 16383, 0, 127, at: 8192, 64), Row(0, 16383, 0, 127, at: 16383, 127),
        Row(0, 127, 0, 16383, at: 64, 8256), Row(0, 127, 0, 16383, at: 127, 16383),
        Row(0, 16383, 16383, 0, at: 1, 16382),
    ])
    func gives(row: Row) {
        #expect(row.map(row.value) == row.expected)
    }

    @Test func defaultChangesNothing() {
        for value in Int32(0)...127 { #expect(LinearMap()(value) == value) }
    }

    /// Against the formula in floating point, whose halves are exact here.
    @Test func agreesWithTheFormulaEverywhere() {
        for (low, high, from, to) in [(0, 127, 3, 120), (10, 90, 127, 1), (5, 6, 0, 127), (0, 126, 126, 0)] {
            let map = LinearMap(low: Int32(low), high: Int32(high), from: Int32(from), to: Int32(to))
            for value in low..<high {
                let exact = Double(from) + Double((value - low) * (to - from)) / Double(high - low)
                #expect(map(Int32(value)) == Int32(exact.rounded(.toNearestOrAwayFromZero)))
            }
        }
    }
}
