import CPlatform

/// Files of minisign: public keys and signatures (https://jedisct1.github.io/minisign, "File formats").
enum Minisign {
    /// A public key of ed25519 with the number that minisign gave it.
    struct Key: Equatable {
        var number: KeyNumber
        var key: [UInt8]

        /// - Parameter text: a file of two lines: a comment, then `Ed`, number and key in base64.
        init?(_ text: [UInt8]) {
            let lines = Minisign.lines(text)
            guard lines.count >= 2, let bytes = Minisign.base64(lines[1]), bytes.count == 42,
                bytes[..<2] == Array("Ed".utf8)[...]
            else { return nil }
            (number, key) = (KeyNumber(bytes[2..<10]), Array(bytes[10...]))
        }
    }

    /// A signature of the BLAKE2b-512 hash of a file.
    struct Signature: Equatable {
        var keyNumber: KeyNumber
        var signature: [UInt8]
        /// The signed comment. `commentSignature` signs `signature` and this comment.
        var comment: [UInt8]
        var commentSignature: [UInt8]

        /// - Parameter text: a file of four lines: a comment; `ED`, number and signature in base64; the signed comment;
        ///   its signature.
        init(_ text: [UInt8]) throws(UpdateProblem) {
            if text.isEmpty { throw .unsigned }
            let lines = Minisign.lines(text)
            if lines.count < 4 || text.last != UInt8(ascii: "\n") { throw .cut }
            let trusted = Array("trusted comment: ".utf8)
            guard lines.count == 4, let first = Minisign.base64(lines[1]), first.count == 74,
                first[..<2] == Array("ED".utf8)[...], lines[2].prefix(trusted.count) == trusted[...],
                let second = Minisign.base64(lines[3]), second.count == TREADLE_SIGNATURE_BYTES
            else { throw .damaged }
            keyNumber = KeyNumber(first[2..<10])
            signature = Array(first[10...])
            comment = Array(lines[2].dropFirst(trusted.count))
            commentSignature = second
        }

        /// Throws if no trusted key has signed a file with this hash, or if the key was withdrawn.
        ///
        /// - Returns: the keys that the comment withdraws.
        func check(_ hash: [UInt8], by keys: UpdateKeys) throws(UpdateProblem) -> WithdrawnKeys {
            if keys.trusted.isEmpty { throw .noKeys }
            if keys.withdrawn.contains(keyNumber) { throw .withdrawn(keyNumber.text) }
            guard let key = keys.trusted.first(where: { $0.key.number == keyNumber })?.key else { throw .otherKey }
            let whole = signature + comment
            if treadle_is_signed(signature, hash, hash.count, key.key) == 0
                || treadle_is_signed(commentSignature, whole, whole.count, key.key) == 0
            {
                throw .damaged
            }
            guard let withdrawn = WithdrawnKeys(comment: comment) else { throw .damaged }
            return withdrawn
        }
    }

    private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Decodes base64 with padding (RFC 4648, section 4); nil for any other text.
    static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        if text.count % 4 != 0 { return nil }
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, Int) = (0, 0)
        let letters = text.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
        if text.count - letters.count > 2 { return nil }
        for letter in letters {
            guard let value = value(of: letter) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
    }

    private static func value(of letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
