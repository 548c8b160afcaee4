/// The fields of a tar archive's header, which has 512 bytes (POSIX ustar; IEEE Std 1003.1, pax).
enum TarField {
    static let blockSize = 512

    static let name = 0..<100
    static let mode = 100..<108
    static let user = 108..<116
    static let group = 116..<124
    static let size = 124..<136
    static let modified = 136..<148
    static let checksum = 148..<156
    static let type = 156
    static let magic = 257..<263
    static let version = 263..<265
    static let prefix = 345..<500

    /// Returns the text of a field, which ends at a zero byte or at the end of the field.
    static func text(_ header: ArraySlice<UInt8>, _ field: Range<Int>) -> ArraySlice<UInt8> {
        bytes(header, field).prefix { $0 != 0 }
    }

    /// Returns the octal number of a field; nil if it holds anything else, such as GNU's binary form of large numbers.
    static func number(_ header: ArraySlice<UInt8>, _ field: Range<Int>) -> Int? {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") }
        let digits = text(header, field).drop(while: isBlank).prefix { !isBlank($0) }
        var value = 0
        for byte in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "7") ~= byte else { return nil }
            value = value << 3 | Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    /// Returns the sum of a header's bytes, with blanks in the place of its checksum.
    static func sum(_ header: ArraySlice<UInt8>) -> Int {
        var sum = checksum.count * Int(UInt8(ascii: " "))
        for byte in header { sum += Int(byte) }
        for byte in bytes(header, checksum) { sum -= Int(byte) }
        return sum
    }

    private static func bytes(_ header: ArraySlice<UInt8>, _ field: Range<Int>) -> ArraySlice<UInt8> {
        header[(header.startIndex + field.lowerBound)..<(header.startIndex + field.upperBound)]
    }
}

/// Types of entries of a tar archive that `TarReader` knows; all others are refused.
enum TarType {
    static let file = UInt8(ascii: "0")
    /// A file in archives before POSIX.
    static let oldFile: UInt8 = 0
    /// A file whose blocks were to be contiguous.
    static let contiguousFile = UInt8(ascii: "7")
    static let hardLink = UInt8(ascii: "1")
    static let link = UInt8(ascii: "2")
    static let folder = UInt8(ascii: "5")
    /// Further fields of the next entry, such as a path that is too long for a header, and of all entries.
    static let fields = UInt8(ascii: "x")
    static let fieldsOfAll = UInt8(ascii: "g")
    /// GNU's form of a path, and of a link's target, that is too long for a header.
    static let longName = UInt8(ascii: "L")
    static let longTarget = UInt8(ascii: "K")
}
