import Compact
import Settings

/// The address of a Bluetooth device with its type. The identity address, where it is known.
package struct RadioAddress: Equatable, Sendable {
    package var address: BluetoothAddress
    /// Whether the device has made up the address; otherwise it is registered for its maker.
    package var isRandom: Bool

    package init(_ address: BluetoothAddress, isRandom: Bool) {
        (self.address, self.isRandom) = (address, isRandom)
    }

    /// - Parameter bits: the address in the lower 48 bits, its first byte in the highest ones.
    package init(bits: UInt64, isRandom: Bool) { self.init(BluetoothAddress(bits: bits), isRandom: isRandom) }

    /// Another number for each address: its bits, and one for its type.
    package var identity: UInt64 { address.bits | (isRandom ? 1 << 48 : 0) }

    /// The address as text: `D4:3A:2C:01:02:03/random`.
    package var text: String { address.text + (isRandom ? "/random" : "/public") }

    /// Parses `D4:3A:2C:01:02:03/random`; nil if it is anything else.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 24 else { return nil }
        var bits: UInt64 = 0
        for index in 0..<6 {
            guard let high = Digits.value(ofHex: bytes[3 * index]), let low = Digits.value(ofHex: bytes[3 * index + 1]),
                bytes[3 * index + 2] == UInt8(ascii: index == 5 ? "/" : ":")
            else { return nil }
            bits = bits << 8 | UInt64(high << 4 | low)
        }
        address = BluetoothAddress(bits: bits)
        switch String(decoding: bytes[18...], as: UTF8.self) {
        case "public": isRandom = false
        case "random": isRandom = true
        default: return nil
        }
    }
}

// MARK: - The kernel's form

extension RadioAddress {
    /// The type of an address of a registered device, and of one that is made up, in management commands and sockets.
    private static let (publicType, randomType): (UInt8, UInt8) = (1, 2)

    /// The address in the order of the air, its last byte first, and its type.
    var bytes: [UInt8] {
        (0..<6).map { UInt8(address.bits >> UInt64(8 * $0) & 0xFF) }
            + [isRandom ? RadioAddress.randomType : RadioAddress.publicType]
    }
}

extension ByteReader {
    /// Reads an address and its type (7 bytes).
    mutating func address() -> RadioAddress? {
        guard let bytes = take(6), let type = byte() else { return nil }
        let bits = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return RadioAddress(BluetoothAddress(bits: bits), isRandom: type == 2)
    }
}
