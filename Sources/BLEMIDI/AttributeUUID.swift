/// The type of an attribute (Bluetooth Core, Vol 3, Part B, 2.5.1). A UUID of 16 bits equals its form of 128 bits.
package struct AttributeUUID: BitwiseCopyable, Equatable, Sendable {
    /// The upper and the lower half, as the UUID is written.
    private var high: UInt64
    private var low: UInt64

    /// The lower half of all UUIDs that have a form of 16 bits, and what follows that form in the upper half.
    private static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB
    private static let baseHigh: UInt64 = 0x1000

    package init(_ short: UInt16) {
        (high, low) = (UInt64(short) << 32 | AttributeUUID.baseHigh, AttributeUUID.baseLow)
    }

    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Reads the UUID that the rest of a PDU from an offset on is; nil unless that rest has 2 or 16 bytes.
    init?(_ pdu: UnsafeRawBufferPointer, from offset: Int) {
        switch pdu.count - offset {
        case 2: self.init(ATT.word(in: pdu, at: offset))
        case 16:
            var (high, low) = (UInt64(0), UInt64(0))
            for index in 0..<8 {
                low |= UInt64(pdu[offset + index]) << UInt64(8 * index)
                high |= UInt64(pdu[offset + 8 + index]) << UInt64(8 * index)
            }
            self.init(high: high, low: low)
        default: return nil
        }
    }

    /// The bytes of the shortest form, 2 or 16.
    package var count: Int { low == AttributeUUID.baseLow && high & ~(0xFFFF << 32) == AttributeUUID.baseHigh ? 2 : 16 }

    /// A byte of the shortest form, the least significant first as in PDUs.
    package subscript(index: Int) -> UInt8 {
        let isShort = count == 2
        let half = isShort ? high >> 32 : index < 8 ? low : high
        return UInt8(truncatingIfNeeded: half >> UInt64(8 * (index & 7)))
    }

    package static func == (one: AttributeUUID, other: AttributeUUID) -> Bool {
        one.high == other.high && one.low == other.low
    }

    /// The MIDI service and its data characteristic (RP-052, 3).
    package static var midiService: AttributeUUID {
        AttributeUUID(high: 0x03B8_0E5A_EDE8_4B33, low: 0xA751_6CE3_4EC4_C700)
    }
    package static var midiData: AttributeUUID {
        AttributeUUID(high: 0x7772_E5DB_3868_4112, low: 0xA1A9_F266_9D10_6BF3)
    }

    // Assigned numbers of the Bluetooth SIG.
    static var primaryService: AttributeUUID { AttributeUUID(0x2800) }
    static var secondaryService: AttributeUUID { AttributeUUID(0x2801) }
    static var characteristic: AttributeUUID { AttributeUUID(0x2803) }
    static var clientConfiguration: AttributeUUID { AttributeUUID(0x2902) }
    static var genericAccess: AttributeUUID { AttributeUUID(0x1800) }
    static var genericAttribute: AttributeUUID { AttributeUUID(0x1801) }
    static var deviceName: AttributeUUID { AttributeUUID(0x2A00) }
    static var appearance: AttributeUUID { AttributeUUID(0x2A01) }
    static var preferredParameters: AttributeUUID { AttributeUUID(0x2A04) }
}
