import MIDI

/// A source of messages by number: a port 0..<32, or one of the box's own (R20).
public enum Source {
    public static let clock: UInt8 = 32
    public static let motion: UInt8 = 33
    public static let footswitches: UInt8 = 34
}
