import MIDI

// Stream messages (M2-104-UM 7.1): about an endpoint as a whole, without a group.
extension UMPText {
    /// A stream message; nil if its status is undefined.
    static func stream(_ ump: Message) -> String? {
        guard let body = streamBody(ump) else { return nil }
        return "stream " + body
    }

    private static func streamBody(_ ump: Message) -> String? {
        let word = ump.word0
        return switch word >> 16 & 0x3FF {
        case 0x00:
            joined(["endpoint-discovery", version(word), flags(ump.word1 & 0x1F, UMPNames.endpointFilters)])
        case 0x01: info(ump)
        case 0x02: identity(ump)
        case 0x03: "endpoint-name\(piece(word)) \(quoted(ump, from: 2))"
        case 0x04: "product-id\(piece(word)) \(quoted(ump, from: 2))"
        case 0x05: configuration(ump, "configuration-request")
        case 0x06: configuration(ump, "configuration")
        case 0x10: joined(["block-discovery", block(word), flags(word & 3, UMPNames.blockFilters)])
        case 0x11: blockInfo(ump)
        case 0x12: "block-name \(word >> 8 & 0xFF)\(piece(word)) \(quoted(ump, from: 3))"
        case 0x20: "start-of-clip"
        case 0x21: "end-of-clip"
        default: nil
        }
    }

    private static func piece(_ word: UInt32) -> String {
        let piece = UMPNames.pieces[Int(word >> 26 & 3)]
        return piece.isEmpty ? "" : " " + piece
    }

    private static func version(_ word: UInt32) -> String { "version \(word >> 8 & 0xFF).\(word & 0xFF)" }

    private static func block(_ word: UInt32) -> String { word >> 8 & 0xFF == 0xFF ? "all" : "\(word >> 8 & 0xFF)" }

    /// The names of the bits that are set.
    private static func flags(_ bits: UInt32, _ names: [String]) -> String {
        joined(names.indices.map { bits >> UInt32($0) & 1 == 1 ? names[$0] : "" })
    }

    private static func info(_ ump: Message) -> String {
        let word = ump.word1
        return joined([
            "endpoint-info", version(ump.word0), "blocks \(word >> 24 & 0x7F)", word >> 31 == 1 ? "static" : "",
            word >> 8 & 1 == 1 ? "midi-1.0" : "", word >> 9 & 1 == 1 ? "midi-2.0" : "", jitter(word),
        ])
    }

    /// Words for jitter reduction timestamps that are received or sent.
    private static func jitter(_ word: UInt32) -> String {
        joined([word >> 1 & 1 == 1 ? "jr-receive" : "", word & 1 == 1 ? "jr-send" : ""])
    }

    private static func identity(_ ump: Message) -> String {
        let manufacturer = Digits.hex(bytes(ump, from: 5, 3))
        let (family, model) = (bytes(ump, from: 8, 2), bytes(ump, from: 10, 2))
        // Family and model have seven bits per byte, the least significant first.
        return "device-identity manufacturer \(manufacturer) family \(UInt16(family[1]) << 7 | UInt16(family[0])) "
            + "model \(UInt16(model[1]) << 7 | UInt16(model[0])) version "
            + "\(Digits.hex(bytes(ump, from: 12, 4)))"
    }

    private static func configuration(_ ump: Message, _ name: String) -> String {
        let number = Int(ump.word0 >> 8 & 0xFF)
        let known = number > 0 && number < UMPNames.protocols.count
        let spoken = known ? UMPNames.protocols[number] : "protocol \(number)"
        return joined([name, spoken, jitter(ump.word0)])
    }

    private static func blockInfo(_ ump: Message) -> String {
        let (word, one) = (ump.word0, ump.word1)
        let (first, count) = (one >> 24, one >> 16 & 0xFF)
        return joined([
            "block-info \(word >> 8 & 0x7F)", word >> 15 & 1 == 1 ? "active" : "inactive",
            "direction \(UMPNames.directions[Int(word & 3)])", "groups \(first + 1) count \(count)",
            "midi-1.0 \(UMPNames.midi1[Int(word >> 2 & 3)])", "hint \(UMPNames.hints[Int(word >> 4 & 3)])",
            "ci \(one >> 8 & 0xFF)", "sysex8-streams \(one & 0xFF)",
        ])
    }
}
