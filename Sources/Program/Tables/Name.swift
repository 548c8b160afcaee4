import MIDI

/// A name for the display: up to 20 Unicode scalars, the width of the widest row.
public struct Name: Sendable {
    public var scalars = InlineArray<20, UInt32>(repeating: 0)
    public var count: UInt8 = 0
    public init() {}
}
