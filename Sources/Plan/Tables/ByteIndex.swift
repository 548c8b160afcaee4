/// An index of a table of at most 255 elements, in one byte.
package protocol ByteIndex: TableIndex {
    init(rawValue: UInt8)
    var rawValue: UInt8 { get }
}

extension ByteIndex {
    @inlinable @inline(__always)
    package init(_ position: Int) { self.init(rawValue: UInt8(truncatingIfNeeded: position)) }

    @inlinable @inline(__always)
    package static var none: Self { Self(rawValue: 0xFF) }

    @inlinable @inline(__always)
    package var isNone: Bool { rawValue == 0xFF }

    @inlinable @inline(__always)
    package var position: Int { Int(rawValue) }

    // Compares the raw bytes: comparing `position` would widen both to Int first.
    @inlinable @inline(__always)
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
