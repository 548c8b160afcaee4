import MIDI

/// A field of a Universal MIDI Packet: a range of bits in one word.
struct UMPField: Equatable {
    var name: String
    /// The index of the field's word, 0...3.
    var word: Int
    /// The highest and the lowest bit of the field, 31...0.
    var high: Int
    var low: Int

    /// The name of bits that have no meaning.
    static let reserved = "reserved"

    var width: Int { high - low + 1 }

    var greatest: UInt32 { UInt32.max >> UInt32(32 - width) }

    /// The index of the field's first byte in the UMP, 0...15.
    var byte: Int { word * 4 + (31 - high) / 8 }

    func value(in ump: Message) -> UInt32 { ump.word(word) >> UInt32(low) & greatest }

    /// Puts a value into the field, whose bits must be 0.
    func put(_ value: UInt32, into ump: inout Message) { ump.set(value << UInt32(low), inWord: word) }

    /// The fields of a UMP from its first bit to its last (M2-104-UM 7). An undefined message has its type, then
    /// reserved bits.
    static func fields(of ump: Message) -> [UMPField] {
        var fields = UMPLayout.of(ump)?.fields ?? parse(UMPLayout.frame(of: ump.type).fields)
        var bit = fields.reduce(0) { $0 + $1.width }
        while bit < 32 * ump.wordCount {
            let high = 31 - bit % 32
            fields.append(UMPField(name: reserved, word: bit / 32, high: high, low: 0))
            bit += high + 1
        }
        return fields
    }

    /// Parses names of fields and their widths in bits: `key 7 reserved 1`.
    static func parse(_ text: String) -> [UMPField] {
        var fields: [UMPField] = []
        var bit = 0
        var words = text.split(separator: " ").map { String($0) }[...]
        while let name = words.popFirst(), let width = words.popFirst().flatMap({ Int($0) }) {
            let high = 31 - bit % 32
            fields.append(UMPField(name: name, word: bit / 32, high: high, low: high - width + 1))
            bit += width
        }
        return fields
    }
}
