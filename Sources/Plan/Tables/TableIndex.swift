/// An index of a `Table`, with a type for each table, so that a preset cannot be confused with a routing or a port.
package protocol TableIndex: Strideable, BitwiseCopyable, Sendable where Stride == Int {
    /// - Parameter position: from 0, less than the capacity of the table in `Limits`.
    init(_ position: Int)

    /// The index as an `Int`, from 0. Must not be used on `none`.
    var position: Int { get }

    static var none: Self { get }
    var isNone: Bool { get }
}

extension TableIndex {
    @inlinable @inline(__always)
    package func distance(to other: Self) -> Int { other.position &- position }

    @inlinable @inline(__always)
    package func advanced(by count: Int) -> Self { Self(position &+ count) }
}
