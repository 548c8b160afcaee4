/// The index of a preset in `Plan.presets`, or `none`. Different from the user's preset number (P2).
package struct PresetIndex: TableIndex, Hashable {
    package let rawValue: UInt8

    @inlinable @inline(__always)
    package init(rawValue: UInt8) { self.rawValue = rawValue }
}
