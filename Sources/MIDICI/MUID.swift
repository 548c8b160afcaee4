/// A MIDI Unique Identifier, 28 bits (M2-101-UM): identifies one side of MIDI-CI while it is connected.
package struct MUID: Equatable, Sendable {
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value & 0x0FFF_FFFF }

    /// All devices at once.
    package static let broadcast = MUID(0x0FFF_FFFF)

    /// Whether a device may use this MUID: it is neither reserved (0FFFFF00 to 0FFFFFFE) nor the broadcast MUID.
    package var isUsable: Bool { value < 0x0FFF_FF00 }
}
