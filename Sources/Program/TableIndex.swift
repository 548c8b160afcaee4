/// An index of a `Table`: a number of its own type, so that a preset is never taken for a routing or a port.
public protocol TableIndex: Strideable, BitwiseCopyable, Sendable where Stride == Int {
    /// - Parameter position: from 0, and within the capacity that `Limits` gives the table.
    init(_ position: Int)
    /// The number of elements before it. Not to be asked of `none`.
    var position: Int { get }
}

extension TableIndex {
    @inlinable @inline(__always)
    public static func < (left: Self, right: Self) -> Bool { left.position < right.position }

    @inlinable @inline(__always)
    public func distance(to other: Self) -> Int { other.position &- position }

    @inlinable @inline(__always)
    public func advanced(by count: Int) -> Self { Self(position &+ count) }
}
