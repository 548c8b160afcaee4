import Compact

/// Takes the words of a line, which single blanks separate.
struct RadioWords {
    private var rest: ArraySlice<UInt8>?

    init(_ line: ArraySlice<UInt8>) { rest = line }

    /// Takes the next word; nil at the end of the line. A word may be empty.
    mutating func next() -> String? {
        guard let line = rest else { return nil }
        let word = line.prefix { $0 != UInt8(ascii: " ") }
        rest = word.count == line.count ? nil : line.dropFirst(word.count + 1)
        return String(decoding: word, as: UTF8.self)
    }

    /// Takes the rest of the line, such as a name; empty at its end.
    mutating func remainder() -> String {
        defer { rest = nil }
        return String(decoding: rest ?? [], as: UTF8.self)
    }

    var isAtEnd: Bool { rest == nil }

    /// Takes the next word as one of two; nil if it is neither.
    mutating func flag(_ yes: String, _ no: String) -> Bool? {
        guard let word = next() else { return nil }
        return word == yes ? true : word == no ? false : nil
    }

    mutating func number() -> Int? { next().flatMap { Int($0) } }

    mutating func slot() -> Int? {
        guard let slot = number(), 0..<BluetoothLimits.links ~= slot else { return nil }
        return slot
    }

    mutating func address() -> RadioAddress? { next().flatMap { RadioAddress($0) } }

    /// Takes the next word as hex digits, two for each byte.
    mutating func hex() -> [UInt8]? {
        guard let digits = next().map({ Array($0.utf8) }), digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Digits.value(ofHex: digits[index]), let low = Digits.value(ofHex: digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Writes bytes as `hex` reads them.
    static func hex(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for byte in bytes { Digits.hex(UInt32(byte), 2, into: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Makes a name of a peer fit for a line: without control characters, and cut between characters.
    static func name(_ bytes: ArraySlice<UInt8>) -> String {
        var name = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where !scalar.isInvisible {
            if name.utf8.count + UTF8.width(scalar) > BluetoothLimits.name { break }
            name.unicodeScalars.append(scalar)
        }
        return name
    }
}
