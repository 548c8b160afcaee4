/// The place of a MIDI port in the box file's list, or `none`. As a destination it says where a message goes; a source has
/// a number of its own, because the box has sources that are no ports (`Source`).
public struct PortIndex: TableIndex, Hashable {
    public let rawValue: UInt8

    @inlinable @inline(__always)
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// All ports that a box can have.
    @inlinable
    public static var all: Range<PortIndex> { PortIndex(0)..<PortIndex(Limits.ports) }

    /// Its bit in a set of ports.
    @inlinable @inline(__always)
    public var bit: UInt32 { 1 &<< UInt32(rawValue) }
}
