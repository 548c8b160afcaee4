import Bluetooth
import Settings

/// A device that has paired, as the process of Bluetooth reports it: a record of keys, which the box keeps without
/// looking at more than its head, and the name.
///
/// The record begins with the version 1, the address in six bytes from the last to the first, the type of the address
/// (0 public, 1 random), flags, and the number of the device's last use in four bytes, the lowest first.
struct Bond: Equatable {
    let record: [UInt8]
    var name: String

    static let version: UInt8 = 1
    private static let headBytes = 13
    private static let randomType: UInt8 = 1

    /// Returns nil if the record is not of this version, or too short or long.
    init?(_ record: [UInt8], name: String) {
        guard Bond.headBytes...RadioLimits.record ~= record.count, record[0] == Bond.version else { return nil }
        self.record = record
        // The file has a line for each bond.
        self.name = name.utf8.contains(UInt8(ascii: "\n")) ? "" : name
    }

    /// `AA:BB:CC:DD:EE:FF/random`.
    var address: RadioAddress {
        var bits: UInt64 = 0
        for byte in record[1..<7].reversed() { bits = bits << 8 | UInt64(byte) }
        return RadioAddress(BluetoothAddress(bits: bits), isRandom: record[7] == Bond.randomType)
    }

    /// The number of the last use. Greater ones are later.
    var lastUse: UInt32 { record[9..<13].reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    /// The bond for the process.
    var order: RadioOrder { .bond(record, name: name) }

    /// The line of the file.
    var line: String { order.text }

    /// Parses a line of the file.
    init?(line: ArraySlice<UInt8>) {
        guard case .bond(let record, let name) = RadioOrder(line) else { return nil }
        self.init(record, name: name)
    }
}
