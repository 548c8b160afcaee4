import Host

/// A version of the image: three numbers up to 65535, as in `1.12.0`.
struct UpdateVersion: Equatable, Comparable {
    var numbers: (UInt16, UInt16, UInt16)

    /// Parses a version; nil if the text is not one.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let first = UpdateVersion.number(parts[0]), let second = UpdateVersion.number(parts[1]),
            let third = UpdateVersion.number(parts[2])
        else { return nil }
        numbers = (first, second, third)
    }

    /// The version that runs.
    static var running: UpdateVersion { UpdateVersion(Treadle.version)! }

    var text: String { "\(numbers.0).\(numbers.1).\(numbers.2)" }

    static func == (left: UpdateVersion, right: UpdateVersion) -> Bool { left.numbers == right.numbers }

    static func < (left: UpdateVersion, right: UpdateVersion) -> Bool { left.numbers < right.numbers }

    private static func number(_ digits: Substring.UTF8View) -> UInt16? {
        if digits.isEmpty || digits.count > 5 { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            value = value * 10 + UInt32(digit - UInt8(ascii: "0"))
        }
        return UInt16(exactly: value)
    }
}
