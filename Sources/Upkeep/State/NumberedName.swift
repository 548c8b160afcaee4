/// Names of numbered files, such as `recorder-1.txt`.
package enum NumberedName {
    /// Returns the number between a beginning and an ending; nil for other names, so that files of the user are left
    /// alone.
    ///
    /// - Parameter digits: the greatest number of digits.
    package static func number(of name: String, from start: String, to end: String, digits: Int) -> Int? {
        let bytes = Array(name.utf8)
        guard bytes.starts(with: start.utf8), bytes.suffix(end.utf8.count).elementsEqual(end.utf8) else { return nil }
        let found = bytes.dropFirst(start.utf8.count).dropLast(end.utf8.count)
        guard found.count >= 1 && found.count <= digits, found.first != UInt8(ascii: "0") else { return nil }
        var number = 0
        for digit in found {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            number = 10 * number + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
