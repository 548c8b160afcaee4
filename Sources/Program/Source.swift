import MIDI

/// The numbers of the sources of messages: ports are 0..<32, and the box has three of its own (R20).
public enum Source {
    public static let clock: UInt8 = 32
    public static let motion: UInt8 = 33
    public static let footswitches: UInt8 = 34
}
