/// A variable of the box (V1).
package struct VariableConfiguration: Equatable, Sendable {
    package var name: String
    /// The lowest and the highest value, within 0...127.
    package var range: ClosedRange<Int> = 0...1
    /// The value when the box starts.
    package var start = 0
    /// Whether the value survives power cuts.
    package var keeps = false
}
