import MIDI

/// A name as the display needs it: Unicode scalars, cut to what any display could show.
public struct Name: Sendable {
    public var scalars = InlineArray<20, UInt32>(repeating: 0)
    public var count: UInt8 = 0
    public init() {}
}
