import CPlatform

extension WebAddress {
    /// Reads a numeric address: `192.0.2.7`, `fd00::7`, without brackets. Returns nil for other text, also for an
    /// address with a zone, which has a meaning on one machine only.
    package init?(text: String) {
        let isNumeric = text.utf8.allSatisfy { byte in
            Digits.value(ofHex: byte) != nil || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
        }
        var raw = treadle_address()
        guard isNumeric, treadle_address_parse(text, &raw) == 0 else { return nil }
        let words = raw.family == 4 ? [] : [raw.high, raw.low]
        let low = (0..<4).reversed().map { UInt8(truncatingIfNeeded: raw.low >> UInt64(8 * $0)) }
        self.init(raw.family == 4 ? low : words.flatMap { WebAddress.bytes($0) })
    }

    private static func bytes(_ word: UInt64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
    }
}
