/// The numbers of the Attribute Protocol (Bluetooth Core, Vol 3, Part F, 3.4).
package enum ATT {
    // Operations. A response is its request plus 1.
    package static let errorResponse: UInt8 = 0x01
    package static let mtuRequest: UInt8 = 0x02
    package static let findInformation: UInt8 = 0x04
    package static let findByTypeValue: UInt8 = 0x06
    package static let readByType: UInt8 = 0x08
    package static let read: UInt8 = 0x0A
    package static let readBlob: UInt8 = 0x0C
    package static let readMultiple: UInt8 = 0x0E
    package static let readByGroupType: UInt8 = 0x10
    package static let write: UInt8 = 0x12
    package static let writeResponse: UInt8 = 0x13
    package static let notification: UInt8 = 0x1B
    package static let indication: UInt8 = 0x1D
    package static let confirmation: UInt8 = 0x1E
    package static let writeCommand: UInt8 = 0x52

    // Errors.
    package static let invalidHandle: UInt8 = 0x01
    package static let writeNotPermitted: UInt8 = 0x03
    package static let invalidPDU: UInt8 = 0x04
    package static let insufficientAuthentication: UInt8 = 0x05
    package static let requestNotSupported: UInt8 = 0x06
    package static let invalidOffset: UInt8 = 0x07
    package static let attributeNotFound: UInt8 = 0x0A
    package static let invalidLength: UInt8 = 0x0D
    package static let unsupportedGroupType: UInt8 = 0x10

    /// The bit of an operation that is never answered.
    static let command: UInt8 = 0x40

    /// Whether an operation answers one of ours, or tells something: a response, a notification or an indication. The
    /// server has nothing to do with it.
    package static func isForClient(_ operation: UInt8) -> Bool {
        switch operation {
        case 0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x1B, 0x1D, 0x21, 0x23: true
        default: false
        }
    }

    /// Reads 16 bits, the lower byte first.
    @inline(__always)
    package static func word(in pdu: UnsafeRawBufferPointer, at offset: Int) -> UInt16 {
        UInt16(pdu[offset]) | UInt16(pdu[offset + 1]) << 8
    }
}
