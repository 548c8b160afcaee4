/// A device that has paired, as the process of Bluetooth reports it: a record of keys, which the box keeps without
/// looking at more than its head, and the name.
///
/// The record begins with the version 1, the address in six bytes from the lowest to the highest, the type of the
/// address (0 public, 1 random), flags, and the number of the device's last use in four bytes, the lowest first.
struct Bond: Equatable {
    let record: [UInt8]
    var name: String

    static let version: UInt8 = 1
    private static let headBytes = 13

    /// - Parameters:
    ///   - hex: the record in hex digits.
    /// - Returns: nil if the record is not of this version, or too short or long.
    init?(hex: String, name: String) {
        var record: [UInt8] = []
        var high: UInt8?
        for digit in hex.utf8 {
            guard let value = Digits.value(ofHex: digit) else { return nil }
            if let first = high {
                record.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard high == nil, Bond.headBytes...RadioLimits.record ~= record.count, record[0] == Bond.version else {
            return nil
        }
        (self.record, self.name) = (record, name)
    }

    /// `AA:BB:CC:DD:EE:FF/random`.
    var address: RadioAddress {
        var bits: UInt64 = 0
        for byte in record[1..<7].reversed() { bits = bits << 8 | UInt64(byte) }
        return RadioAddress(bits: bits, isRandom: record[7] != 0)
    }

    /// The number of the last use. Greater ones are later.
    var lastUse: UInt32 { record[9..<13].reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    /// The line of the file, and the words behind `bond` for the process.
    var line: String { "\(hex) \(name)" }

    private var hex: String {
        var text: [UInt8] = []
        for byte in record { Digits.hex(UInt32(byte), 2, into: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Parses a line.
    init?(line: String) {
        let (hex, name) = BoxConnection.split(line)
        self.init(hex: hex, name: name)
    }
}
