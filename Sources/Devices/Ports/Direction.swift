/// The direction of MIDI, seen from the box.
package enum Direction: Equatable, Sendable {
    /// The box reads.
    case input
    /// The box writes.
    case output
}

/// The directions of a port: input, output or both.
package struct Directions: OptionSet, Equatable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let input = Directions(rawValue: 1)
    package static let output = Directions(rawValue: 2)
    package static let both: Directions = [.input, .output]

    func has(_ direction: Direction) -> Bool {
        contains(direction == .input ? .input : .output)
    }
}
