/// The index of a preset in `Plan.presets`, or `none`. Different from the user's preset number (P2).
package struct PresetIndex: TableIndex, Hashable {
    // All 256 numbers of one byte are presets (`Limits.presets`), so `none` needs a second byte.
    package let rawValue: UInt16

    @inlinable @inline(__always)
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    @inlinable @inline(__always)
    package init(_ position: Int) { self.init(rawValue: UInt16(truncatingIfNeeded: position)) }

    @inlinable @inline(__always)
    package static var none: PresetIndex { PresetIndex(rawValue: 0xFFFF) }

    @inlinable @inline(__always)
    package var isNone: Bool { rawValue == 0xFFFF }

    @inlinable @inline(__always)
    package var position: Int { Int(rawValue) }

    @inlinable @inline(__always)
    package static func < (left: PresetIndex, right: PresetIndex) -> Bool { left.rawValue < right.rawValue }
}
