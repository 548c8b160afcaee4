import MIDI

/// A name for the display: up to 20 Unicode scalars, the width of the widest row.
package struct Name: Sendable {
    package var scalars = InlineArray<20, UInt32>(repeating: 0)
    package var count: UInt8 = 0
    package init() {}
}
