/// The entries of the menu page `Transpose` (M18).
package enum MenuTransposition: UInt8, BitwiseCopyable, Sendable {
    case up, down, none

    static let count = 3

    /// The entry at an index 0..<3.
    package init(_ index: Int) { self = index == 0 ? .up : index == 1 ? .down : .none }

    package var word: StaticString {
        switch self {
        case .up: "+1"
        case .down: "-1"
        case .none: "0"
        }
    }
}

extension MenuPicture.Row {
    /// Creates a row with a transposition in semitones: `+2`, `-1`, `0`.
    package init(_ word: StaticString, transposition: Int8) {
        self.init(word)
        value = DisplayText<8>(signed: transposition)
    }
}
