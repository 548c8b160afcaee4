/// The index of a MIDI port in the box file's list, or of a further routing place; or `none`. Identifies a destination.
/// Sources have separate numbers, because the box has sources that are not ports (`Source`).
package struct PortIndex: ByteIndex, Hashable {
    package let rawValue: UInt8

    @inlinable @inline(__always)
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// All routing places that a box can have.
    @inlinable
    package static var all: Range<PortIndex> { PortIndex(0)..<PortIndex(Limits.ports) }

    /// The bit of the port in a set of ports.
    @inlinable @inline(__always)
    package var bit: UInt32 { 1 &<< UInt32(rawValue) }
}
