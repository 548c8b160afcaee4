import CPlatform

/// A secret that a browser keeps in a cookie, and a program as its token: 128 random bits as 32 hex digits in lower
/// case. The box keeps its SHA-256 only (W4, W7).
enum WebSecret {
    private static let bytes = 16

    static func make(_ random: RandomBytes) -> String { random.hex(bytes) }

    /// Returns the SHA-256 of a secret as it is written; nil for a text that is no secret.
    static func hash(_ text: String) -> [UInt8]? {
        let letters = Array(text.utf8)
        let isHex = letters.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        guard letters.count == 2 * bytes, isHex else { return nil }
        var hash = [UInt8](repeating: 0, count: hashBytes)
        treadle_secret_hash(letters, letters.count, &hash)
        return hash
    }

    static var hashBytes: Int { Int(TREADLE_SECRET_HASH_BYTES) }

    /// Whether two hashes are equal. The time does not depend on their bytes.
    static func isSame(_ hash: [UInt8], _ other: [UInt8]) -> Bool {
        hash.count == hashBytes && other.count == hashBytes && treadle_is_same_hash(hash, other) == 1
    }
}

/// Bytes as hex digits in lower case.
enum HexText {
    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads pairs of hex digits; nil for other text.
    static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for letter in text {
            guard let digit = Digits.value(ofHex: letter) else { return nil }
            if let first = high { bytes.append(first << 4 | digit) }
            high = high == nil ? digit : nil
        }
        return high == nil ? bytes : nil
    }
}
