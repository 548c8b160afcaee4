/// The index of a routing in `Preset.routings`, or `none`.
package struct RoutingIndex: ByteIndex {
    package let rawValue: UInt8

    @inlinable @inline(__always)
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// All routings that a preset can have.
    @inlinable
    package static var all: Range<RoutingIndex> { RoutingIndex(0)..<RoutingIndex(Limits.routings) }

    /// The bit of the routing in a set of routings.
    @inlinable @inline(__always)
    package var bit: UInt64 { 1 &<< UInt64(rawValue) }
}
