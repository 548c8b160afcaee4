import Host

/// A version of the image: three numbers up to 65535, as in `1.12.0`.
package struct UpdateVersion: Equatable, Comparable {
    package var numbers: (UInt16, UInt16, UInt16)

    /// Parses a version; nil if the text is not one.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let first = UpdateVersion.number(parts[0]), let second = UpdateVersion.number(parts[1]),
            let third = UpdateVersion.number(parts[2])
        else { return nil }
        numbers = (first, second, third)
    }

    /// The version that runs.
    package static var running: UpdateVersion { UpdateVersion(Treadle.version)! }

    package var text: String { "\(numbers.0).\(numbers.1).\(numbers.2)" }

    package static func == (left: UpdateVersion, right: UpdateVersion) -> Bool { left.numbers == right.numbers }

    package static func < (left: UpdateVersion, right: UpdateVersion) -> Bool { left.numbers < right.numbers }

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
