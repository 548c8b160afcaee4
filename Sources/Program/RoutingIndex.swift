/// The place of a routing in `Preset.routings`, or `none`.
public struct RoutingIndex: TableIndex {
    public let rawValue: UInt8

    @inlinable @inline(__always)
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable @inline(__always)
    public init(_ position: Int) { rawValue = UInt8(truncatingIfNeeded: position) }

    @inlinable @inline(__always)
    public static var none: RoutingIndex { RoutingIndex(rawValue: 0xFF) }

    /// All that a preset can have.
    @inlinable
    public static var all: Range<RoutingIndex> { RoutingIndex(0)..<RoutingIndex(Limits.routings) }

    @inlinable @inline(__always)
    public var isNone: Bool { rawValue == 0xFF }

    @inlinable @inline(__always)
    public var position: Int { Int(rawValue) }

    // One byte is compared with another in memory, where positions would be widened first.
    @inlinable @inline(__always)
    public static func < (left: RoutingIndex, right: RoutingIndex) -> Bool { left.rawValue < right.rawValue }

    /// Its bit in a set of routings.
    @inlinable @inline(__always)
    public var bit: UInt64 { 1 &<< UInt64(rawValue) }
}
