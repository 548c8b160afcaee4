/// The direction of MIDI, seen from the box.
public enum Direction: Equatable, Sendable {
    /// The box reads.
    case input
    /// The box writes.
    case output
}

/// The directions of a port: input, output or both.
public struct Directions: OptionSet, Equatable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let input = Directions(rawValue: 1)
    public static let output = Directions(rawValue: 2)
    public static let both: Directions = [.input, .output]

    func has(_ direction: Direction) -> Bool {
        contains(direction == .input ? .input : .output)
    }
}
