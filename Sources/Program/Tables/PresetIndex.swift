/// The index of a preset in `Program.presets`, or `none`. Different from the user's preset number (P2).
public struct PresetIndex: TableIndex, Hashable {
    public let rawValue: UInt8

    @inlinable @inline(__always)
    public init(rawValue: UInt8) { self.rawValue = rawValue }
}
