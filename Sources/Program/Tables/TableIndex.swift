/// An index of a `Table`: a number of its own type, so that a preset is never taken for a routing or a port.
public protocol TableIndex: Strideable, BitwiseCopyable, Sendable where Stride == Int {
    init(rawValue: UInt8)
    var rawValue: UInt8 { get }
}

extension TableIndex {
    /// - Parameter position: from 0, and within the capacity that `Limits` gives the table.
    @inlinable @inline(__always)
    public init(_ position: Int) { self.init(rawValue: UInt8(truncatingIfNeeded: position)) }

    @inlinable @inline(__always)
    public static var none: Self { Self(rawValue: 0xFF) }

    @inlinable @inline(__always)
    public var isNone: Bool { rawValue == 0xFF }

    /// The number of elements before it. Not to be asked of `none`.
    @inlinable @inline(__always)
    public var position: Int { Int(rawValue) }

    // One byte is compared with another in memory, where positions would be widened first.
    @inlinable @inline(__always)
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    @inlinable @inline(__always)
    public func distance(to other: Self) -> Int { other.position &- position }

    @inlinable @inline(__always)
    public func advanced(by count: Int) -> Self { Self(position &+ count) }
}
