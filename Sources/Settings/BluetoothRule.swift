/// The peers that belong to a port with `bluetooth:`.
package enum BluetoothRule: Equatable, Sendable {
    /// A glob on the name of the device.
    case name(String)
    /// Every peer that no other port names: `"*"`.
    case everybody
    case address(BluetoothAddress)

    /// The rule as written in the box file.
    package var text: String {
        switch self {
        case .name(let glob): glob
        case .everybody: "*"
        case .address(let address): address.text
        }
    }
}

/// The address of a Bluetooth device.
package struct BluetoothAddress: Equatable, Sendable {
    /// The address in the lower 48 bits, its first byte in the highest ones: D4:3A:2C:01:02:03 is 0xD43A_2C01_0203.
    package var bits: UInt64

    package init(bits: UInt64) { self.bits = bits }

    /// The address as text: `D4:3A:2C:01:02:03`.
    package var text: String {
        (0..<6).reversed().map { Digits.hex(UInt32(bits >> UInt64(8 * $0) & 0xFF), 2) }.joined(separator: ":")
    }
}
