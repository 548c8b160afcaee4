/// Parses numbers as decimal only, so that `010` is ten.
enum Decimal {
    /// A bound far above all numbers of the language; ten times this bound does not overflow.
    private static let tooMuch = 1_000_000_000_000_000

    /// Parses a whole number, with a sign if `signed`. Returns nil for other text and for 16 digits or more.
    static func whole(_ text: Text, signed: Bool = true) -> Int? {
        fixed(text, places: 0, signed: signed, whole: true)
    }

    /// Parses a number in units of 10^-places, rounded to nearest: `fixed("1.5", places: 2)` is 150.
    @_optimize(speed)
    static func fixed(_ text: Text, places: Int, signed: Bool = false, whole: Bool = false) -> Int? {
        var next = 0
        var negative = false
        if signed, let sign = text.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            negative = sign == UInt8(ascii: "-")
            next = 1
        }
        var value = 0
        var decimals = -1
        var digits = 0
        var roundsUp = false
        while next < text.count {
            let byte = text.bytes[next]
            next += 1
            if byte == UInt8(ascii: ".") {
                if whole || decimals >= 0 || digits == 0 { return nil }
                decimals = 0
                continue
            }
            guard 48...57 ~= byte else { return nil }
            digits += 1
            if decimals >= 0 { decimals += 1 }
            if decimals > places {
                if decimals == places + 1 { roundsUp = byte >= 53 }
                continue
            }
            value = value * 10 + Int(byte - 48)
            if value >= tooMuch { return nil }
        }
        if digits == 0 || decimals == 0 { return nil }
        for _ in Swift.max(0, decimals)..<Swift.max(places, decimals, 0) {
            value *= 10
            if value >= tooMuch { return nil }
        }
        if roundsUp { value += 1 }
        return negative ? -value : value
    }

    /// Parses an I2C address such as `0x18`, in hex or decimal.
    static func address(_ text: Text) -> Int? {
        let bytes = text.bytes
        guard bytes.count > 2, bytes.count <= 6, bytes[0] == 48, bytes[1] | 32 == UInt8(ascii: "x") else {
            return whole(text, signed: false)
        }
        var value = 0
        for byte in bytes[2...] {
            guard let digit = Digits.value(ofHex: byte) else { return nil }
            value = value << 4 | Int(digit)
        }
        return value
    }

    /// Whether a text consists of digits only, at least one.
    static func isDigits(_ text: Text) -> Bool {
        !text.isEmpty && text.bytes.allSatisfy { 48...57 ~= $0 }
    }
}
