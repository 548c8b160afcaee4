/// MIDI-CI settings: whether the box takes part, and its identity (U9).
package struct CIConfiguration: Equatable, Sendable {
    /// Whether the box answers and sends inquiries.
    package var isEnabled = true
    /// Whether devices may read and replace configuration files, at ports that allow this.
    package var mayWrite = false
    /// The manufacturer's SysEx id: three bytes, the first in the highest byte. A one-byte id is in the highest byte.
    package var manufacturer: UInt32 = 0x00_7D00
    /// The number of the device family, 0...16383.
    package var family: UInt16 = 1
    /// The model number in the family, 0...16383.
    package var model: UInt16 = 1

    package init() {}
}
