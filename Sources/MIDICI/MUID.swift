/// A MIDI Unique Identifier, 28 bits (M2-101-UM): identifies one side of MIDI-CI while it is connected.
package struct MUID: Equatable, Sendable {
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value & 0x0FFF_FFFF }

    /// All devices at once.
    package static let broadcast = MUID(0x0FFF_FFFF)

    /// Whether the standard reserves the number: 0FFFFF00 to 0FFFFFFE.
    package var isReserved: Bool { 0x0FFF_FF00...0x0FFF_FFFE ~= value }

    /// Whether a device may use this MUID: it is neither reserved nor the broadcast MUID.
    package var isUsable: Bool { value < 0x0FFF_FF00 }

    /// The MUID in seven hexadecimal digits, for displays.
    package var text: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 7 - digits.utf8.count) + digits
    }
}
