/// An index of a `Table`, with a type for each table, so that a preset cannot be confused with a routing or a port.
package protocol TableIndex: Strideable, BitwiseCopyable, Sendable where Stride == Int {
    init(rawValue: UInt8)
    var rawValue: UInt8 { get }
}

extension TableIndex {
    /// - Parameter position: from 0, less than the capacity of the table in `Limits`.
    @inlinable @inline(__always)
    package init(_ position: Int) { self.init(rawValue: UInt8(truncatingIfNeeded: position)) }

    @inlinable @inline(__always)
    package static var none: Self { Self(rawValue: 0xFF) }

    @inlinable @inline(__always)
    package var isNone: Bool { rawValue == 0xFF }

    /// The index as an `Int`, from 0. Must not be used on `none`.
    @inlinable @inline(__always)
    package var position: Int { Int(rawValue) }

    // Compares the raw bytes: comparing `position` would widen both to Int first.
    @inlinable @inline(__always)
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    @inlinable @inline(__always)
    package func distance(to other: Self) -> Int { other.position &- position }

    @inlinable @inline(__always)
    package func advanced(by count: Int) -> Self { Self(position &+ count) }
}
