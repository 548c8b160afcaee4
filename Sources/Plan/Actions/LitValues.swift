/// The values of a variable at which the LED of a footswitch is on (V4).
package struct LitValues: Equatable, BitwiseCopyable, Sendable {
    /// The index in `Plan.variables`.
    package var variable: UInt8
    /// One bit for each value 0...63, and for each value 64...127.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    package init(variable: UInt8) { self.variable = variable }

    package func contains(_ value: Int32) -> Bool {
        (value < 64 ? low : high) & (1 &<< UInt64(truncatingIfNeeded: value)) != 0
    }

    package mutating func insert(_ value: Int) {
        let bit: UInt64 = 1 &<< UInt64(value)
        if value < 64 { low |= bit } else { high |= bit }
    }
}
