import MIDI

/// The numbers of the sources of messages: 0..<32 for ports, then five for the box's own sources (R20).
public enum Source {
    public static let clock: UInt8 = 32
    public static let motion: UInt8 = 33
    public static let footswitches: UInt8 = 34
    public static let pedals: UInt8 = 35
    public static let knobs: UInt8 = 36

    /// Whether a source sends only the box's own controllers.
    public static func isOwn(_ source: UInt8) -> Bool { motion...knobs ~= source }
}
