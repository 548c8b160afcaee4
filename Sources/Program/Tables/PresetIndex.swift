/// The place of a preset in `Program.presets`, or `none`. Not its number, which is the user's (P2).
public struct PresetIndex: TableIndex, Hashable {
    public let rawValue: UInt8

    @inlinable @inline(__always)
    public init(rawValue: UInt8) { self.rawValue = rawValue }
}
