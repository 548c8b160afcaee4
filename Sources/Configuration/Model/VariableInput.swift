/// A variable as a controller (V3): its index in the box file, and its range.
struct VariableInput: Equatable {
    var index: Int
    var lowest: Int
    var highest: Int

    /// The default trigger: the upper of two values, the middle of more.
    var middle: Int { (lowest + highest + 1) / 2 }
    /// The number of values.
    var count: Int { highest - lowest + 1 }

    /// Returns values for 0...127, of which the first `count` are given: below the range the first, above it the last.
    func spread<Value>(_ values: [Value]) -> [Value] {
        (0...127).map { values[Swift.min(Swift.max($0, lowest), highest) - lowest] }
    }
}
