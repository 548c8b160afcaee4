// Compares the beginning of bytes, and parses whole numbers, each by one function. The standard library's functions are
// compiled again for each pair of collections and each type of number.

extension String.UTF8View {
    package func starts(with prefix: String.UTF8View) -> Bool { self[...].starts(with: prefix) }
}

extension Substring.UTF8View {
    @inline(never)
    package func starts(with prefix: String.UTF8View) -> Bool {
        var at = startIndex
        for byte in prefix {
            if at == endIndex || self[at] != byte { return false }
            at = index(after: at)
        }
        return true
    }
}

extension Array<UInt8> {
    package func starts(with prefix: String.UTF8View) -> Bool { self[...].starts(with: prefix) }
}

extension ArraySlice<UInt8> {
    @inline(never)
    package func starts(with prefix: String.UTF8View) -> Bool {
        var at = startIndex
        for byte in prefix {
            if at == endIndex || self[at] != byte { return false }
            at += 1
        }
        return true
    }
}

extension String {
    /// Parses the text as a decimal number with or without a sign; nil if it is not a number, or too large.
    @inline(never)
    fileprivate var magnitude: (isNegative: Bool, value: UInt64)? {
        var value: UInt64 = 0
        var (isFirst, isNegative, hasDigit) = (true, false, false)
        for byte in utf8 {
            defer { isFirst = false }
            if isFirst && (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")) {
                isNegative = byte == UInt8(ascii: "-")
                continue
            }
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tens.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
            if tooLarge || overflows { return nil }
            (value, hasDigit) = (sum, true)
        }
        return hasDigit ? (isNegative, value) : nil
    }

    /// Parses the text as a number; nil if it is not one, or outside `range`.
    @inline(never)
    fileprivate func number(in range: ClosedRange<Int>) -> Int? {
        guard let (isNegative, value) = magnitude, value <= UInt64(Int.max) else { return nil }
        let number = isNegative ? -Int(value) : Int(value)
        return range ~= number ? number : nil
    }
}

extension UInt64 {
    package init?(_ text: String) {
        guard let (isNegative, value) = text.magnitude, !isNegative || value == 0 else { return nil }
        self = value
    }
}

extension Int {
    package init?(_ text: String) {
        guard let number = text.number(in: -Int.max...Int.max) else { return nil }
        self = number
    }
}

extension Int32 {
    package init?(_ text: String) {
        guard let number = text.number(in: Int(Int32.min)...Int(Int32.max)) else { return nil }
        self.init(truncatingIfNeeded: number)
    }
}

extension UInt8 {
    package init?(_ text: String) {
        guard let number = text.number(in: 0...255) else { return nil }
        self.init(truncatingIfNeeded: number)
    }
}

extension UInt16 {
    package init?(_ text: String) {
        guard let number = text.number(in: 0...65_535) else { return nil }
        self.init(truncatingIfNeeded: number)
    }
}

extension UInt32 {
    package init?(_ text: String) {
        guard let number = text.number(in: 0...Int(UInt32.max)) else { return nil }
        self.init(truncatingIfNeeded: number)
    }
}
