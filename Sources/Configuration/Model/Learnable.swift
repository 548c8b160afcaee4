/// A value that can be learnt on the box (M7).
package struct Learnable: Equatable, Sendable {
    /// The name on the LCD.
    package let name: String
    /// The name of the preset that contains the value; may be an inserted preset.
    let preset: String
    /// The keys from the preset to the value.
    let path: [String]
}
