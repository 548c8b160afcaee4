/// The place of a preset in `Program.presets`, or `none`. Not its number, which is the user's (P2).
public struct PresetIndex: TableIndex, Hashable {
    public let rawValue: UInt8

    @inlinable @inline(__always)
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable @inline(__always)
    public init(_ position: Int) { rawValue = UInt8(truncatingIfNeeded: position) }

    @inlinable @inline(__always)
    public static var none: PresetIndex { PresetIndex(rawValue: 0xFF) }

    @inlinable @inline(__always)
    public var isNone: Bool { rawValue == 0xFF }

    @inlinable @inline(__always)
    public var position: Int { Int(rawValue) }
}
