/// Formats and parses digits without a formatting library.
package enum Digits {
    private static let hex: [UInt8] = Array("0123456789ABCDEF".utf8)

    /// Appends `count` upper-case hex digits.
    package static func hex(_ value: UInt32, _ count: Int, into text: inout [UInt8]) {
        for digit in (0..<count).reversed() { text.append(hex[Int(value >> UInt32(4 * digit)) & 15]) }
    }

    /// Returns `count` upper-case hex digits.
    package static func hex(_ value: UInt32, _ count: Int) -> String {
        var text: [UInt8] = []
        hex(value, count, into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns bytes of two upper-case hex digits each, separated by blanks.
    package static func hex(_ bytes: [UInt8]) -> String { hex(bytes.map { UInt32($0) }, digits: 2) }

    /// Returns words of eight upper-case hex digits each, separated by blanks.
    package static func hex(_ words: [UInt32]) -> String { hex(words, digits: 8) }

    private static func hex(_ values: [UInt32], digits: Int) -> String {
        var text: [UInt8] = []
        for value in values {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            hex(value, digits, into: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Formats a decimal number with at least `count` digits, padded with leading zeros.
    package static func padded(_ value: UInt64, _ count: Int) -> String {
        let text = "\(value)"
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    /// Appends milliseconds with three decimals, rounded to nearest, halves up.
    package static func milliseconds(_ nanoseconds: UInt64, into text: inout [UInt8]) {
        let micros = (nanoseconds + 500) / 1000
        text += Array(String(micros / 1000).utf8)
        text.append(UInt8(ascii: "."))
        let rest = micros % 1000
        for divisor in [100, 10, 1] as [UInt64] { text.append(UInt8(ascii: "0") + UInt8(rest / divisor % 10)) }
    }

    /// The value of a hex digit in either case.
    package static func value(ofHex byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Parses a decimal number with an optional sign and fraction. Returns billionths; nil if it is not a number or has
    /// more than nine digits before the point.
    package static func decimal(_ text: ArraySlice<UInt8>) -> Int64? {
        var rest = text
        let negative = rest.first == UInt8(ascii: "-")
        if negative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        var value: Int64 = 0
        var digits = 0
        var places = -1
        for byte in rest {
            if byte == UInt8(ascii: ".") && places < 0 {
                places = 0
                continue
            }
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            digits += 1
            if places >= 9 { continue }
            if places >= 0 { places += 1 }
            if places < 0 && digits > 9 { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        if digits == 0 { return nil }
        for _ in max(places, 0)..<9 { value *= 10 }
        return negative ? -value : value
    }
}
