/// MIDI-CI: whether the box takes part, and by which numbers others know it (U9).
public struct CIConfiguration: Equatable, Sendable {
    /// Whether the box answers and asks at all.
    public var isEnabled = true
    /// Whether devices may read and replace the files of the configuration, at ports that allow it.
    public var mayWrite = false
    /// The SysEx id of the manufacturer, three bytes with the first in the highest byte. An id of one byte stands there.
    public var manufacturer: UInt32 = 0x00_7D00
    /// The device family, 0...16383.
    public var family: UInt16 = 1
    /// The model in the family, 0...16383.
    public var model: UInt16 = 1

    public init() {}
}
