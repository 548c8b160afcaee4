/// Numbers that look random and are the same for a seed on every machine: SplitMix64 (Steele, Lea and Flood, OOPSLA
/// 2014).
///
/// A test that fails names its seed, and so can be repeated.
package struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// Evenly from -1 to 1.
    package mutating func deviation() -> Double { Double(next() >> 11) / Double(1 << 52) - 1 }

    /// 0..<limit.
    package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    package mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }
}
